import Threads

/// Runs `body`, which may block, on a thread of its own, so that tests don't hold up each other.
///
/// - Returns: What `body` returned.
/// - Throws: What `body` threw, or `NoThreadLeft`.
public func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try startThread(named: "test") { continuation.resume(with: Result(catching: body)) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
