public import Dialogue

/// Whether a turn is over, judged from how it sounds, by Smart Turn 3.
///
/// It is advice: of eight hand-placed cuts of one reading it judged six rightly.
public final class SmartTurn: TurnModel {
  /// The model and the picture it looks at.
  private final class Loaded: Sendable {
    let session: OnnxSession
    let features: WhisperFeatures

    init(runtime: OnnxRuntime, parts: PartsFolder) throws(EngineError) {
      session = try OnnxSession(
        runtime: runtime, model: try parts.path("smart-turn-v3.2-cpu.onnx", of: "smart-turn"),
        engine: "Turn model")
      features = try WhisperFeatures()
    }
  }

  private let queue: InferenceQueue
  private let loaded: Lazy<Loaded>

  /// A turn model that is loaded by the first decision.
  ///
  /// - Parameters:
  ///   - runtime: The runtime of this process.
  ///   - parts: Where the model is.
  ///   - queue: The queue of this machine.
  public init(runtime: OnnxRuntime, parts: PartsFolder, queue: InferenceQueue) {
    self.queue = queue
    loaded = Lazy { () throws(EngineError) in try Loaded(runtime: runtime, parts: parts) }
  }

  /// Loads the model unless it is loaded.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func load() async throws {
    try await queue.run(.turnModel) { [loaded] in _ = try loaded.get() }
  }

  /// Loads the model and runs it once, so that the first decision is as quick as the next.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func warm() async throws {
    _ = try await completion(of: [Float](repeating: 0, count: hearingRate))
  }

  public func completion(of speech: [Float]) async throws -> Float {
    guard !speech.isEmpty else { throw EngineError.inputUnusable("no sound to judge a turn by") }
    return try await queue.run(.turnModel) { [loaded] in
      let model = try loaded.get()
      let picture = model.features.picture(
        of: Array(speech.suffix(WhisperFeatures.samples)).bounded)
      let results = try model.session.run(
        [
          (
            "input_features",
            Tensor(
              shape: [1, WhisperFeatures.bands, WhisperFeatures.frames], values: .float(picture))
          )
        ], outputs: ["logits"])
      // Despite its name the output is a probability: the model ends with a sigmoid.
      guard let probability = results[0].floats?.first, probability.isFinite else {
        throw EngineError.modelFailed(engine: "Turn model", reason: "no probability")
      }
      return min(1, max(0, probability))
    }
  }
}
