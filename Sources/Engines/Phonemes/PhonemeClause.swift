/// A clause as phonemes, word by word.
struct PhonemeClause: Sendable, Equatable {
  /// A written word with the part of the clause's phonemes that says it.
  struct Word: Sendable, Equatable {
    /// As written, with its punctuation.
    var written: String
    /// Its phonemes in IPA with stress marks, with spaces where a number is said in several words;
    /// empty when nothing of it is said.
    var ipa: String
    /// Whether it is said as one with the word before ("from the").
    var runsOn: Bool
  }

  /// The words in order.
  var words: [Word]

  /// The mark that ends the clause, or nil when it only stops.
  var end: Character?

  /// Whether anything is said.
  var isSilent: Bool { words.allSatisfy(\.ipa.isEmpty) }
}
