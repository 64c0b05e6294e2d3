import FoundationEssentials
import Sound

/// A Piper voice: one network from phonemes to sound (VITS).
struct PiperModel: AcousticModel {
  /// The name of the part with the voice Joe.
  static let part = "joe"

  private static let engine = "Voice Joe"

  /// Samples in a unit of the predicted durations.
  private static let unit = 256.0

  private let session: OnnxSession
  private let configuration: Configuration
  private let numbers: [Unicode.Scalar: Int64]

  /// Loads the voice Joe.
  ///
  /// - Throws: `partMissing`, `partDamaged`, `modelFailed`.
  init(parts: PartsFolder, runtime: OnnxRuntime) throws(EngineError) {
    configuration = try Configuration(
      path: try parts.path("en_US-joe-medium.onnx.json", of: Self.part))
    numbers = configuration.numbers
    session = try OnnxSession(
      runtime: runtime, model: try parts.path("joe-timed.onnx", of: Self.part),
      engine: Self.engine)
  }

  func symbols(for clauses: ArraySlice<NumberedClause>) -> [VoiceSymbol] {
    var symbols: [VoiceSymbol] = []
    func add(_ letter: Unicode.Scalar, ipa: String = "", word: Int? = nil) {
      guard let id = numbers[letter] else { return }
      symbols.append(VoiceSymbol(id: id, ipa: ipa, word: word))
    }
    for numbered in clauses {
      for (offset, word) in numbered.clause.words.enumerated() where !word.ipa.isEmpty {
        if !symbols.isEmpty, !word.runsOn { add(" ") }
        for scalar in word.ipa.unicodeScalars {
          let isSilent = scalar == " " || scalar == "ˈ" || scalar == "ˌ"
          add(scalar, ipa: isSilent ? "" : String(scalar), word: numbered.firstWord + offset)
        }
      }
      if !symbols.isEmpty { add(Self.mark(for: numbered.clause.end)) }
    }
    return symbols
  }

  /// The voice knows no ellipsis and no dash.
  private static func mark(for end: Character?) -> Unicode.Scalar {
    switch end {
    case "—": ","
    case "…", nil: "."
    case .some(let mark): mark.unicodeScalars.first ?? "."
    }
  }

  func sound(of symbols: [VoiceSymbol], pace: Double) throws(EngineError) -> ModelSound {
    // Every symbol is followed by a blank, and all stand between a start and an end.
    let blank = numbers["_"] ?? 0
    let ids =
      [numbers["^"] ?? 1, blank] + symbols.flatMap { [$0.id, blank] } + [numbers["$"] ?? 2]
    let scales = configuration.inference
    let outputs = try session.run(
      [
        ("input", Tensor(shape: [1, ids.count], values: .int64(ids))),
        ("input_lengths", Tensor(shape: [1], values: .int64([Int64(ids.count)]))),
        (
          "scales",
          Tensor(
            shape: [3],
            values: .float([
              scales.noise_scale, scales.length_scale / Float(pace), scales.noise_w,
            ]))
        ),
      ],
      outputs: ["output", "/Ceil_output_0"])
    let values = outputs.compactMap(\.floats)
    guard values.count == 2, values[1].count == ids.count else {
      throw .modelFailed(engine: Self.engine, reason: "shape")
    }
    let rate = configuration.audio.sample_rate
    let scale = Self.unit * Double(SampleTime.rate) / Double(rate)
    var place = Double(values[1][0] + values[1][1]) * scale
    let ends = symbols.indices.map { index in
      place += Double(values[1][2 * index + 2] + values[1][2 * index + 3]) * scale
      return place
    }
    let sound = SoundClip(rate: rate, samples: values[0]).resampled(to: SampleTime.rate)
    return ModelSound(samples: sound.samples, ends: ends)
  }
}

extension PiperModel {
  /// The part of a voice's configuration file that is used, with its own names.
  private struct Configuration: Decodable {
    struct Audio: Decodable {
      var sample_rate: Int
    }
    struct Inference: Decodable {
      var noise_scale: Float
      var length_scale: Float
      var noise_w: Float
    }
    var audio: Audio
    var inference: Inference
    var phoneme_id_map: [String: [Int64]]

    init(path: String) throws(EngineError) {
      do {
        self = try JSONDecoder().decode(
          Configuration.self, from: try Data(contentsOf: URL(filePath: path)))
      } catch {
        throw .partDamaged("Voice Joe (male)")
      }
      guard Resampler.rates.contains(audio.sample_rate) else {
        throw .partDamaged("Voice Joe (male)")
      }
    }

    var numbers: [Unicode.Scalar: Int64] {
      var numbers: [Unicode.Scalar: Int64] = [:]
      for (name, ids) in phoneme_id_map {
        if let scalar = name.unicodeScalars.first, let id = ids.first { numbers[scalar] = id }
      }
      return numbers
    }
  }
}
