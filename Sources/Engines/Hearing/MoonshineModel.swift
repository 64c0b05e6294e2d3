/// Moonshine tiny (Jeffries et al., 2024): an encoder that listens and a decoder that writes, one
/// token at a time, each from the ones before.
final class MoonshineModel: Sendable {
  private static let engine = "Moonshine"
  private static let layers = 6
  private static let heads = 8
  private static let width = 36
  private static let start: Int64 = 1
  private static let end: Int64 = 2
  /// The authors' own bound; speech hardly reaches it, and a decoder that loops is stopped by it.
  private static let tokensASecond = 6.5

  private let encoder: OnnxSession
  private let decoder: OnnxSession
  private let tokens: MoonshineTokens
  private let pastNames: [String]
  private let presentNames: [String]

  /// Loads the model.
  ///
  /// - Throws: `partMissing`, `partDamaged`, `libraryUnusable` or `modelFailed`.
  init(runtime: OnnxRuntime, parts: PartsFolder) throws(EngineError) {
    let part = "moonshine"
    encoder = try OnnxSession(
      runtime: runtime, model: try parts.path("encoder_model.ort", of: part), engine: Self.engine)
    decoder = try OnnxSession(
      runtime: runtime, model: try parts.path("decoder_model_merged.ort", of: part),
      engine: Self.engine)
    tokens = try MoonshineTokens(path: try parts.path("tokenizer.bin", of: part))
    let caches = (0..<Self.layers).flatMap { layer in
      ["decoder.key", "decoder.value", "encoder.key", "encoder.value"].map { "\(layer).\($0)" }
    }
    pastNames = caches.map { "past_key_values." + $0 }
    presentNames = caches.map { "present." + $0 }
  }

  /// The words in `speech`, which is mono sound at 16 kHz; blocks.
  ///
  /// - Parameters:
  ///   - speech: At least 100 ms.
  ///   - goesOn: Asked before every token whether the words are still wanted.
  /// - Returns: The text as the model writes it.
  /// - Throws: `modelFailed`; `skipped` when the words are not wanted any more.
  func words(
    in speech: [Float], while goesOn: () -> Bool = { true }
  ) throws(EngineError) -> String {
    let mask = Tensor(
      shape: [1, speech.count], values: .int64([Int64](repeating: 1, count: speech.count)))
    let heard = try encoder.run(
      [
        ("input_values", try encoder.value(of: Tensor(shape: mask.shape, values: .float(speech)))),
        ("attention_mask", try encoder.value(of: mask)),
      ], outputs: ["last_hidden_state"])[0]
    let most = Int((Double(speech.count) / Double(hearingRate) * Self.tokensASecond).rounded(.up))
    return tokens.text(of: try write(heard, most: most, samples: speech.count, while: goesOn))
  }

  /// Writes the likeliest token again and again until the model ends the text.
  private func write(
    _ heard: OnnxValue, most: Int, samples: Int, while goesOn: () -> Bool
  ) throws(EngineError) -> [Int] {
    let mask = try decoder.value(
      of: Tensor(shape: [1, samples], values: .int64([Int64](repeating: 1, count: samples))))
    let nothing = try decoder.value(
      of: Tensor(shape: [1, Self.heads, 0, Self.width], values: .float([])))
    var past = [OnnxValue](repeating: nothing, count: pastNames.count)
    var written: [Int] = []
    var last = Self.start
    while written.count < most {
      guard goesOn() else { throw .skipped }
      let isFirst = written.isEmpty
      var inputs: [(name: String, value: OnnxValue)] = [
        ("input_ids", try decoder.value(of: Tensor(shape: [1, 1], values: .int64([last])))),
        ("encoder_hidden_states", heard),
        ("encoder_attention_mask", mask),
        (
          "use_cache_branch",
          try decoder.value(of: Tensor(shape: [1], values: .bool([!isFirst])))
        ),
      ]
      inputs += zip(pastNames, past).map { ($0, $1) }
      let results = try decoder.run(inputs, outputs: ["logits"] + presentNames)
      guard let scores = try results[0].tensor().floats, let best = Self.likeliest(scores) else {
        throw .modelFailed(engine: Self.engine, reason: "no tokens")
      }
      last = Int64(best)
      if last == Self.end { break }
      written.append(best)
      for (index, name) in presentNames.enumerated()
      // What the encoder heard is worked out once; later runs give empty values for it.
      where isFirst || name.contains("decoder") {
        past[index] = results[index + 1]
      }
    }
    return written
  }

  private static func likeliest(_ scores: [Float]) -> Int? {
    guard var best = scores.first else { return nil }
    var place = 0
    for index in 1..<scores.count where scores[index] > best {
      best = scores[index]
      place = index
    }
    return best.isFinite ? place : nil
  }
}
