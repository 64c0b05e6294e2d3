import FoundationEssentials
import Synchronization
import Testing

@testable import Skills

/// The rows of a table of ours, without its head.
private func rows(_ name: String) throws -> [[String]] {
  let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  let text = String(
    decoding: try Data(contentsOf: URL(filePath: "/\(tests)/Fixtures/\(name)")), as: UTF8.self)
  return text.split(separator: "\n").dropFirst().map {
    $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }
}

extension LocalClock {
  /// A clock that stands at a moment, in UTC.
  static func standing(_ day: (Int, Int, Int), _ hour: Int, _ minute: Int) throws -> LocalClock {
    let day = try #require(CalendarDay(year: day.0, month: day.1, day: day.2))
    @Sendable func milliseconds(_ time: WallTime) -> Int64 {
      let seconds = time.day.number * 86_400 + time.hour * 3_600 + time.minute * 60 + time.second
      return Int64(seconds) * 1_000
    }
    let now = milliseconds(WallTime(day: day, hour: hour, minute: minute))
    return LocalClock(
      now: { now },
      wall: { moment in
        let seconds = Int(moment / 1_000)
        let rest = seconds % 86_400
        return WallTime(
          day: CalendarDay(number: seconds / 86_400), hour: rest / 3_600, minute: rest / 60 % 60,
          second: rest % 60)
      }, instant: { milliseconds($0) })
  }
}

/// Keeps timers in memory.
actor HeldTimers: TimerKeeper {
  private var schedule = TimerSchedule()
  private var last: Int64 = 0

  func set(
    _ kind: TimerKind, named name: String?, from setAt: Int64, dueAt: Int64
  ) -> KeptTimer? {
    guard schedule.all.count < KeptTimer.most else { return nil }
    last += 1
    let timer = KeptTimer(id: last, kind: kind, name: name, setAt: setAt, dueAt: dueAt)
    schedule.add(timer)
    return timer
  }

  func timers() -> TimerSchedule { schedule }
  func cancel(_ ids: Set<Int64>) { schedule.remove(ids) }
  func silence() -> Bool { false }
}

struct QuestionTests {
  @Test func `code answers what it knows and leaves the rest to the model`() async throws {
    let clock = try LocalClock.standing((2026, 11, 30), 18, 5)
    for row in try rows("questions.tsv") {
      for seed in UInt64(1)...4 {
        let answer = KnownAnswer(clock: clock, timers: HeldTimers(), name: "Mira")
        let outcome = try await answer.answer(row[0], seed: seed)
        let words =
          switch outcome {
          case .words(let words), .asksLength(_, let words): words
          case nil: "model"
          }
        let isRight = row[1].split(separator: "|").contains {
          words.lowercased().contains($0.lowercased())
        }
        #expect(isRight, "\(row[0]): \(words), not \(row[1])")
      }
    }
  }

  @Test func `several timers are told apart by name, length and hour`() async throws {
    let clock = try LocalClock.standing((2026, 11, 30), 18, 5)
    let timers = HeldTimers()
    let known = KnownAnswer(clock: clock, timers: timers, name: "Mira")
    func say(_ text: String) async throws -> String {
      guard case .words(let words)? = try await known.answer(text, seed: 1) else { return "" }
      return words
    }
    _ = try await say("set a timer for ten minutes")
    _ = try await say("set a pasta timer for eight minutes")
    _ = try await say("set an alarm for seven in the morning")
    _ = try await say("set an alarm for 9 pm")
    let list = try await say("what timers do I have")
    #expect(list.contains("pasta") && list.contains("8 minutes") && list.contains("10 minutes"))
    #expect(!list.contains("alarm"))
    #expect(try await say("how much time is left on the pasta timer").contains("8 minutes left"))
    #expect(try await say("cancel the timer").contains("which one"))
    #expect(try await say("cancel the ten minute timer") != "")
    #expect(try await say("cancel the pasta timer").contains("pasta"))
    #expect(await timers.timers().running.map(\.kind) == [.alarm, .alarm])
    _ = try await say("cancel the seven o'clock alarm")
    #expect(await timers.timers().running.count == 1)
    _ = try await say("cancel all alarms")
    #expect(await timers.timers().running.isEmpty)
    #expect(try await say("cancel the timer").contains("no such timer"))
  }

  @Test func `a timer without a length is asked about, and the answer sets it`() async throws {
    let clock = try LocalClock.standing((2026, 11, 30), 18, 5)
    let timers = HeldTimers()
    let known = KnownAnswer(clock: clock, timers: timers, name: "Mira")
    guard case .asksLength(let name, _)? = try await known.answer("set a pasta timer", seed: 1)
    else {
      Issue.record("it did not ask")
      return
    }
    #expect(name == "pasta")
    #expect(try await known.setTimer(lasting: "hello", named: name, seed: 1) == nil)
    #expect(
      try await known.setTimer(lasting: "For ten minutes, please.", named: name, seed: 1) != nil)
    #expect(await timers.timers().running.first?.seconds == 600)
  }

  @Test(arguments: [
    ("0 seconds", "before it began|no time in that"),
    ("minus five minutes", "the past|gone already"),
    ("100 years", "promise to be there|keep in mind"),
  ])
  func `a length that can't be kept is told why, and asked again`(
    length: String, reasons: String
  ) async throws {
    let clock = try LocalClock.standing((2026, 11, 30), 18, 5)
    let timers = HeldTimers()
    let known = KnownAnswer(clock: clock, timers: timers, name: "Mira")
    for seed in UInt64(1)...6 {
      let said = try await known.answer("Set a tea timer for \(length).", seed: seed)
      let again = try await known.setTimer(lasting: length, named: "tea", seed: seed)
      for outcome in [said, again] {
        guard case .asksLength(name: "tea", let words)? = outcome else {
          Issue.record("\(String(describing: outcome))")
          continue
        }
        #expect(reasons.split(separator: "|").contains { words.contains($0) }, "\(words)")
        #expect(words.contains("from one second to a year") && words.hasSuffix("?"), "\(words)")
      }
    }
    #expect(await timers.timers().all.isEmpty)
    #expect(try await known.setTimer(lasting: "366 days", named: "tea", seed: 1) != nil)
    #expect(await timers.timers().running.first?.seconds == KeptTimer.lengths.upperBound)
  }

  @Test func `what runs on when all else begins anew is told`() async throws {
    let clock = try LocalClock.standing((2026, 11, 30), 18, 5)
    let timers = HeldTimers()
    let known = KnownAnswer(clock: clock, timers: timers, name: "Mira")
    #expect(await timers.timers().goingOn == nil)
    for (order, told) in [
      ("set an alarm for 9 pm", "Your alarm stays set."),
      ("set an alarm for 10 pm", "Your alarms stay set."),
      ("set a timer for an hour", "Your timers and alarms run on."),
      ("cancel all alarms", "Your timer runs on."),
      ("set a timer for two hours", "Your timers run on."),
    ] {
      _ = try await known.answer(order, seed: 1)
      #expect(await timers.timers().goingOn == told)
    }
  }

  @Test(arguments: [
    (0, "12:07 at night"), (1, "1:07 in the morning"), (3, "3:07 in the morning"),
    (11, "11:07 in the morning"), (12, "12:07 in the afternoon"), (21, "9:07 in the evening"),
    (22, "10:07 at night"),
  ])
  func `the time is told as people say it`(hour: Int, words: String) async throws {
    let clock = try LocalClock.standing((2026, 11, 30), hour, 7)
    let known = KnownAnswer(clock: clock, timers: nil, name: "Mira")
    guard case .words(let told)? = try await known.answer("what time is it", seed: 1) else {
      Issue.record("no answer")
      return
    }
    #expect(told.contains(words), "\(told)")
  }

  @Test func `there are at most fifty timers`() async throws {
    let clock = try LocalClock.standing((2026, 11, 30), 18, 5)
    let known = KnownAnswer(clock: clock, timers: HeldTimers(), name: "Mira")
    for _ in 0..<KeptTimer.most {
      _ = try await known.answer("set a timer for ten minutes", seed: 1)
    }
    let last = try await known.answer("set a timer for ten minutes", seed: 1)
    #expect(last == .words("I keep 50 already, and that is all I can; cancel one first."))
  }

  @Test func `nothing is promised where no timer could ring`() async throws {
    let clock = try LocalClock.standing((2026, 11, 30), 18, 5)
    let known = KnownAnswer(clock: clock, timers: nil, name: "Mira")
    guard case .words(let words)? = try await known.answer("set a timer for 5 minutes", seed: 1)
    else {
      Issue.record("it went to the model")
      return
    }
    #expect(words.hasPrefix("I can only keep timers"))
  }

  @Test func `every day has one date, and every date one day`() {
    for number in stride(from: -200_000, through: 800_000, by: 1) {
      let day = CalendarDay(number: number)
      let (year, month, date) = day.date
      guard year >= 1, CalendarDay(year: year, month: month, day: date) == day else {
        if year >= 1 { Issue.record("\(number): \(year)-\(month)-\(date)") }
        continue
      }
    }
    #expect(CalendarDay(number: 0).weekday == 4)
    #expect(CalendarDay(year: 2027, month: 2, day: 29) == nil)
  }
}
