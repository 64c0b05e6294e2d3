import Journal
import Memory
import Skills
import Synchronization
import TestSupport
import Testing

@testable import Server

/// A clock and a sleep that a test moves.
final class MovedTime: Sendable {
  private let state: Mutex<(now: Int64, sleepers: [CheckedContinuation<Void, Never>])>

  init(_ now: Int64) {
    state = Mutex((now, []))
  }

  var now: Int64 { state.withLock { $0.now } }

  func wait() async {
    await withCheckedContinuation { sleeper in state.withLock { $0.sleepers.append(sleeper) } }
  }

  /// Moves on, and wakes whoever slept.
  func pass(_ milliseconds: Int64) {
    let sleepers = state.withLock { state in
      state.now += milliseconds
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.resume() }
  }
}

@Suite(.timeLimit(.minutes(1))) struct TimerDeskTests {
  private func desk(_ history: ConversationHistory, _ time: MovedTime) async throws -> TimerDesk {
    try await TimerDesk.open(
      history, journal: .none, now: { time.now }, sleep: { _ in await time.wait() })
  }

  /// Lets time pass until the timers are as wanted.
  private func pass(
    _ milliseconds: Int64, _ time: MovedTime, _ desk: TimerDesk,
    until holds: (TimerSchedule) -> Bool
  ) async {
    time.pass(milliseconds)
    while !holds(await desk.timers()) {
      time.pass(0)
      await Task.yield()
    }
  }

  @Test func `a timer rings when it is due, is told, and is over once it was stopped`() async throws
  {
    let folder = try TemporaryFolder()
    let history = try await ConversationHistory.open(in: DataFolder(folder.file("data")))
    let time = MovedTime(1_000_000)
    let desk = try await desk(history, time)
    var changes = await desk.changes().makeAsyncIterator()
    #expect(await changes.next()?.all == [])
    let timer = try #require(
      try await desk.set(.timer, named: "tea", from: time.now, dueAt: time.now + 5_000))
    #expect(await changes.next()?.running == [timer])
    await pass(5_000, time, desk) { !$0.ringing.isEmpty }
    #expect(await changes.next()?.ringing == [timer])
    #expect(try await desk.silence())
    #expect(await changes.next()?.all == [])
    #expect(try await history.timers() == [])
    #expect(try await desk.silence() == false)
    await desk.close()
    time.pass(0)
    await history.close()
  }

  @Test func `timers are kept over a restart, and what nobody heard is told`() async throws {
    let folder = try TemporaryFolder()
    let time = MovedTime(1_000_000)
    do {
      let history = try await ConversationHistory.open(in: DataFolder(folder.file("data")))
      let desk = try await desk(history, time)
      _ = try await desk.set(.alarm, named: nil, from: time.now, dueAt: time.now + 5_000)
      _ = try await desk.set(.timer, named: "tea", from: time.now, dueAt: time.now + 900_000)
      await desk.close()
      time.pass(0)
      await history.close()
    }
    time.pass(600_000)
    let history = try await ConversationHistory.open(in: DataFolder(folder.file("data")))
    let desk = try await desk(history, time)
    let schedule = await desk.timers()
    #expect(schedule.missed.map(\.kind) == [.alarm] && schedule.running.map(\.name) == ["tea"])
    await desk.close()
    time.pass(0)
    await history.close()
  }

  @Test func `a page is told of timers when it comes, and stops the ringing`() async throws {
    let time = MovedTime(1_000_000)
    let scene = try await LiveScene(timers: { try await self.desk($0, time) })
    let desk = try #require(scene.timers)
    _ = try await desk.set(.timer, named: "tea", from: time.now, dueAt: time.now + 1_000)
    await scene.stage.watchTimers()
    let page = try await scene.page()
    try await page.next("kith.timers") { $0.timers?.first?.state == "running" }
    await pass(1_000, time, desk) { !$0.ringing.isEmpty }
    let told = try await page.next("kith.timers") { $0.timers?.first?.state == "ringing" }
    #expect(told.timers?.first?.words == "Time is up, for tea.")
    #expect(await page.send(.silence) == .well)
    try await page.next("kith.timers") { $0.timers?.isEmpty == true }
    #expect(try await scene.history.timers() == [])
    await scene.stage.close()
    await desk.close()
    time.pass(0)
  }
}
