/// Clauses that a model speaks in one go.
///
/// A model's time and memory grow with the number of phonemes, so a long sentence is spoken in
/// several pieces, cut between clauses where possible.
struct SentencePiece: Sendable, Equatable {
  /// The most phonemes in a piece, spaces and stress marks included.
  static let limit = 280

  /// The most phonemes that are spoken of a sentence; about two minutes of speech.
  static let sentenceLimit = 1800

  /// The clauses.
  var clauses: [NumberedClause] = []

  /// How many phonemes they have.
  private(set) var length = 0

  /// Cuts a sentence into pieces.
  ///
  /// - Returns: Pieces in order; none when nothing is said.
  static func cut(_ clauses: [PhonemeClause]) -> [SentencePiece] {
    var pieces = [SentencePiece()]
    var firstWord = 0
    var left = sentenceLimit
    for clause in clauses {
      for part in parts(of: clause, firstWord: firstWord) {
        let length = Self.length(of: part.clause)
        guard length > 0, length <= left else { continue }
        left -= length
        if pieces[pieces.count - 1].length + length > limit { pieces.append(SentencePiece()) }
        pieces[pieces.count - 1].clauses.append(part)
        pieces[pieces.count - 1].length += length
      }
      firstWord += clause.words.count
    }
    return pieces.filter { $0.length > 0 }
  }

  /// The clause, cut between words where it is too long for one piece.
  private static func parts(of clause: PhonemeClause, firstWord: Int) -> [NumberedClause] {
    var parts: [NumberedClause] = []
    var words: [PhonemeClause.Word] = []
    var length = 0
    var first = firstWord
    for (offset, whole) in clause.words.enumerated() {
      var word = whole
      // Only letters typed by holding a key down are that long.
      word.ipa = String(String.UnicodeScalarView(word.ipa.unicodeScalars.prefix(limit - 1)))
      let more = word.ipa.unicodeScalars.count + 1
      if length + more > limit {
        parts.append(NumberedClause(clause: .init(words: words, end: nil), firstWord: first))
        words = []
        length = 0
        first = firstWord + offset
      }
      words.append(word)
      length += more
    }
    parts.append(NumberedClause(clause: .init(words: words, end: clause.end), firstWord: first))
    return parts
  }

  private static func length(of clause: PhonemeClause) -> Int {
    clause.words.reduce(0) { $0 + ($1.ipa.isEmpty ? 0 : $1.ipa.unicodeScalars.count + 1) }
  }
}
