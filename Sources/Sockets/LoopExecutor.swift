import Glibc
import Synchronization
import Threads

/// Runs Swift's jobs on one event-loop thread, so that an actor and C callbacks share it without locks.
///
/// Make it an actor's `unownedExecutor`, or prefer it with `Task(executorPreference:)`. The thread of
/// the loop calls, in this order: ``takeThread(wake:)`` once; then, again and again, ``runJobs()`` and
/// its own blocking wait; ``finish()`` last. Jobs that come later (the last resumption, a `deinit`)
/// still run, one after the other, on a thread made for them: nothing awaits for ever.
///
/// See SE-0392 (custom actor executors), SE-0417 (task executor preference) and SE-0424.
public final class LoopExecutor: SerialExecutor, TaskExecutor {
  private enum Stage {
    /// The loop has not begun; jobs wait.
    case before
    /// The loop runs; `woken` says that it knows of new jobs already.
    case looping(wake: @Sendable () -> Void, woken: Bool)
    /// The loop is over; `helped` says that a thread is busy with what came late.
    case over(helped: Bool)
  }

  private struct Queue {
    var stage = Stage.before
    var jobs: [UnownedJob] = []
  }

  /// How many batches run before the loop looks at its sockets again.
  private static let batches = 64

  private let queue = Locked(Queue())
  private let thread = Atomic<UInt>(0)

  /// An executor whose loop has not begun.
  public init() {}

  /// Binds the calling thread to this executor.
  ///
  /// - Parameter wake: Makes the loop's blocking wait return; called from any thread.
  public func takeThread(wake: @escaping @Sendable () -> Void) {
    thread.store(UInt(pthread_self()), ordering: .releasing)
    queue.withLock { $0.stage = .looping(wake: wake, woken: false) }
  }

  /// Runs what is waiting; to be called before every blocking wait of the loop.
  public func runJobs() {
    for _ in 0..<Self.batches {
      if !runBatch() { return }
    }
    // Still more: the sockets get their turn, and the next wait returns at once.
    queue.withLock { queue -> (@Sendable () -> Void)? in
      guard case .looping(let wake, _) = queue.stage else { return nil }
      queue.stage = .looping(wake: wake, woken: true)
      return wake
    }?()
  }

  /// Ends the loop: runs what is waiting and hands later jobs to a thread made for them.
  public func finish() {
    while runBatch() {}
    thread.store(0, ordering: .releasing)
    let late = queue.withLock { queue in
      queue.stage = .over(helped: !queue.jobs.isEmpty)
      return !queue.jobs.isEmpty
    }
    if late { helpLateJobs() }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let onLoop = isOnThread
    enum Next {
      case nothing
      case wake(@Sendable () -> Void)
      case help
    }
    let next = queue.withLock { queue -> Next in
      queue.jobs.append(job)
      switch queue.stage {
      case .before, .over(helped: true), .looping(_, woken: true):
        return .nothing
      case .looping(let wake, woken: false):
        // The loop's own thread looks at the queue before it waits.
        if onLoop { return .nothing }
        queue.stage = .looping(wake: wake, woken: true)
        return .wake(wake)
      case .over(helped: false):
        queue.stage = .over(helped: true)
        return .help
      }
    }
    switch next {
    case .nothing: break
    case .wake(let wake): wake()
    case .help: helpLateJobs()
    }
  }

  public func isIsolatingCurrentContext() -> Bool? {
    isOnThread
  }

  public func checkIsolated() {
    precondition(isOnThread, "this belongs on the event loop's thread")
  }

  private var isOnThread: Bool {
    UInt(pthread_self()) == thread.load(ordering: .acquiring)
  }

  /// Runs the jobs that wait now.
  ///
  /// - Returns: Whether there were any.
  private func runBatch() -> Bool {
    let jobs = queue.withLock { queue -> [UnownedJob] in
      let waiting = queue.jobs
      queue.jobs.removeAll()
      if waiting.isEmpty, case .looping(let wake, _) = queue.stage {
        queue.stage = .looping(wake: wake, woken: false)
      }
      return waiting
    }
    for job in jobs {
      unsafe job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    return !jobs.isEmpty
  }

  /// Works off the queue on a new thread until it is empty.
  private func helpLateJobs() {
    let work: @Sendable () -> Void = { [self] in
      thread.store(UInt(pthread_self()), ordering: .releasing)
      while true {
        while runBatch() {}
        let done = queue.withLock { queue in
          guard queue.jobs.isEmpty else { return false }
          queue.stage = .over(helped: false)
          return true
        }
        if done { return }
      }
    }
    do { try startThread(named: "kith-late", work) } catch { work() }
  }
}
