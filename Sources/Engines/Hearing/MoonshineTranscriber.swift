public import Dialogue

/// English speech to text by Moonshine tiny.
public final class MoonshineTranscriber: Transcriber {
  /// The longest speech taken at once, in seconds.
  public static let longest = 120

  /// The shortest sound that can hold a word, in samples: 100 ms.
  private static let shortest = hearingRate / 10

  private let queue: InferenceQueue
  private let model: Lazy<MoonshineModel>

  /// A transcriber whose model is loaded by the first speech.
  ///
  /// - Parameters:
  ///   - runtime: The runtime of this process.
  ///   - parts: Where the model is.
  ///   - queue: The queue of this machine.
  public init(runtime: OnnxRuntime, parts: PartsFolder, queue: InferenceQueue) {
    self.queue = queue
    model = Lazy { () throws(EngineError) in
      try MoonshineModel(runtime: runtime, parts: parts)
    }
  }

  /// Loads the model unless it is loaded.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func load() async throws {
    try await queue.run(.finalTranscript) { [model] in _ = try model.get() }
  }

  /// Loads the model and runs it once, so that the first turn is as quick as the next.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func warm() async throws {
    try await queue.run(.finalTranscript) { [model] in
      _ = try model.get().words(in: [Float](repeating: 0, count: hearingRate))
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
      let text = try await words(in: QuietMargins.standard.around(sound[piece]), urgency)
      if !text.isEmpty { texts.append(text) }
    }
    return texts.joined(separator: " ")
  }

  private func words(in speech: [Float], _ urgency: TranscriptUrgency) async throws -> String {
    switch urgency {
    case .interruption:
      try await queue.run(.stopWord) { [model] in try model.get().words(in: speech) }
    case .final:
      try await queue.run(.finalTranscript) { [model] in try model.get().words(in: speech) }
    case .partial:
      // Words in progress make room at once for anything somebody waits for.
      try await queue.run(.partial) { [model, queue] in
        try model.get().words(in: speech) { !queue.hasWork(above: .partial) }
      }
    }
  }
}
