/// Breaks a text that grows into the lines of a terminal, at spaces, while it comes.
///
/// A word is given out when it is whole, so that nothing has to be taken back; only one that is longer
/// than a line is broken inside. Between wide characters, as of Chinese, a line may end anywhere, but
/// not before a mark that closes. The same text gives the same lines however it is cut.
struct LineWrapper: Sendable {
  /// The most blanks kept between two words, or at the start of a line.
  private static let longestGap = 40
  /// Marks that do not begin a line.
  private static let closing = Set<Character>("。、，．！？：；）」』】〉》・ー…”’")

  private let wantedIndent: Int
  private var width: Int
  private var column: Int
  private var isAtLineStart = false
  private var gap = 0
  private var word = ""

  /// A text whose first line goes on in the column `indent`, and whose other lines begin there.
  ///
  /// - Parameters:
  ///   - indent: A column, from 0.
  ///   - width: The columns of the terminal; 0 when that is not known, and nothing is broken.
  init(indent: Int, width: Int) {
    wantedIndent = indent
    column = indent
    self.width = width
  }

  /// The text in lines.
  static func wrapped(_ text: String, width: Int) -> String {
    var wrapper = LineWrapper(indent: 0, width: width)
    return wrapper.feed(text) + wrapper.finish()
  }

  /// The last column stays free: some terminals go on to the next line when it is used.
  private var limit: Int { width > 1 ? width - 1 : .max }

  /// On a very narrow terminal there is no room to spare.
  private var indent: Int { limit >= wantedIndent + 16 ? wantedIndent : 0 }

  /// Takes the width that the terminal has now.
  mutating func resize(to width: Int) {
    guard width != self.width else { return }
    self.width = width
    // What is too long for the new width was broken by the terminal.
    if width > 0, column > width { column %= width }
  }

  /// Takes more text.
  ///
  /// - Parameter delta: Any piece of text; what a terminal would take as a command is left out.
  /// - Returns: What is to be written now.
  mutating func feed(_ delta: String) -> String {
    // The last character may go on in this piece, so it is looked at again.
    let text = word + delta
    word = ""
    return text.reduce(into: "") { $0 += take($1) }
  }

  /// Ends the text.
  ///
  /// - Returns: What was held back.
  mutating func finish() -> String {
    defer { gap = 0 }
    return settle()
  }

  private mutating func take(_ character: Character) -> String {
    if character.isNewline, character != "\r" { return settle() + newLine() }
    if character == "\t" || character.isBreakingSpace {
      let settled = settle()
      gap = min(gap + (character == "\t" ? 4 : 1), Self.longestGap)
      return settled
    }
    guard !character.isControl else { return "" }
    let mayBreak = word.last.map { isWide($0) || isWide(character) } ?? false
    let settled = mayBreak && !Self.closing.contains(character) ? settle() : ""
    let room = limit - indent
    let isFull = Columns.of(word) + Columns.of(character) > room
    let filled = isFull ? settle() : ""
    word.append(character)
    return settled + filled
  }

  /// Gives out the word, on this line or the next.
  private mutating func settle() -> String {
    guard !word.isEmpty else { return "" }
    defer {
      word = ""
      gap = 0
    }
    let columns = Columns.of(word)
    var text = ""
    let start = isAtLineStart ? indent : column
    let overflows = start + gap + columns > limit
    if overflows, !isAtLineStart, column > indent {
      text += newLine()
    }
    if isAtLineStart {
      text += String(repeating: " ", count: indent)
      column = indent
      isAtLineStart = false
    }
    let blanks = overflows ? 0 : gap
    column += blanks + columns
    return text + String(repeating: " ", count: blanks) + word
  }

  private mutating func newLine() -> String {
    column = 0
    gap = 0
    isAtLineStart = true
    return "\n"
  }

  private func isWide(_ character: Character) -> Bool {
    Columns.of(character) == 2
  }
}

extension Character {
  /// Whether a line may end at it; a space that holds two words together is none.
  fileprivate var isBreakingSpace: Bool {
    isWhitespace && !["\u{A0}", "\u{202F}", "\u{2007}", "\r"].contains(self)
  }
}
