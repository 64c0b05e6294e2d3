import Sockets
import TestSupport
import Testing
import Threads

/// An actor on a loop of its own that has nothing but jobs.
private actor Looped {
  nonisolated let executor: LoopExecutor
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: LoopExecutor) {
    self.executor = executor
  }

  func increase() -> Int {
    executor.checkIsolated()
    count += 1
    return count
  }
}

/// Runs a loop until its second ring says so.
private func startLoop(_ executor: LoopExecutor, until isOver: Locked<Bool>) throws -> WakeUp {
  let poller = try Poller()
  let wakeUp = poller.wakeUp
  let box = PollerBox(poller)
  try startThread(named: "test-loop") {
    executor.takeThread { wakeUp.ring() }
    while !isOver.withLock({ $0 }) {
      executor.runJobs()
      box.poller.wait(atMost: nil) { _, _ in }
    }
    executor.finish()
  }
  return wakeUp
}

private final class PollerBox: Sendable {
  let poller: Poller

  init(_ poller: consuming Poller) {
    self.poller = poller
  }
}

struct `Waiting for sockets` {
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [-1, -500_000, -5_000_000, -999_999_999, -1_000_000_000, -90_000_000_000, 0])
  func `does not wait for a moment that is past`(nanoseconds: Int) async throws {
    // In a thread of its own: a wait without an end would block one of the pool.
    try await onThread {
      try Poller().wait(atMost: .nanoseconds(nanoseconds)) { _, _ in
        Issue.record("nothing is ready")
      }
    }
  }
}

struct `An event loop that runs Swift's jobs` {
  @Test func `runs them on its thread, one after the other, and late ones too`() async throws {
    let executor = LoopExecutor()
    let isOver = Locked(false)
    let wakeUp = try startLoop(executor, until: isOver)
    let looped = Looped(executor)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<1000 { group.addTask { _ = await looped.increase() } }
    }
    #expect(await looped.increase() == 1001)
    isOver.withLock { $0 = true }
    wakeUp.ring()
    // The loop ends somewhere among these; none may be lost.
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<1000 { group.addTask { _ = await looped.increase() } }
    }
    #expect(await looped.increase() == 2002)
  }

  @Test func `keeps jobs that come before it begins`() async throws {
    let executor = LoopExecutor()
    let looped = Looped(executor)
    async let early = looped.increase()
    let isOver = Locked(false)
    let wakeUp = try startLoop(executor, until: isOver)
    #expect(await early == 1)
    isOver.withLock { $0 = true }
    wakeUp.ring()
  }
}

struct `A listener` {
  @Test func `says in a type that its port is taken`() throws {
    let first = try Listener(.v4, port: 0)
    #expect(first.port != 0)
    #expect(throws: SocketError.portInUse(first.port)) { try Listener(.v4, port: first.port) }
  }

  @Test func `gives its port back`() throws {
    var first: Listener? = try Listener(.v4, port: 0)
    let port = try #require(first?.port)
    first = nil
    #expect(try Listener(.v4, port: port).port == port)
  }
}
