import Dialogue

/// The words a model server has for what went wrong, made fit to be shown.
enum Complaint {
  /// The most characters of a complaint that is shown.
  static let limit = 200

  /// What runs as long as this in a complaint and in the prompt is taken for a quotation.
  private static let quotation = 16

  /// The complaint on one line without control characters.
  ///
  /// - Parameters:
  ///   - words: What the server says.
  ///   - prompt: What it was sent; a complaint that quotes from it is not shown.
  ///   - key: The key it was shown; a complaint that holds it is not shown either.
  /// - Returns: The words, or nil when they are empty, too long, or might hold what was said.
  static func shown(_ words: String?, prompt: Prompt, key: String?) -> String? {
    guard let words, words.utf8.count <= 4 * limit else { return nil }
    let line = words.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
      .filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    let text = String(String.UnicodeScalarView(line))
      .split(separator: " ").joined(separator: " ")
    guard !text.isEmpty, text.count <= limit, !quotes(text, from: prompt),
      key.map({ $0.isEmpty || !text.contains($0) }) ?? true
    else { return nil }
    return text
  }

  private static func quotes(_ text: String, from prompt: Prompt) -> Bool {
    let words = Array(text.lowercased())
    guard words.count >= quotation else {
      return prompt.messages.contains { $0.role != .system && $0.text.lowercased() == text }
    }
    let pieces = Set((0...(words.count - quotation)).map { String(words[$0..<($0 + quotation)]) })
    return prompt.messages.contains { message in
      let said = Array(message.text.lowercased().prefix(20_000))
      guard said.count >= quotation else {
        return said.count >= 4 && text.lowercased().contains(String(said))
      }
      return (0...(said.count - quotation)).contains {
        pieces.contains(String(said[$0..<($0 + quotation)]))
      }
    }
  }
}
