/// Finds a clause of 4 to 12 words at the start of a text, so that speech can start before the
/// sentence is complete.
///
/// A clause ends after a comma, semicolon, colon or dash with a space after it, or before a
/// conjunction; never inside a number, an abbreviation, a quotation or a bracket.
struct FirstClause: Sendable {
  /// What a place is.
  enum Verdict {
    case ends(at: Int)
    case goesOn
    case needsMore
  }

  private static let words = 4...12
  private static let wordsBeforeConjunction = 6...12
  private static let conjunctions: Set<String> = [
    "but", "because", "although", "though", "unless", "whereas", "while",
  ]

  private var count = 0

  /// Judges the place `index`; every place has to be shown once and in order.
  mutating func judge(_ reader: TextReader, at index: Int) -> Verdict {
    let scalar = reader.text[index]
    if !scalar.isSpace, index == 0 || reader.text[index - 1].isSpace {
      if Self.wordsBeforeConjunction.contains(count) {
        guard let end = reader.first(from: index, limit: 12, where: { !$0.isLetter }) else {
          return .needsMore
        }
        let word = String(reader.text[index..<end]).lowercased()
        if Self.conjunctions.contains(word), reader.at(end)?.isSpace == true {
          return .ends(at: index)
        }
      }
      if scalar.isLetter || scalar.isDigit { count += 1 }
    }
    guard ",;:—–".unicodeScalars.contains(scalar), Self.words.contains(count), index > 0,
      reader.text[index - 1].isLetter || reader.text[index - 1].isSpace
    else { return .goesOn }
    guard let next = reader.first(from: index + 1, where: { !$0.isSpace }) else {
      return .needsMore
    }
    guard next > index + 1, let following = reader.at(next) else { return .goesOn }
    return following.isLetter ? .ends(at: index + 1) : .goesOn
  }
}
