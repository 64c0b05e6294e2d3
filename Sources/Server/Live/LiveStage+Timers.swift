import Dialogue
import Journal
import Skills

extension LiveStage {
  /// Tells the pages of timers from now on.
  func watchTimers() {
    guard watching == nil, let timers = host.timers else { return }
    // Cancelled by `close`, and ends with the desk.
    watching = Task {
      for await schedule in await timers.changes() { timersChanged(schedule) }
    }
  }

  private func timersChanged(_ schedule: TimerSchedule) {
    let known = Set(self.schedule.ringing.map(\.id))
    self.schedule = schedule
    let rings = schedule.ringing.contains { !known.contains($0.id) }
    if rings, !pages.values.contains(where: { $0.link != nil }) {
      journal.note(.warning, "a timer rings and no page is open to hear it")
    }
    for id in pages.keys { tellTimers(to: id) }
  }

  /// Tells a page which timers there are.
  func tellTimers(to id: String) {
    guard let timers = host.timers else { return }
    tell(id, .timers(schedule, now: timers.now()))
  }

  /// Ends the ringing, as a tap on the page does.
  func silenceTimers() async {
    do { _ = try await host.timers?.silence() } catch { tellProblem(.from(error)) }
  }

  /// Takes a timer back.
  func cancelTimer(_ id: Int64) async {
    do { try await host.timers?.cancel([id]) } catch { tellProblem(.from(error)) }
  }
}
