/// A stretch of a sentence that is said in one go, up to a comma, a full stop or the like.
struct Clause: Sendable, Equatable {
  /// A word as it is written and as the phonemizer is to read it.
  struct Word: Sendable, Equatable {
    /// As written, with its punctuation.
    var written: String
    /// What to read out: no punctuation, no abbreviation; empty when nothing can be said.
    var spoken: String
  }

  /// The words in order.
  var words: [Word]

  /// The mark that ends the clause, one of `, ; : . ! ? … —`, or nil when it only stops.
  var end: Character?
}

extension Clause {
  /// The longest sentence that is read, in characters.
  static let sentenceLimit = 600

  /// The longest clause, in characters: the phonemizer takes lines below 1000 bytes.
  static let lengthLimit = 300

  /// Cuts a sentence at its clause marks.
  ///
  /// Every written word appears in exactly one clause, also when nothing of it can be said. Marks
  /// inside a word ("3.14", "10:30", "p.m.") end nothing.
  ///
  /// - Parameter sentence: Any text; what follows the first ``sentenceLimit`` characters is dropped.
  /// - Returns: The clauses in order; none when there is no word.
  static func split(_ sentence: String) -> [Clause] {
    let written = sentence.prefix(sentenceLimit)
      .split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(\.isControl) }
      .map(String.init)
    var clauses: [Clause] = []
    var words: [Word] = []
    var length = 0

    func close(_ end: Character?) {
      clauses.append(Clause(words: words, end: end))
      words = []
      length = 0
    }

    for (index, text) in written.enumerated() {
      let spoken = SpokenForm.of(
        text, after: index > 0 ? written[index - 1] : nil,
        before: index + 1 < written.count ? written[index + 1] : nil)
      let said = spoken.text.prefix(lengthLimit)
      if length > 0, length + said.count > lengthLimit { close(nil) }
      words.append(Word(written: text, spoken: String(said)))
      length += said.count + 1
      if let mark = spoken.mark { close(mark) }
    }
    if !words.isEmpty { close(nil) }
    return clauses
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
