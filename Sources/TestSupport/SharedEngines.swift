public import Engines
import Glibc

/// The engines of this machine, made once for all tests of a run: loading a model takes longer than
/// most tests, and each copy its memory.
public actor SharedEngines {
  /// The one of this run; the exception to no shared state that tests are allowed.
  public static let ofThisMachine = SharedEngines()

  /// What a skipped test says.
  public static let absence = "The parts are not here; scripts/setup fetches them."

  /// Whether every part that hears is here, so that a test can be skipped with a sentence.
  public static let areHere: Bool = {
    guard let parts = try? installedParts() else { return false }
    let needed = [
      ("libonnxruntime.so", "sherpa-onnx"), ("silero_vad.onnx", "silero"),
      ("smart-turn-v3.2-cpu.onnx", "smart-turn"), ("encoder_model.ort", "moonshine"),
      ("decoder_model_merged.ort", "moonshine"), ("tokenizer.bin", "moonshine"),
    ]
    return needed.allSatisfy { (try? parts.path($0.0, of: $0.1)) != nil }
  }()

  /// The queue everything but voice activity runs on.
  public nonisolated let inference = InferenceQueue(name: "inference")
  /// The queue of voice activity.
  public nonisolated let listening = InferenceQueue(name: "listening")

  private var knownRuntime: OnnxRuntime?
  private var knownActivity: SileroActivity?
  private var knownTranscriber: MoonshineTranscriber?
  private var knownTurnModel: SmartTurn?
  private var knownVoices: VoiceCatalogue?

  private init() {}

  /// The parts in this user's cache.
  public static func installedParts() throws(EngineError) -> PartsFolder {
    var environment: [String: String] = [:]
    for name in ["HOME", "XDG_CACHE_HOME"] {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return PartsFolder(
      cache: PartsFolder.standardCache(environment: environment), list: try .embedded())
  }

  /// The ONNX Runtime of the process.
  public func runtime() throws(EngineError) -> OnnxRuntime {
    if let knownRuntime { return knownRuntime }
    let made = OnnxRuntime(parts: try Self.installedParts())
    knownRuntime = made
    return made
  }

  /// Voice activity.
  public func activity() throws(EngineError) -> SileroActivity {
    if let knownActivity { return knownActivity }
    let made = SileroActivity(
      runtime: try runtime(), parts: try Self.installedParts(), queue: listening)
    knownActivity = made
    return made
  }

  /// Speech to text.
  public func transcriber() throws(EngineError) -> MoonshineTranscriber {
    if let knownTranscriber { return knownTranscriber }
    let made = MoonshineTranscriber(
      runtime: try runtime(), parts: try Self.installedParts(), queue: inference)
    knownTranscriber = made
    return made
  }

  /// Whether a turn is over.
  public func turnModel() throws(EngineError) -> SmartTurn {
    if let knownTurnModel { return knownTurnModel }
    let made = SmartTurn(
      runtime: try runtime(), parts: try Self.installedParts(), queue: inference)
    knownTurnModel = made
    return made
  }

  /// The voices.
  public func voices() throws(EngineError) -> VoiceCatalogue {
    if let knownVoices { return knownVoices }
    let made = VoiceCatalogue(
      parts: try Self.installedParts(), runtime: try runtime(), queue: inference,
      phonemizer: EspeakPhonemizer())
    knownVoices = made
    return made
  }

  /// Whether every voice is here.
  public static let voicesAreHere: Bool = {
    guard let parts = try? installedParts() else { return false }
    let needed = [
      ("libonnxruntime.so", "sherpa-onnx"), ("hibari-timed.onnx", "hibari"),
      ("joe-seeded.onnx", "joe"),
    ]
    return needed.allSatisfy { (try? parts.path($0.0, of: $0.1)) != nil }
  }()
}
