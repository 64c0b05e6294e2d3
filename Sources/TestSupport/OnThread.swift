import Threads

/// Runs `body`, which may block, on a thread of its own.
///
/// - Returns: What it returned.
/// - Throws: What it threw.
public func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try startThread(named: "test") { continuation.resume(with: Result { try body() }) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
