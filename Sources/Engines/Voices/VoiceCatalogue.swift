/// The voices this program can speak with on this machine.
public struct VoiceCatalogue: Sendable {
  /// How a voice sounds.
  public enum Gender: String, Sendable, CaseIterable {
    case female, male
  }

  /// One voice, before anything of it is loaded.
  public struct Entry: Sendable, Equatable {
    /// The name by which it is chosen.
    public var name: String
    /// What a person reads.
    public var title: String
    /// How it sounds.
    public var gender: Gender
    /// Whether its part has been set up.
    public var isInstalled: Bool
  }

  private struct Known: Sendable {
    var title: String
    var gender: Gender
    var files: [String]
    var voice: OnDeviceVoice
  }

  private let parts: PartsFolder
  private let known: [Known]

  /// The voices of `parts`; nothing is loaded.
  ///
  /// - Parameters:
  ///   - parts: Where the models are.
  ///   - runtime: The runtime of this process.
  ///   - queue: Where inference runs.
  ///   - phonemizer: Turns text into phonemes for every voice.
  public init(
    parts: PartsFolder, runtime: OnnxRuntime, queue: InferenceQueue, phonemizer: EspeakPhonemizer
  ) {
    self.parts = parts
    // The best voice comes first.
    known = [
      Known(
        title: "Hibari", gender: .female, files: ["hibari-timed.onnx", "vocab.json"],
        voice: OnDeviceVoice(name: HibariModel.part, phonemizer: phonemizer, queue: queue) {
          () throws(EngineError) in try HibariModel(parts: parts, runtime: runtime)
        }),
      Known(
        title: "Joe", gender: .male, files: ["joe-seeded.onnx", "en_US-joe-medium.onnx.json"],
        voice: OnDeviceVoice(name: PiperModel.part, phonemizer: phonemizer, queue: queue) {
          () throws(EngineError) in try PiperModel(parts: parts, runtime: runtime)
        }),
    ]
  }

  /// All voices, the best first.
  public var entries: [Entry] {
    known.map { known in
      Entry(
        name: known.voice.name, title: known.title, gender: known.gender,
        isInstalled: isInstalled(known))
    }
  }

  /// The voice called `name`.
  ///
  /// - Returns: The voice, or nil when there is none of that name; whether it is installed shows
  ///   when it speaks.
  public func voice(named name: String) -> OnDeviceVoice? {
    known.first { $0.voice.name == name }?.voice
  }

  /// The best installed voice that sounds as wanted, or the best installed one when none does.
  ///
  /// - Parameter gender: How it should sound; nil takes any.
  /// - Returns: A voice whose files are there.
  /// - Throws: `partMissing` or `partDamaged` for the voice that fits best when none is installed.
  public func best(_ gender: Gender?) throws(EngineError) -> OnDeviceVoice {
    let fitting = known.filter { gender == nil || $0.gender == gender }
    let ordered =
      fitting
      + known.filter { other in
        !fitting.contains { $0.voice.name == other.voice.name }
      }
    if let installed = ordered.first(where: isInstalled) { return installed.voice }
    guard let wanted = ordered.first else { throw .partMissing("a voice") }
    for file in wanted.files { _ = try parts.path(file, of: wanted.voice.name) }
    return wanted.voice
  }

  private func isInstalled(_ known: Known) -> Bool {
    known.files.allSatisfy { (try? parts.path($0, of: known.voice.name)) != nil }
  }
}
