import Threads

/// Runs `body`, which blocks, on a thread of its own.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { done in
    do {
      try startThread(named: "kith-bench") { done.resume(with: Result { try body() }) }
    } catch {
      done.resume(throwing: error)
    }
  }
}
