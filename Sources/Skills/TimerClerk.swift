/// Carries out what is wanted of timers and tells what was done.
struct TimerClerk {
  let clock: LocalClock
  let timers: (any TimerKeeper)?
  let choice: Choice

  func carryOut(_ order: TimerOrder) async throws -> KnownAnswer.Outcome? {
    guard let timers else {
      return .words(
        "I can only keep timers and alarms while Kith is served, with the page open to hear them.")
    }
    switch order {
    case .setWithoutLength(let name):
      return .asksLength(name: name, words: choice.of("For how long?", "Gladly. For how long?"))
    case .set(let kind, .after(let seconds), let name)
    where !KeptTimer.lengths.contains(seconds):
      let reason = impossible(seconds)
      guard kind == .timer else { return .words(reason) }
      return .asksLength(
        name: name, words: "\(reason) \(choice.of("How long shall it be?", "For how long, then?"))")
    case .set(let kind, .after(let seconds), let name):
      let now = clock.now()
      return .words(
        try await set(kind, name, now, due: now + Int64(seconds) * 1_000, after: seconds, timers))
    case .set(let kind, .at(let hour, let day, let isWaking), let name):
      let now = clock.now()
      let next = NextMoment(now: clock.wall(now), at: now, clock: clock)
      guard let moment = next.of(hour, on: day, prefersMorning: isWaking) else {
        return .words("That time is over already; say another one, and the day if it isn't today.")
      }
      return .words(try await set(kind, name, now, due: moment.instant, after: nil, timers))
    case .list(let wanted): return .words(list(wanted, await timers.timers()))
    case .cancel(let wanted): return .words(try await cancel(wanted, timers))
    }
  }

  // MARK: - Setting

  private func set(
    _ kind: TimerKind, _ name: String?, _ now: Int64, due: Int64, after seconds: Int?,
    _ timers: any TimerKeeper
  ) async throws -> String {
    guard try await timers.set(kind, named: name, from: now, dueAt: due) != nil else {
      return "I keep \(KeptTimer.most) already, and that is all I can; cancel one first."
    }
    let what = name.map { ", for \($0)" } ?? ""
    if let seconds {
      let span = Wording.span(seconds)
      guard kind == .timer else { return "All right, I'll wake you in \(span)." }
      return choice.of(
        "\(span) from now\(what). I'll tell you.", "All right, \(span)\(what), starting now.",
        "Your timer runs: \(span)\(what).")
    }
    let wall = clock.wall(due)
    let when = "\(Wording.time(wall)) \(Wording.near(wall.day, from: clock.wall(now).day))"
    return choice.of(
      "I'll ring at \(when)\(what).", "All right, the alarm is set for \(when)\(what).")
  }

  /// Why nothing can ring after so long, and after how long something can.
  private func impossible(_ seconds: Int) -> String {
    let range = "anything from one second to a year"
    if seconds > KeptTimer.lengths.upperBound {
      return choice.of(
        "I can't promise to be there for so long; I keep \(range).",
        "That is more than I can keep in mind: I do \(range).")
    }
    if seconds < 0 {
      return choice.of(
        "I can't ring in the past; I do \(range).", "That moment is gone already: I keep \(range).")
    }
    return choice.of(
      "That would be over before it began; I do \(range).",
      "There is no time in that at all: I keep \(range).")
  }

  // MARK: - Listing

  private func list(_ wanted: TimerOrder.Choice, _ schedule: TimerSchedule) -> String {
    let found = fitting(wanted, schedule.running)
    guard !found.isEmpty else {
      if wanted.kind == .alarm { return choice.of("No alarm is set.", "There's no alarm set.") }
      return wanted.name == nil
        ? choice.of("No timer is running.", "There's no timer running.")
        : "I have no timer of that name."
    }
    let now = clock.now()
    let told = found.prefix(5).map { describe($0, now) }
    let more = found.count > 5 ? " And \(found.count - 5) more." : ""
    if let only = told.first, told.count == 1 {
      return only.prefix(1).uppercased() + only.dropFirst() + "."
    }
    return "There are \(found.count): \(Wording.list(Array(told)))." + more
  }

  private func describe(_ timer: KeptTimer, _ now: Int64) -> String {
    let what = title(timer)
    guard timer.kind == .timer else {
      let wall = clock.wall(timer.dueAt)
      return "\(what) rings at \(Wording.time(wall)) "
        + Wording.near(wall.day, from: clock.wall(now).day)
    }
    return "\(what) has \(Wording.span(Int((timer.dueAt - now + 500) / 1_000))) left"
  }

  private func title(_ timer: KeptTimer) -> String {
    let noun = timer.kind.rawValue
    if let name = timer.name { return "the \(noun) for \(name)" }
    guard timer.kind == .timer else { return "the alarm" }
    return "the timer of \(Wording.span(timer.seconds))"
  }

  // MARK: - Cancelling

  private func cancel(
    _ wanted: TimerOrder.Choice, _ timers: any TimerKeeper
  ) async throws -> String {
    let schedule = await timers.timers()
    // Somebody who stops a timer that rings means that one.
    let ringing = fitting(wanted, schedule.ringing + schedule.missed)
    let found = ringing.isEmpty ? fitting(wanted, schedule.running) : ringing
    guard let first = found.first else {
      return wanted.kind == .alarm
        ? "There's no such alarm set." : "There's no such timer running."
    }
    guard wanted.isAll || found.count == 1 || !ringing.isEmpty else {
      return "There are \(found.count); which one? "
        + Wording.list(found.prefix(5).map { title($0) }).capitalisedFirst + "."
    }
    try await timers.cancel(Set(found.map(\.id)))
    if found.count == 1 {
      return choice.of(
        "\(title(first).capitalisedFirst) is off.", "All right, \(title(first)) is cancelled.")
    }
    return choice.of("All \(found.count) are off.", "All right, \(found.count) are cancelled.")
  }

  private func fitting(_ wanted: TimerOrder.Choice, _ timers: [KeptTimer]) -> [KeptTimer] {
    timers.filter { timer in
      if let kind = wanted.kind, timer.kind != kind { return false }
      if let seconds = wanted.seconds, timer.seconds != seconds { return false }
      if let hour = wanted.hour {
        let wall = clock.wall(timer.dueAt)
        return hour.hours.contains(wall.hour) && hour.minute == wall.minute
      }
      guard let name = wanted.name else { return true }
      return timer.name.map { Self.isSame(name, $0) } ?? false
    }
  }

  /// "Pasta" is the timer "the pasta".
  private static func isSame(_ said: String, _ kept: String) -> Bool {
    func core(_ text: String) -> [Substring] {
      text.split(separator: " ").filter { !["the", "my", "a", "an"].contains($0) }
    }
    let (said, kept) = (core(said), core(kept))
    return said == kept || said.allSatisfy(kept.contains) && !said.isEmpty
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension TimerSchedule {
  /// What is said of those that run on when all else begins anew; nil when none does.
  public var goingOn: String? {
    let kinds = running.map(\.kind)
    let timers = kinds.count { $0 == .timer }
    switch (timers, kinds.count - timers) {
    case (0, 0): return nil
    case (0, 1): return "Your alarm stays set."
    case (0, _): return "Your alarms stay set."
    case (1, 0): return "Your timer runs on."
    case (_, 0): return "Your timers run on."
    default: return "Your timers and alarms run on."
    }
  }
}

extension KeptTimer {
  /// What is said when it rings.
  public var announcement: String {
    switch (kind, name) {
    case (.timer, nil): "Your timer of \(Wording.span(seconds)) is done."
    case (.timer, let name?): "Time is up, for \(name)."
    case (.alarm, nil): "It's time: this is your alarm."
    case (.alarm, let name?): "It's time, for \(name)."
    }
  }
}
