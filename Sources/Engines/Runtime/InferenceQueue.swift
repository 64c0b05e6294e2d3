/// One permanent thread that runs inference, the most urgent first.
///
/// Neural networks take whole cores: on two of them one job at a time finishes sooner than several
/// side by side, and the threads of Swift's own pool must never block. Listening for voices has a
/// queue of its own, so that it never waits for a transcript.
public final class InferenceQueue: Sendable {
  private let worker: InferenceWorker

  /// A queue whose thread starts with its first job.
  ///
  /// - Parameters:
  ///   - name: The name of the thread, at most 15 bytes.
  ///   - limit: The most jobs that may wait.
  public init(name: String, limit: Int = 64) {
    worker = InferenceWorker(name: name, limit: limit)
  }

  /// How many jobs wait; for tests and figures.
  var waitingCount: Int { worker.waitingCount }

  /// Whether something more urgent than `priority` waits, so that work that may be skipped can stop.
  func hasWork(above priority: InferencePriority) -> Bool {
    worker.hasWork(above: priority)
  }

  deinit {
    worker.stop()
  }

  /// Runs `work` on the thread of this queue when its turn comes.
  ///
  /// Cancelling the task takes a waiting job out; one that runs already finishes.
  ///
  /// - Parameters:
  ///   - priority: How urgent it is.
  ///   - work: Blocking work.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws; `skipped` when a newer partial took its place; `overloaded` when
  ///   too much more urgent work waits; `CancellationError`.
  public func run<Value: Sendable>(
    _ priority: InferencePriority, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let ticket = InferenceTicket()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let job = InferenceJob(
          ticket: ticket, priority: priority,
          perform: { continuation.resume(with: Result(catching: work)) },
          giveUp: { continuation.resume(throwing: $0) })
        worker.add(job)
      }
    } onCancel: {
      worker.cancel(ticket)
    }
  }

  /// Gives up what waits and returns once the thread has ended, so that the process can end while
  /// no C library works.
  public func close() async {
    worker.stop()
    await withCheckedContinuation { worker.whenEnded($0) }
  }
}
