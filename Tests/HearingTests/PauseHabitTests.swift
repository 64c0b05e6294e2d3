import Hearing
import Sound
import TestSupport
import Testing

struct PauseHabitTests {
  private func habit(_ milliseconds: [Double]) -> PauseHabit {
    PauseHabit(milliseconds.map { SampleSpan.milliseconds($0) })
  }

  @Test func `a person nothing is known of is waited for 700 ms`() {
    #expect(PauseHabit().wait == .milliseconds(700))
    #expect(PauseHabit().wait == PauseHabit.usualWait)
  }

  @Test(
    arguments: [
      // Twenty own pauses: one of them may be cut.
      ([Double](repeating: 320, count: 20), 352),
      ([Double](repeating: 320, count: 19) + [900], 352),
      ([Double](repeating: 320, count: 18) + [900, 1200], 932),
      // Forty: two may.
      ([Double](repeating: 256, count: 38) + [960, 1024], 288),
      ([Double](repeating: 256, count: 37) + [960, 1024, 1408], 992),
    ] as [([Double], Double)])
  func `with pauses enough of their own the wait cuts one in twenty`(
    pauses: [Double], wait: Double
  ) {
    #expect(habit(pauses).wait == .milliseconds(wait))
    #expect(habit(pauses.reversed()).wait == .milliseconds(wait))
  }

  @Test func `one long pause lengthens the wait a little, a second one to beyond both`() {
    let one = habit([1200]).wait
    #expect(one > PauseHabit.usualWait && one < .milliseconds(1200))
    #expect(habit([1200, 1200]).wait > .milliseconds(1200))
  }

  @Test func `the wait falls while only short pauses are heard`() {
    var habit = PauseHabit()
    var waits = [habit.wait]
    for _ in 0..<20 {
      habit.note(.milliseconds(256))
      waits.append(habit.wait)
    }
    #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(waits.last == .milliseconds(288))
  }

  @Test func `breaths and absences teach nothing, and only the latest pauses count`() {
    var habit = PauseHabit()
    habit.note(.milliseconds(192))
    habit.note(.milliseconds(3200))
    #expect(habit == PauseHabit())
    for _ in 0..<300 { habit.note(.milliseconds(1600)) }
    for _ in 0..<PauseHabit.remembered { habit.note(.milliseconds(256)) }
    #expect(habit.pauses.count == PauseHabit.remembered)
    #expect(habit.wait == .milliseconds(288))
  }

  @Test func `whatever the pauses, at most one in twenty of them is cut`() {
    var numbers = SeededNumbers(7)
    for _ in 0..<200 {
      let count = Int.random(in: 20...200, using: &numbers)
      let pauses = (0..<count).map { _ in
        Double(Int.random(in: 7...60, using: &numbers) * 32)
      }
      let wait = habit(pauses).wait
      let kept = habit(pauses).pauses
      #expect(kept.filter { $0 >= wait }.count * 20 <= kept.count)
      // One window less would cut more, or the wait is as short as a pause can be.
      let shorter = wait - .milliseconds(32)
      #expect(kept.filter { $0 >= shorter }.count * 20 > kept.count)
    }
  }
}
