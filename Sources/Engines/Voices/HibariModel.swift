import FoundationEssentials

/// The female voice Hibari, a small network distilled from Kokoro, with its sound made here.
struct HibariModel: AcousticModel {
  /// The name of its part.
  static let part = "hibari"

  private static let engine = "Voice Hibari"

  /// Samples in a unit of the predicted durations: two frames.
  private static let unit = 2.0 * Double(HibariSpectrum.hop)

  private let session: OnnxSession
  private let numbers: [Unicode.Scalar: Int64]

  /// Loads the model.
  ///
  /// - Throws: `partMissing`, `partDamaged`, `modelFailed`.
  init(parts: PartsFolder, runtime: OnnxRuntime) throws(EngineError) {
    numbers = try Self.alphabet(at: try parts.path("vocab.json", of: Self.part))
    session = try OnnxSession(
      runtime: runtime, model: try parts.path("hibari-timed.onnx", of: Self.part),
      engine: Self.engine)
  }

  func symbols(for clauses: ArraySlice<NumberedClause>) -> [VoiceSymbol] {
    var symbols: [VoiceSymbol] = []
    func add(_ letter: Unicode.Scalar, ipa: String = "", word: Int? = nil) {
      guard let id = numbers[letter] else { return }
      symbols.append(VoiceSymbol(id: id, ipa: ipa, word: word))
    }
    for numbered in clauses {
      for (offset, word) in numbered.clause.words.enumerated() {
        for group in word.ipa.split(separator: " ") {
          if !symbols.isEmpty { add(" ") }
          // "a" alone keeps its own letter.
          let letters =
            group == "ɐ"
            ? [HibariAlphabet.Letter(letter: "ɐ", ipa: "ɐ")] : HibariAlphabet.letters(for: group)
          for letter in letters {
            add(letter.letter, ipa: letter.ipa, word: numbered.firstWord + offset)
          }
        }
      }
      if !symbols.isEmpty { add(numbered.clause.end?.unicodeScalars.first ?? ".") }
    }
    return symbols
  }

  func sound(of symbols: [VoiceSymbol], pace: Double) throws(EngineError) -> ModelSound {
    let ids = [0] + symbols.map(\.id) + [0]
    let outputs = try session.run(
      [
        ("ids", Tensor(shape: [1, ids.count], values: .int64(ids))),
        ("speed", Tensor(shape: [1], values: .float([Float(pace)]))),
      ],
      outputs: ["lh", "theta", "ln", "lr", "phi", "f0", "/Clip_output_0"])
    let values = outputs.compactMap(\.floats)
    guard values.count == 7, values[6].count == ids.count,
      values[..<5].allSatisfy({ $0.count == HibariSpectrum.bins * values[5].count })
    else { throw .modelFailed(engine: Self.engine, reason: "shape") }
    let spectrum = HibariSpectrum(
      pulseLevel: values[0], pulseTurn: values[1], noiseLevel: values[2], freeLevel: values[3],
      freePhase: values[4], pitch: values[5])
    var noise = SeededNoise(seededBy: ids)
    var place = Double(values[6][0]) * Self.unit
    let ends = values[6].dropFirst().dropLast().map { length in
      place += Double(length) * Self.unit
      return place
    }
    return ModelSound(samples: spectrum.sound(noise: &noise), ends: ends)
  }

  private static func alphabet(
    at path: String
  ) throws(EngineError) -> [Unicode.Scalar: Int64] {
    do {
      let named = try JSONDecoder().decode(
        [String: Int64].self, from: try Data(contentsOf: URL(filePath: path)))
      return Dictionary(
        named.compactMap { name, id in name.unicodeScalars.first.map { ($0, id) } },
        uniquingKeysWith: { first, _ in first })
    } catch {
      throw .partDamaged("Voice Hibari (female)")
    }
  }
}
