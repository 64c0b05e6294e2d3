/// Keeps what was said.
///
/// A turn counts once it is kept: when the call returns it survives a crash.
public protocol TurnStore: Sendable {
  /// Keeps what the person said, before any model is asked.
  ///
  /// - Returns: The turn with its id.
  /// - Throws: A ``ProblemConvertible`` error; then nothing was kept.
  func keep(person text: String, at milliseconds: Int64) async throws -> Turn

  /// Keeps what was heard of the companion's answer to `person`.
  ///
  /// - Returns: The turn with its id.
  /// - Throws: A ``ProblemConvertible`` error; then nothing was kept.
  func keep(
    reply text: String, ending: Turn.Ending, answering person: Int64, at milliseconds: Int64
  ) async throws -> Turn

  /// The newest `count` turns, oldest first.
  func latest(_ count: Int) async throws -> [Turn]
}
