import Synchronization

/// The result of work that is waited for in several goes, so that one can say something in between.
final class Awaited<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiter: CheckedContinuation<Result<Value, any Error>?, Never>?
  }

  private let state = Mutex(State())

  /// Starts `work`, which goes on even when nobody waits any more.
  init(_ work: @escaping @Sendable () async throws -> Value) {
    // Ends with the work; it belongs to whoever does the work.
    Task {
      do {
        settle(.success(try await work()))
      } catch {
        settle(.failure(error))
      }
    }
  }

  /// Waits for the result.
  ///
  /// One waits at a time.
  ///
  /// - Parameters:
  ///   - time: How long to wait.
  ///   - clock: The clock that is waited by.
  /// - Returns: The value, or nil when it is not there in time or the waiting is cancelled.
  /// - Throws: The error of the work.
  func value(within time: Duration, _ clock: any Clock<Duration>) async throws -> Value? {
    let alarm = Task {
      try? await clock.sleep(for: time)
      wake(nil)
    }
    defer { alarm.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Result<Value, any Error>? in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let known { continuation.resume(returning: known) }
        if Task.isCancelled { wake(nil) }
      }
    } onCancel: {
      wake(nil)
    }
    return try result?.get()
  }

  private func settle(_ result: Result<Value, any Error>) {
    state.withLock { $0.result = result }
    wake(result)
  }

  private func wake(_ result: Result<Value, any Error>?) {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: result)
  }
}
