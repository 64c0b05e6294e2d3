/// A word as written, apart from the marks before and after it.
struct Token: Equatable {
  /// Opening quotes and brackets.
  var opening: String

  /// The word.
  var core: String

  /// Marks after it.
  var closing: String

  /// A word between white space.
  init(_ word: some StringProtocol) {
    let opening = word.prefix { "([{\"“‘«„¿¡".contains($0) }
    var rest = Substring(String(word)).dropFirst(opening.count)
    var closing = ""
    while let last = rest.last, ".,!?;:)]}\"”’'»…".contains(last) {
      // 12" are inches, and "'" may belong to the word.
      if last == "\"", opening.isEmpty, rest.dropLast().last?.isNumber == true { break }
      closing = String(last) + closing
      rest = rest.dropLast()
    }
    // A bracket that opens inside the word closes in it.
    while closing.first == ")", rest.contains("(") {
      rest += ")"
      closing.removeFirst()
    }
    self.opening = String(opening)
    core = String(rest)
    self.closing = closing
  }

  /// Whether a full stop follows at once, as in an abbreviation.
  var hasStop: Bool { closing.first == "." }

  /// The token with its core said as `words`; the full stop of an abbreviation goes with it.
  func saying(_ words: String, dropsStop: Bool = false) -> String {
    opening + words + (dropsStop && hasStop ? String(closing.dropFirst()) : closing)
  }
}
