public import Dialogue

/// English speech to text by Moonshine tiny.
public final class MoonshineTranscriber: Transcriber {
  /// The longest speech taken at once, in seconds.
  public static let longest = 120

  /// The shortest sound that can hold a word, in samples: 100 ms.
  private static let shortest = hearingRate / 10

  private let queue: InferenceQueue
  private let recognizer: Lazy<MoonshineRecognizer>

  /// A transcriber whose model is loaded by the first speech.
  ///
  /// - Parameters:
  ///   - parts: Where the library and the model are.
  ///   - queue: The queue of this machine.
  public init(parts: PartsFolder, queue: InferenceQueue) {
    self.queue = queue
    recognizer = Lazy { () throws(EngineError) in try MoonshineRecognizer(parts: parts) }
  }

  /// Loads the model unless it is loaded.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func load() async throws {
    try await queue.run(.finalTranscript) { [recognizer] in _ = try recognizer.get() }
  }

  /// Loads the model and runs it once, so that the first turn is as quick as the next.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func warm() async throws {
    try await queue.run(.finalTranscript) { [recognizer] in
      _ = try recognizer.get().words(in: [Float](repeating: 0, count: hearingRate))
    }
  }

  public func transcribe(_ speech: [Float], urgency: TranscriptUrgency) async throws -> String {
    guard speech.count <= Self.longest * hearingRate else {
      throw EngineError.inputUnusable("more than \(Self.longest) s of speech at once")
    }
    guard speech.count >= Self.shortest else { return "" }
    let sound = speech.bounded
    guard sound.contains(where: { $0 != 0 }) else { return "" }
    var texts: [String] = []
    // A job a piece: between two pieces something more urgent may run, or the task be cancelled.
    for piece in SpeechPieces.standard.ranges(of: sound) {
      let padded = QuietMargins.standard.around(sound[piece])
      let text = try await queue.run(urgency == .final ? .finalTranscript : .partial) {
        [recognizer] in try recognizer.get().words(in: padded)
      }
      let words = text.split(separator: " ", omittingEmptySubsequences: true)
      if !words.isEmpty { texts.append(words.joined(separator: " ")) }
    }
    return texts.joined(separator: " ")
  }
}
