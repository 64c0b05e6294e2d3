/// Turns speech into words.
public protocol Transcriber: Sendable {
  /// The words in `speech`.
  ///
  /// - Parameters:
  ///   - speech: Mono sound at 16 kHz, at most 120 s.
  ///   - urgency: Whether the words are final or only shown while the person talks.
  /// - Returns: The words as recognised, unfiltered; empty when there are none.
  /// - Throws: A ``ProblemConvertible`` error.
  func transcribe(_ speech: [Float], urgency: TranscriptUrgency) async throws -> String
}

/// How soon a transcript is needed.
public enum TranscriptUrgency: Sendable, Equatable {
  /// Somebody seems to talk over a reply, which is stopped or goes on for it: nothing comes before it.
  case interruption
  /// The turn waits for it.
  case final
  /// It is shown while the person talks, and may be skipped.
  case partial
}
