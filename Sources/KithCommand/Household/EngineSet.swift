import Dialogue
import Engines
import Journal
import Personality

/// What hears and speaks on this machine, built but not loaded: every engine loads when it is first
/// needed.
struct EngineSet: Sendable {
  /// Where the parts are.
  let parts: PartsFolder
  /// Tells speech from other sound.
  let activity: SileroActivity
  /// Turns speech into words.
  let transcriber: MoonshineTranscriber
  /// Judges whether a turn is over.
  let turnModel: SmartTurn
  /// The voices.
  let voices: VoiceCatalogue

  /// The engines over the parts in the cache that `environment` names.
  ///
  /// - Throws: `EngineError` when this copy of the program is damaged.
  init(environment: [String: String]) throws(EngineError) {
    parts = PartsFolder(
      cache: PartsFolder.standardCache(environment: environment), list: try .embedded())
    let runtime = OnnxRuntime(parts: parts)
    // Voice activity must not wait behind a transcript, so it has a thread of its own.
    let inference = InferenceQueue(name: "inference")
    activity = SileroActivity(
      runtime: runtime, parts: parts, queue: InferenceQueue(name: "activity"))
    transcriber = MoonshineTranscriber(runtime: runtime, parts: parts, queue: inference)
    turnModel = SmartTurn(runtime: runtime, parts: parts, queue: inference)
    voices = VoiceCatalogue(
      parts: parts, runtime: runtime, queue: inference, phonemizer: EspeakPhonemizer())
  }

  /// Whether the turn model is set up; silence alone ends turns without it.
  var hasTurnModel: Bool {
    (try? parts.path("smart-turn-v3.2-cpu.onnx", of: "smart-turn")) != nil
  }

  /// The voice to speak with.
  ///
  /// - Parameters:
  ///   - name: The voice the owner chose, if any.
  ///   - kind: The kind of voice that suits the persona.
  /// - Returns: The voice named, or the best one installed.
  /// - Throws: ``WrongUse`` for a voice that does not exist, `EngineError` when none is installed.
  func voice(named name: String?, fitting kind: Persona.VoiceKind) throws -> OnDeviceVoice {
    guard let name else { return try voices.best(VoiceCatalogue.Gender(rawValue: kind.rawValue)) }
    guard let voice = voices.voice(named: name) else {
      let known = voices.entries.map(\.name).joined(separator: " and ")
      throw WrongUse("There is no voice \(name); the voices are \(known).")
    }
    return voice
  }
}
