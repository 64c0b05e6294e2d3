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
  ///   - next: The written word after it.
  /// - Returns: What to say, and whether a clause ends.
  static func of(_ written: String, before next: String?) -> SpokenForm {
    if let title = title(written, before: next) { return SpokenForm(text: title, mark: nil) }
    let mark = mark(of: written, isLast: next == nil)
    var text = ""
    for scalar in written.unicodeScalars {
      if let plain = plain[scalar] {
        text += plain
      } else if isReadable(scalar) {
        text.unicodeScalars.append(scalar)
      } else if isDivider(scalar) {
        text += " "
      }
    }
    return SpokenForm(text: trimmed(text), mark: mark)
  }

  /// Titles whose point would end a clause.
  private static let titles = [
    "Dr.": "Doctor", "Mr.": "Mister", "Mrs.": "Missis", "Ms.": "Miz", "Prof.": "Professor",
    "Jr.": "Junior", "Sr.": "Senior", "Mt.": "Mount", "vs.": "versus",
  ]

  private static func title(_ written: String, before next: String?) -> String? {
    let word = String(written.drop { "(\"“'‘".contains($0) })
    if let title = titles[word] { return title }
    guard word == "St." || word == "St" else { return nil }
    // A saint has a name; a street ends the address.
    return next?.first?.isUppercase == true ? "Saint" : (word == "St." && next != nil ? "Street" : nil)
  }

  /// The clause mark at the end of `written`, closing quotes and brackets aside.
  private static func mark(of written: String, isLast: Bool) -> Character? {
    let body = written.reversed().drop { "\"”’')]}»*_".contains($0) }
    guard let last = body.first else { return nil }
    let core = Array(body.drop { marks[$0] != nil })
    guard let mark = marks[last] else {
      // A hyphen that stands alone is meant as a dash.
      return written == "-" || written == "--" ? "—" : nil
    }
    guard mark == ".", !isLast, body.dropFirst().first != "." else { return mark }
    // "J. Smith" and "5 p.m. sharp" go on after the point.
    let isInitial = core.count == 1 && core[0].isUppercase && core[0] != "I"
    return isInitial || core.contains(".") && !core.contains(where: \.isNumber) ? nil : mark
  }

  private static let marks: [Character: Character] = [
    ",": ",", ";": ";", ":": ":", ".": ".", "!": "!", "?": "?", "…": "…", "—": "—", "–": "—",
  ]

  /// Signs that are read as plainer text.
  private static let plain: [Unicode.Scalar: String] = [
    "’": "'", "‘": "'", "‑": "-", "×": " times ", "÷": " divided by ", "²": " squared",
    "³": " cubed", "€": " euros ", "£": " pounds ", "¥": " yen ", "½": " half", "¼": " quarter",
    "¾": " three quarters",
  ]

  /// Whether the phonemizer reads this as part of an English sentence.
  ///
  /// Letters of scripts it would only spell ("Japanese letter, Japanese letter") and pictures are
  /// left out, and so are the signs it would take as commands.
  private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x00C0...0x024F, 0x1E00...0x1EFF: scalar.properties.isAlphabetic
    case 0x0300...0x036F: true
    case 0x0370...0x03FF: scalar.properties.isAlphabetic
    default: "'-.,:$%&+=@#°".unicodeScalars.contains(scalar)
    }
  }

  private static func isDivider(_ scalar: Unicode.Scalar) -> Bool {
    "/\\—–…_|;!?()".unicodeScalars.contains(scalar)
  }

  /// `text` without punctuation at the ends of its words; empty when it has no letter, digit or
  /// sign that is read.
  private static func trimmed(_ text: String) -> String {
    let words = text.split(separator: " ").map { word -> Substring in
      let isLoose: (Character) -> Bool = { "'-.,:".contains($0) }
      // "e.g." and "p.m." need their last point to be known.
      let isDotted = word.dropLast().contains(".") && !word.contains(where: \.isNumber)
      let start = word.drop { $0 == "." ? !isNumberPoint(word) : isLoose($0) && $0 != "-" || $0 == "-" && !isNegative(word) }
      guard let last = start.lastIndex(where: { !isLoose($0) }) else { return "" }
      let end = start.index(after: last)
      return isDotted && end < start.endIndex && start[end] == "."
        ? start[...end] : start[..<end]
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func isNumberPoint(_ word: Substring) -> Bool {
    word.dropFirst().first?.isNumber == true
  }

  private static func isNegative(_ word: Substring) -> Bool {
    word.dropFirst().first?.isNumber == true
  }
}
