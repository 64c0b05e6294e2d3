/// Takes the marks out of one stretch of a line: emphasis, links, code, HTML, emoji, directions.
///
/// A stretch ends at a space outside every pair of marks, so that pairs are seen whole.
struct InlineMarks {
  /// What is left of a stretch.
  private(set) var spoken: [SpeakableText.Output] = []

  private var text: [Unicode.Scalar] = []

  /// Reads a whole stretch.
  init(_ stretch: [Unicode.Scalar]) {
    read(stretch)
    flush()
  }

  private mutating func read(_ scalars: [Unicode.Scalar]) {
    var index = 0
    while index < scalars.count {
      index = read(scalars, at: index)
    }
  }

  /// Reads what stands at `index` and returns the place after it.
  private mutating func read(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let scalar = scalars[index]
    if index == 0 || scalars[index - 1].isSpace, let end = readWord(scalars, at: index) {
      return end
    }
    if let end = InlineMarks.endOfLink(scalars, at: index) {
      text += "a link".unicodeScalars
      return end
    }
    switch scalar {
    case "\\" where index + 1 < scalars.count && !scalars[index + 1].isLetter:
      text.append(scalars[index + 1])
      return index + 2
    case "`": return readCode(scalars, at: index)
    case "*", "_", "~": return readEmphasis(scalars, at: index)
    case "!" where scalars.dropFirst(index + 1).first == "[": return index + 1
    case "[": return readBracket(scalars, at: index)
    case "(": return readParenthesis(scalars, at: index)
    case "<": return readTag(scalars, at: index)
    case "&": return readEntity(scalars, at: index)
    case "♪", "♫", "♬", "♩", "\u{AD}", "\u{200B}", "\u{200C}", "\u{FEFF}", "\u{2060}":
      return index + 1
    default: break
    }
    if Pictograph.isOne(scalar) {
      var end = index + 1
      while end < scalars.count, Pictograph.isOne(scalars[end]) { end += 1 }
      cue(.emoji(String(scalars[index..<end])))
      return end
    }
    text.append(scalar)
    return index + 1
  }

  /// Reads a word that is a link or a smiley; nil for other words.
  private mutating func readWord(_ scalars: [Unicode.Scalar], at index: Int) -> Int? {
    let end = scalars[index...].firstIndex { $0.isSpace } ?? scalars.count
    let word = String(scalars[index..<end])
    let bare = String(word.reversed().drop { ".,!?;".contains($0) }.reversed())
    if Pictograph.isSmiley(word) || Pictograph.isSmiley(bare) {
      cue(.emoji(bare))
      return index + bare.unicodeScalars.count
    }
    return nil
  }

  /// The place after a link that starts at `index`; nil when none does.
  static func endOfLink(_ scalars: [Unicode.Scalar], at index: Int) -> Int? {
    let start = String(scalars[index...].prefix(8)).lowercased()
    guard start.hasPrefix("http://") || start == "https://" || start.hasPrefix("www.") else {
      return nil
    }
    var end =
      scalars[index...].firstIndex { $0.isSpace || "<>\"”)]*`".unicodeScalars.contains($0) }
      ?? scalars.count
    while end > index, ".,!?;:'".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return end
  }

  private mutating func readCode(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let start = scalars[index...].firstIndex { $0 != "`" } ?? scalars.count
    guard let close = scalars[start...].firstIndex(of: "`") else { return start }
    text += scalars[start..<close].filter { !"<>".unicodeScalars.contains($0) }
    return scalars[close...].firstIndex { $0 != "`" } ?? scalars.count
  }

  private mutating func readEmphasis(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let mark = scalars[index]
    let start = scalars[index...].firstIndex { $0 != mark } ?? scalars.count
    let count = start - index
    let before = index > 0 ? scalars[index - 1] : " "
    let after = start < scalars.count ? scalars[start] : " "
    // "2 * 3", "a_b" and "~5" are no emphasis.
    if before.isSpace && after.isSpace && count == 1
      || mark == "_" && isWord(before) && isWord(after)
      || mark == "~" && count == 1 || before.isDigit && after.isDigit
    {
      text += scalars[index..<start]
      return start
    }
    guard !after.isSpace, let close = closing(scalars, mark: mark, from: start) else {
      return start
    }
    let inner = Array(scalars[start..<close])
    let end = scalars[close...].firstIndex { $0 != mark } ?? scalars.count
    if mark == "~" { return end }
    if mark == "*" && count == 1 && StageDirection.isOne(String(inner))
      || mark == "_" && StageDirection.isOne(String(inner)) && index == 0
    {
      cue(.direction(String(inner)))
    } else {
      read(inner)
    }
    return end
  }

  private func closing(_ scalars: [Unicode.Scalar], mark: Unicode.Scalar, from start: Int) -> Int? {
    scalars.indices.dropFirst(start + 1).first { index in
      scalars[index] == mark && !scalars[index - 1].isSpace
        && (mark != "_" || index + 1 == scalars.count || !isWord(scalars[index + 1]))
    }
  }

  private func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetter || scalar.isDigit
  }

  /// "[text](address)" gives the text, "[1]" nothing, "[sighs]" a cue, other brackets their content.
  private mutating func readBracket(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    guard let close = scalars[index...].firstIndex(of: "]") else {
      return index + 1
    }
    let inner = Array(scalars[(index + 1)..<close])
    var end = close + 1
    if end < scalars.count, scalars[end] == "(", let last = endOfAddress(scalars, at: end) {
      end = last
      readLinkText(inner)
      return end
    }
    if inner.allSatisfy({ $0.isDigit || $0 == "^" }) { return end }
    if StageDirection.isOne(String(inner)) { cue(.direction(String(inner))) } else { read(inner) }
    return end
  }

  /// The place after the address in parentheses, which may hold some itself.
  private func endOfAddress(_ scalars: [Unicode.Scalar], at start: Int) -> Int? {
    var depth = 0
    for index in start..<scalars.count {
      if scalars[index] == "(" { depth += 1 }
      if scalars[index] == ")" { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return nil
  }

  private mutating func readLinkText(_ inner: [Unicode.Scalar]) {
    if InlineMarks.endOfLink(inner, at: 0) != nil {
      text += "a link".unicodeScalars
    } else {
      read(inner)
    }
  }

  private mutating func readParenthesis(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    if let close = scalars[index...].firstIndex(of: ")") {
      let inner = String(scalars[(index + 1)..<close])
      if StageDirection.isOne(inner) {
        cue(.direction(inner))
        return close + 1
      }
    }
    text.append("(")
    return index + 1
  }

  private mutating func readTag(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let next = index + 1 < scalars.count ? scalars[index + 1] : " "
    guard next.isLetter || next == "/" || next == "!",
      let close = scalars[index...].firstIndex(of: ">")
    else {
      text.append("<")
      return index + 1
    }
    if InlineMarks.endOfLink(scalars, at: index + 1) != nil { text += "a link".unicodeScalars }
    return close + 1
  }

  private mutating func readEntity(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let names = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "apos": "'", "nbsp": " ",
    ]
    let name = String(scalars[(index + 1)...].prefix(8).prefix { $0 != ";" })
    let end = index + 1 + name.unicodeScalars.count
    let number =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    let coded = name.hasPrefix("#") ? number.flatMap(Unicode.Scalar.init).map { String([$0]) } : nil
    guard end < scalars.count, scalars[end] == ";", let sign = names[name] ?? coded else {
      text.append("&")
      return index + 1
    }
    text += sign.unicodeScalars
    return end + 1
  }

  private mutating func cue(_ cue: SpeakableText.Cue) {
    flush()
    spoken.append(.cue(cue))
  }

  private mutating func flush() {
    if !text.isEmpty { spoken.append(.text(String(text))) }
    text = []
  }
}
