/// The words of a text, for counting and comparing.
public enum Words {
  /// The words in order, without the marks around them; what holds no letter or digit is none.
  ///
  /// Characters of scripts written without spaces count as a word each.
  public static func list(_ text: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: [Unicode.Scalar] = []
    func end(_ word: inout [Unicode.Scalar]) {
      while let last = word.last, !last.isLetter, !last.isDigit { word.removeLast() }
      if !word.isEmpty { words.append(String(word)) }
      word = []
    }
    for scalar in text.unicodeScalars {
      if scalar.isUnspaced {
        end(&word)
        words.append(String([scalar]))
      } else if scalar.isLetter || scalar.isDigit || !word.isEmpty && isInner(scalar) {
        word.append(scalar)
      } else {
        end(&word)
      }
    }
    end(&word)
    return words
  }

  /// The words in small letters, with one kind of apostrophe, for comparing.
  public static func folded(_ text: some StringProtocol) -> [String] {
    list(text).map { $0.lowercased().replacing("’", with: "'") }
  }

  /// How many words there are.
  public static func count(_ text: some StringProtocol) -> Int {
    list(text).count
  }

  /// Whether a mark belongs to a word it stands inside.
  private static func isInner(_ scalar: Unicode.Scalar) -> Bool {
    "'’-.".unicodeScalars.contains(scalar)
      || scalar.properties.generalCategory == .nonspacingMark
  }
}
