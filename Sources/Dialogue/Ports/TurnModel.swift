/// Judges from the sound alone whether a person has finished their turn.
public protocol TurnModel: Sendable {
  /// How likely it is that the turn is over, 0…1.
  ///
  /// - Parameter speech: Mono sound at 16 kHz, up to and including the pause; the last 8 s count.
  /// - Returns: A probability.
  /// - Throws: A ``ProblemConvertible`` error.
  func completion(of speech: [Float]) async throws -> Float
}
