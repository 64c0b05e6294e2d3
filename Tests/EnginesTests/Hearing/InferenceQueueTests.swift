import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Engines

struct InferenceQueueTests {
  /// Holds the thread of a queue until it is let go, so that what waits can be arranged.
  private final class Gate: Sendable {
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)
    let ran = Mutex<[String]>([])

    func note(_ name: String) { ran.withLock { $0.append(name) } }
    var order: [String] { ran.withLock { $0 } }
  }

  @Test func `work comes back as a value or as its error`() async throws {
    let queue = InferenceQueue(name: "test")
    #expect(try await queue.run(.voice) { 7 } == 7)
    await #expect(throws: EngineError.inputUnusable("nothing")) {
      try await queue.run(.voice) { throw EngineError.inputUnusable("nothing") }
    }
    await queue.close()
  }

  @Test func `all work runs on one thread that is not a thread of the pool`() async throws {
    let queue = InferenceQueue(name: "test")
    let first = try await queue.run(.voice) { UInt(pthread_self()) }
    let names = try await withThrowingTaskGroup(of: UInt.self) { group in
      for priority in InferencePriority.allCases where priority != .partial {
        group.addTask { try await queue.run(priority) { UInt(pthread_self()) } }
      }
      return try await group.reduce(into: Set<UInt>()) { $0.insert($1) }
    }
    #expect(names == [first])
    await queue.close()
  }

  @Test func `what waits runs by priority, a cancelled job never, and partials newest only`()
    async throws
  {
    let queue = InferenceQueue(name: "test")
    let gate = Gate()
    async let blocker: Void = queue.run(.voice) {
      gate.entered.signal()
      gate.leave.wait()
    }
    await waitOutsideThePool(gate.entered)
    func start(_ name: String, _ priority: InferencePriority) async -> Task<Void, any Error> {
      let before = queue.waitingCount
      let task = Task { try await queue.run(priority) { gate.note(name) } }
      // A partial that replaces another leaves the count as it was.
      while queue.waitingCount == before && priority != .partial { await Task.yield() }
      return task
    }
    let draft = await start("draft", .draft)
    let cancelled = await start("cancelled", .finalTranscript)
    let old = await start("old partial", .partial)
    while queue.waitingCount < 3 { await Task.yield() }
    let new = Task { try await queue.run(.partial) { gate.note("new partial") } }
    let skipped = await old.result
    let stop = await start("stop", .stopWord)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(throws: EngineError.skipped) { try skipped.get() }
    gate.leave.signal()
    try await blocker
    for task in [draft, new, stop] { try await task.value }
    #expect(gate.order == ["stop", "draft", "new partial"])
    await queue.close()
  }

  @Test func `too much waiting work is refused with a clear error`() async throws {
    let queue = InferenceQueue(name: "test", limit: 1)
    let gate = Gate()
    async let blocker: Void = queue.run(.voice) {
      gate.entered.signal()
      gate.leave.wait()
    }
    await waitOutsideThePool(gate.entered)
    let waiting = Task { try await queue.run(.draft) { gate.note("draft") } }
    while queue.waitingCount < 1 { await Task.yield() }
    await #expect(throws: EngineError.overloaded) {
      try await queue.run(.draft) { gate.note("refused") }
    }
    gate.leave.signal()
    try await blocker
    try await waiting.value
    await queue.close()
  }

  @Test func `closing gives up what waits, ends the thread, and refuses what comes later`()
    async throws
  {
    let queue = InferenceQueue(name: "test")
    let gate = Gate()
    let running = Task {
      try await queue.run(.voice) {
        gate.entered.signal()
        gate.leave.wait()
      }
    }
    await waitOutsideThePool(gate.entered)
    let waiting = Task { try await queue.run(.draft) { gate.note("draft") } }
    while queue.waitingCount < 1 { await Task.yield() }
    async let closed: Void = queue.close()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.leave.signal()
    await closed
    try await running.value
    await #expect(throws: CancellationError.self) { try await queue.run(.voice) {} }
    await queue.close()
    #expect(gate.order.isEmpty)
  }

  @Test func `a queue that never worked closes at once`() async {
    await InferenceQueue(name: "test").close()
  }

  private func waitOutsideThePool(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        semaphore.wait()
        continuation.resume()
      }
    }
  }
}
