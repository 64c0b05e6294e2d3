/// How one written word is read out, and whether a clause ends with it.
struct SpokenForm: Sendable, Equatable {
  /// The text for the phonemizer; empty when nothing can be said.
  var text: String

  /// The mark that ends the clause here.
  var mark: Character?

  /// Reads one written word.
  ///
  /// - Parameters:
  ///   - written: The word with its punctuation, without spaces.
  ///   - previous: The written word before it.
  ///   - next: The written word after it.
  /// - Returns: What to say, and whether a clause ends.
  static func of(
    _ written: String, after previous: String? = nil, before next: String? = nil
  ) -> SpokenForm {
    if let title = titles[written.trimmingPunctuation()], written.hasSuffix(".") {
      return SpokenForm(text: title, mark: nil)
    }
    let mark = mark(of: written, isLast: next == nil)
    if let sound = Heteronym.respelling(of: written, after: previous, before: next) {
      return SpokenForm(text: sound, mark: mark)
    }
    var text = ""
    for scalar in written.unicodeScalars {
      if let plain = plain[scalar] {
        text += plain
      } else if isReadable(scalar) {
        text.unicodeScalars.append(scalar)
      } else if dividers.contains(scalar) {
        text += " "
      }
    }
    let words = text.split(separator: " ").compactMap(bare)
    return SpokenForm(text: words.joined(separator: " "), mark: mark)
  }

  /// Titles, whose point would end a clause, as the phonemizer knows or can read them.
  private static let titles = [
    "Dr": "Dr", "Mr": "Mr", "Mrs": "Mrs", "Ms": "Miz", "Prof": "Professor", "St": "St",
    "Jr": "Junior", "Sr": "Senior", "Mt": "Mount", "vs": "versus",
  ]

  /// Signs that are read as plainer text.
  private static let plain: [Unicode.Scalar: String] = [
    "’": "'", "‘": "'", "‑": "-", "×": " times ", "÷": " divided by ", "²": " squared",
    "³": " cubed", "€": " euros ", "£": " pounds ", "¥": " yen ", "½": " half", "¼": " quarter",
    "¾": " three quarters",
  ]

  private static let dividers = "/\\—–…_|;!?()".unicodeScalars
  private static let signs = "'-.,:$%&+=@#°".unicodeScalars

  /// Whether the phonemizer reads this as part of an English sentence.
  ///
  /// Letters of scripts it would only spell ("Japanese letter, Japanese letter") and pictures are
  /// left out, and so are the signs it would take as commands.
  private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x0300...0x036F: true
    case 0x00C0...0x024F, 0x0370...0x03FF, 0x1E00...0x1EFF: scalar.properties.isAlphabetic
    default: signs.contains(scalar)
    }
  }

  /// `word` without punctuation at its ends, or nil when nothing is left to say.
  private static func bare(_ word: Substring) -> Substring? {
    let isLoose: (Character) -> Bool = { "'-.,:".contains($0) }
    guard let first = word.firstIndex(where: { !isLoose($0) }),
      let last = word.lastIndex(where: { !isLoose($0) })
    else { return nil }
    var start = first
    if start > word.startIndex, word[start].isNumber {
      // The sign of "-5" and the point of ".5" are part of the number.
      let before = word.index(before: start)
      if "-.".contains(word[before]) { start = before }
    }
    return word[start...last]
  }
}

// MARK: - Clause marks

extension SpokenForm {
  /// The clause mark at the end of `written`, closing quotes and brackets aside.
  private static func mark(of written: String, isLast: Bool) -> Character? {
    // A hyphen that stands alone is meant as a dash.
    if written == "-" || written == "--" { return "—" }
    let body = written.reversed().drop { "\"”’')]}»*_".contains($0) }
    guard let last = body.first, let mark = marks[last] else { return nil }
    guard mark == ".", !isLast, body.dropFirst().first != "." else { return mark }
    // "J. Smith" and "5 p.m. sharp" go on after the point.
    let core = body.dropFirst().drop { "(\"“‘".contains($0) }
    let isInitial = core.count == 1 && core.first?.isUppercase == true && core.first != "I"
    let isDotted = core.contains(".") && !core.contains(where: \.isNumber)
    return isInitial || isDotted ? nil : mark
  }

  private static let marks: [Character: Character] = [
    ",": ",", ";": ";", ":": ":", ".": ".", "!": "!", "?": "?", "…": "…", "—": "—", "–": "—",
  ]
}

extension String {
  /// The text without anything but letters and digits at its ends.
  func trimmingPunctuation() -> String {
    guard let first = firstIndex(where: { $0.isLetter || $0.isNumber }),
      let last = lastIndex(where: { $0.isLetter || $0.isNumber })
    else { return "" }
    return String(self[first...last])
  }
}
