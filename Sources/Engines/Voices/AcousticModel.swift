/// A network that turns phonemes into sound; one conformer for each kind of network.
///
/// Its functions block and run on an ``InferenceQueue``.
protocol AcousticModel: Sendable {
  /// The symbols the model takes for clauses spoken in one go.
  func symbols(for clauses: ArraySlice<NumberedClause>) -> [VoiceSymbol]

  /// The sound of the symbols.
  ///
  /// - Parameters:
  ///   - symbols: What ``symbols(for:)`` gave.
  ///   - pace: How fast, 1 is the voice's own speed.
  /// - Returns: The sound, the same for the same symbols and pace.
  /// - Throws: `modelFailed`.
  func sound(of symbols: [VoiceSymbol], pace: Double) throws(EngineError) -> ModelSound
}

/// A clause that knows which words of the sentence it holds.
struct NumberedClause: Sendable, Equatable {
  var clause: PhonemeClause
  /// The place in the sentence of its first word.
  var firstWord: Int
}

/// One symbol of a model's alphabet, and what it stands for.
struct VoiceSymbol: Sendable, Equatable {
  /// The model's number for it.
  var id: Int64
  /// The phoneme in IPA, "ː" for more of the one before; empty for stress marks, spaces and
  /// punctuation.
  var ipa: String
  /// The place in the sentence of the word it belongs to, nil between words.
  var word: Int?
}

/// What a model makes of symbols.
struct ModelSound: Sendable, Equatable {
  /// Mono sound at 24 kHz.
  var samples: [Float]
  /// For each symbol the samples from the start of the sound to where it ends.
  var ends: [Double]
}
