/// What is heard of a text, for comparing: differences that no ear hears, and ways of saying a number
/// that are a matter of taste, are left out.
enum SpokenForm {
  /// The text with small letters and single spaces; without hyphens, quotation marks, a space before a
  /// mark, a full stop at the end, and the "and" after hundred, thousand and million.
  static func folded(_ text: String) -> String {
    var plain = ""
    for character in text.lowercased() {
      switch character {
      case "-", "‐", "\u{2011}", "\u{A0}", "\u{202F}": plain.append(" ")
      case "“", "”", "„", "«", "»", "\"", "\u{AD}": continue
      case "’", "‘": plain.append("'")
      default: plain.append(character)
      }
    }
    var words: [Substring] = []
    for word in plain.split(whereSeparator: \.isWhitespace) {
      if word.allSatisfy({ ",.!?;:".contains($0) }), let last = words.last {
        words[words.count - 1] = last + word
      } else {
        words.append(word)
      }
    }
    let said = words.enumerated().filter { index, word in
      guard word == "and", index > 0, index + 1 < words.count else { return true }
      return !scales.contains(words[index - 1])
    }
    let result = said.map(\.element).joined(separator: " ")
    return result.last.map { ".。".contains($0) } == true ? String(result.dropLast()) : result
  }

  private static let scales: Set<Substring> = ["hundred", "thousand", "million", "billion"]
}
