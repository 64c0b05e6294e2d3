/// Tells speech from everything else.
public protocol VoiceActivityModel: Sendable {
  /// A fresh listener with no memory of earlier sound.
  ///
  /// - Throws: A ``ProblemConvertible`` error.
  func makeStream() async throws -> any VoiceActivityStream
}

/// One microphone's sound, judged window by window.
public protocol VoiceActivityStream: Sendable {
  /// How likely it is that `window` holds speech, 0…1. Windows must come in order.
  ///
  /// - Parameter window: 512 samples (32 ms) of mono sound at 16 kHz.
  /// - Returns: A probability.
  /// - Throws: A ``ProblemConvertible`` error.
  func probability(of window: [Float]) async throws -> Float
}
