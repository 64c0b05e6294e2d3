/// Keeps what was said.
///
/// A turn counts once it is kept: when the call returns it survives a crash.
public protocol TurnStore: Sendable {
  /// Keeps what the person said, before any model is asked.
  ///
  /// - Returns: The turn with its id.
  /// - Throws: A ``ProblemConvertible`` error; then nothing was kept.
  func keep(person text: String, at milliseconds: Int64) async throws -> Turn

  /// Keeps what the person sent under an id of the sender's choosing, once: sent again, it returns
  /// the turn kept the first time.
  ///
  /// - Parameters:
  ///   - text: What was said.
  ///   - request: The sender's id, 1…128 bytes; nil keeps it each time.
  ///   - milliseconds: When it began, since 1970 in UTC.
  /// - Returns: The turn with its id.
  /// - Throws: A ``ProblemConvertible`` error; then nothing was kept.
  func keep(person text: String, request: String?, at milliseconds: Int64) async throws -> Turn

  /// Replaces the words of the person's last turn, which went on after it had been kept.
  ///
  /// - Parameters:
  ///   - turn: The id of the turn, which has no answer yet.
  ///   - text: All that was said.
  /// - Returns: The turn as it is now.
  /// - Throws: A ``ProblemConvertible`` error; then nothing was changed.
  func extend(person turn: Int64, to text: String) async throws -> Turn

  /// Keeps what was heard of the companion's answer to `person`.
  ///
  /// - Returns: The turn with its id.
  /// - Throws: A ``ProblemConvertible`` error; then nothing was kept.
  func keep(
    reply text: String, ending: Turn.Ending, answering person: Int64, at milliseconds: Int64
  ) async throws -> Turn

  /// Notes what a turn of the person was said for.
  ///
  /// - Throws: A ``ProblemConvertible`` error; then nothing was changed.
  func mark(_ turn: Int64, as purpose: Turn.Purpose) async throws

  /// Keeps when and why things happened in a turn, as JSON, in place of what was kept before.
  ///
  /// - Throws: A ``ProblemConvertible`` error; then nothing was kept.
  func keep(timeline: String, of turn: Int64) async throws

  /// The newest `count` turns, oldest first.
  func latest(_ count: Int) async throws -> [Turn]

  /// What the companion answered to a turn of the person; nil when it has not yet.
  func answer(to person: Int64) async throws -> Turn?
}

/// A store may do without what only a real one needs.
extension TurnStore {
  public func keep(
    person text: String, request: String?, at milliseconds: Int64
  ) async throws -> Turn {
    try await keep(person: text, at: milliseconds)
  }

  public func keep(timeline: String, of turn: Int64) async throws {}

  public func answer(to person: Int64) async throws -> Turn? {
    try await latest(.max).last { $0.answers == person }
  }
}
