import TestSupport
import Testing

@testable import Skills

struct TimerScheduleTests {
  private func timer(_ id: Int64, due: Int64) -> KeptTimer {
    KeptTimer(id: id, kind: .timer, name: nil, setAt: 0, dueAt: due)
  }

  @Test func `what is due rings once, in its order`() {
    var schedule = TimerSchedule()
    for (id, due) in [(1, 300), (2, 100), (3, 200), (4, 100)] as [(Int64, Int64)] {
      schedule.add(timer(id, due: due))
    }
    #expect(schedule.nextChange == 100)
    #expect(schedule.advance(to: 99) == [])
    #expect(schedule.advance(to: 200).map(\.id) == [2, 4, 3])
    #expect(schedule.advance(to: 200) == [])
    #expect(schedule.ringing.map(\.id) == [2, 4, 3] && schedule.running.map(\.id) == [1])
  }

  @Test func `what rang to its end, or was due while nobody ran, was missed`() {
    let start: Int64 = 10_000_000
    var schedule = TimerSchedule(
      [
        timer(1, due: start - TimerSchedule.grace - 1), timer(2, due: start - 10),
        timer(3, due: start + 10),
      ], startedAt: start)
    #expect(schedule.missed.map(\.id) == [1])
    #expect(schedule.advance(to: start).map(\.id) == [2])
    _ = schedule.advance(to: start - 10 + TimerSchedule.longestRing)
    #expect(schedule.missed.map(\.id) == [1, 2] && schedule.ringing.map(\.id) == [3])
  }

  @Test func `however timers are set and taken back, none is lost and none rings early`() {
    var chance = SeededNumbers(7)
    for _ in 0..<300 {
      var schedule = TimerSchedule()
      var alive: Set<Int64> = []
      var now: Int64 = 0
      for id in Int64(1)...40 {
        switch Int.random(in: 0..<4, using: &chance) {
        case 0, 1:
          schedule.add(timer(id, due: now + Int64.random(in: 0...400_000, using: &chance)))
          alive.insert(id)
        case 2:
          now += Int64.random(in: 0...200_000, using: &chance)
          let began = schedule.advance(to: now)
          #expect(began.allSatisfy { $0.dueAt <= now })
        default:
          if let gone = alive.randomElement(using: &chance) {
            schedule.remove([gone])
            alive.remove(gone)
          }
        }
        #expect(Set(schedule.all.map(\.id)) == alive && schedule.all.count == alive.count)
        #expect(schedule.running.map(\.dueAt) == schedule.running.map(\.dueAt).sorted())
        #expect(
          (schedule.nextChange == nil) == (schedule.running.isEmpty && schedule.ringing.isEmpty))
      }
    }
  }
}
