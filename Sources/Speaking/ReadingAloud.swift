public import Dialogue
import Sound

/// A whole text as sound, spoken sentence after sentence as a reply is.
public struct ReadingAloud: Sendable {
  /// The sound at 24 kHz.
  public private(set) var samples: [Int16] = []
  /// The words, each with its time from the first sample.
  public private(set) var words: [TimedWord] = []

  /// Speaks `pieces`.
  ///
  /// - Parameters:
  ///   - pieces: What is to be said; pieces without words are passed over.
  ///   - voice: Who says it.
  ///   - rate: How fast; 1 is the voice's own speed.
  ///   - progress: Is told which piece comes next, counted from 0.
  /// - Throws: What the voice throws, or `CancellationError`.
  public init(
    _ pieces: [ReplyText.Piece], by voice: any Voice, rate: Double,
    progress: (Int) -> Void = { _ in }
  ) async throws {
    var pause = SampleSpan.zero
    for (index, piece) in pieces.enumerated() where !piece.spoken.isEmpty {
      try Task.checkCancellation()
      progress(index)
      let sound = try await voice.speak(piece.spoken, rate: rate)
      samples.append(contentsOf: repeatElement(0, count: Int(pause.samples)))
      let begin = SampleSpan(samples: Int64(samples.count))
      samples += PCM16.samples(sound.samples)
      words += sound.words.map {
        TimedWord(text: $0.text, start: begin + $0.start, end: begin + $0.end)
      }
      pause = piece.goesOn ? Playout.pauseInSentence : Playout.pauseAfterSentence
    }
  }
}
