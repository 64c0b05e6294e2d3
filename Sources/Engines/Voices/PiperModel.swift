import FoundationEssentials
import Sound

/// A Piper voice: one network from phonemes to sound (VITS).
struct PiperModel: AcousticModel {
  /// The name of the part with the voice Joe.
  static let part = "joe"

  private static let engine = "Voice Joe"
  private static let title = "Voice Joe (male, Piper)"

  /// Samples in a unit of the predicted durations.
  private static let unit = 256.0

  private let session: OnnxSession
  private let configuration: Configuration
  private let numbers: [Unicode.Scalar: Int64]
  private let grain = NoiseGrain(seed: 1)

  /// Loads the voice Joe.
  ///
  /// - Throws: `partMissing`, `partDamaged`, `modelFailed`.
  init(parts: PartsFolder, runtime: OnnxRuntime) throws(EngineError) {
    let path = try parts.path("en_US-joe-medium.onnx.json", of: Self.part)
    guard let configuration = Configuration(path: path) else {
      throw .partDamaged(Self.title)
    }
    self.configuration = configuration
    numbers = configuration.numbers
    session = try OnnxSession(
      runtime: runtime, model: try parts.path("joe-seeded.onnx", of: Self.part),
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
    let (samples, lengths) = try run(ids, pace: pace)
    let rate = configuration.sampleRate
    let scale = Self.unit * Double(SampleTime.rate) / Double(rate)
    var place = Double(lengths[0] + lengths[1]) * scale
    let ends = symbols.indices.map { index in
      place += Double(lengths[2 * index + 2] + lengths[2 * index + 3]) * scale
      return place
    }
    let sound = SoundClip(rate: rate, samples: samples).resampled(to: SampleTime.rate)
    return ModelSound(samples: sound.samples, ends: ends)
  }

  /// The samples, and how many units each id lasts.
  private func run(
    _ ids: [Int64], pace: Double
  ) throws(EngineError) -> (samples: [Float], lengths: [Float]) {
    let scales = [
      configuration.noiseScale, configuration.lengthScale / Float(pace),
      configuration.durationNoiseScale,
    ]
    // The model cuts the noise to the units it needs, which only it knows; an id rarely has ten.
    var columns = Int(Double(10 * ids.count) / pace) + 256
    var noise = SeededNoise(seededBy: ids)
    let durationNoise = grain.rows(2, columns: ids.count, noise: &noise)
    while true {
      let outputs: [Tensor]
      do throws(EngineError) {
        outputs = try session.run(
          [
            ("input", Tensor(shape: [1, ids.count], values: .int64(ids))),
            ("input_lengths", Tensor(shape: [1], values: .int64([Int64(ids.count)]))),
            ("scales", Tensor(shape: [3], values: .float(scales))),
            ("noise_w", durationNoise),
            ("noise", grain.rows(Self.channels, columns: columns, noise: &noise)),
          ],
          outputs: ["output", "/Ceil_output_0"])
      } catch {
        // Too little noise makes the shapes differ; 64 units an id are more than it ever predicts.
        guard columns < 64 * ids.count * 2 else { throw error }
        columns *= 4
        continue
      }
      let values = outputs.compactMap(\.floats)
      guard values.count == 2, values[1].count == ids.count else {
        throw .modelFailed(engine: Self.engine, reason: "shape")
      }
      return (values[0], values[1])
    }
  }

  /// Channels of the noise the sound is made from.
  private static let channels = 192
}

extension PiperModel {
  /// The part of a voice's configuration file that is used.
  private struct Configuration: Decodable {
    private struct Audio: Decodable {
      var rate: Int

      enum CodingKeys: String, CodingKey {
        case rate = "sample_rate"
      }
    }

    private struct Inference: Decodable {
      var noise: Float
      var length: Float
      var durationNoise: Float

      enum CodingKeys: String, CodingKey {
        case noise = "noise_scale"
        case length = "length_scale"
        case durationNoise = "noise_w"
      }
    }

    private var audio: Audio
    private var inference: Inference
    private var symbols: [String: [Int64]]

    private enum CodingKeys: String, CodingKey {
      case audio, inference
      case symbols = "phoneme_id_map"
    }

    /// The configuration in the file at `path`, or nil when it can't be used.
    init?(path: String) {
      guard let data = try? Data(contentsOf: URL(filePath: path)),
        let read = try? JSONDecoder().decode(Configuration.self, from: data),
        Resampler.rates.contains(read.audio.rate)
      else { return nil }
      self = read
    }

    /// Samples per second of what the model gives.
    var sampleRate: Int { audio.rate }
    /// How much one sound differs from the next.
    var noiseScale: Float { inference.noise }
    /// How long everything lasts.
    var lengthScale: Float { inference.length }
    /// How much one length differs from the next.
    var durationNoiseScale: Float { inference.durationNoise }

    /// The number of each symbol.
    var numbers: [Unicode.Scalar: Int64] {
      var numbers: [Unicode.Scalar: Int64] = [:]
      for (name, ids) in symbols {
        if let scalar = name.unicodeScalars.first, let id = ids.first { numbers[scalar] = id }
      }
      return numbers
    }
  }
}
