/// The line a person types: keys go in, and what the terminal has to show comes out.
///
/// Knows what a terminal knows by itself (erase a character, a word, the line; end of input), and
/// passes over keys it does not know, such as arrows.
struct LineEditor: Sendable {
  /// What came of a key.
  struct Step: Sendable, Equatable {
    /// What is to be written to the terminal.
    var shown = ""
    /// The line, when the key ended it.
    var line: String?
    /// Whether the key ended the input.
    var isEnd = false
  }

  /// The longest line in bytes; the terminal rings for what goes beyond.
  static let longestLine = 65_536

  private enum Awaited {
    case key
    /// The rest of a character: its bytes so far, and how many are missing.
    case bytes([UInt8], Int)
    /// What follows the escape key.
    case escape
    /// The rest of a key that sends several bytes.
    case sequence
  }

  /// The columns of the terminal; 0 when that is not known.
  var width = 0
  /// What is typed so far.
  private(set) var text = ""
  private let column: Int
  private var awaited = Awaited.key

  /// An empty line behind a prompt that takes `column` columns.
  init(column: Int) {
    self.column = column
  }

  /// Takes a byte from the keyboard.
  mutating func type(_ byte: UInt8) -> Step {
    switch awaited {
    case .bytes(let bytes, let missing) where byte & 0xC0 == 0x80:
      return take(bytes + [byte], missing: missing - 1)
    case .escape:
      // `[` and `O` begin a key that sends more.
      awaited = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .key
      return Step()
    case .sequence:
      if (0x40...0x7E).contains(byte) { awaited = .key }
      return Step()
    case .key, .bytes:
      awaited = .key
      return byte < 0x20 || byte == 0x7F ? command(byte) : begin(byte)
    }
  }

  private mutating func command(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D:
      defer { text = "" }
      return Step(shown: "\n", line: text)
    case 0x04: return Step(isEnd: text.isEmpty)
    case 0x08, 0x7F: return erase(to: String(text.dropLast()))
    case 0x15: return erase(to: "")
    case 0x17:
      var rest = text[...]
      while rest.last?.isWhitespace == true { rest.removeLast() }
      while let last = rest.last, !last.isWhitespace { rest.removeLast() }
      return erase(to: String(rest))
    case 0x09: return insert(" ")
    case 0x1B:
      awaited = .escape
      return Step()
    default: return Step()
    }
  }

  private mutating func begin(_ byte: UInt8) -> Step {
    switch byte {
    case 0xC2...0xDF: take([byte], missing: 1)
    case 0xE0...0xEF: take([byte], missing: 2)
    case 0xF0...0xF4: take([byte], missing: 3)
    case 0x80...: Step()
    default: insert(String(decoding: [byte], as: UTF8.self))
    }
  }

  private mutating func take(_ bytes: [UInt8], missing: Int) -> Step {
    if missing > 0 {
      awaited = .bytes(bytes, missing)
      return Step()
    }
    awaited = .key
    return String(validating: bytes, as: UTF8.self).map { insert($0) } ?? Step()
  }

  private mutating func insert(_ typed: String) -> Step {
    guard text.utf8.count + typed.utf8.count <= Self.longestLine else {
      return Step(shown: "\u{7}")
    }
    if let character = typed.first, character.isControl { return Step() }
    text += typed
    return Step(shown: typed)
  }

  /// Takes back what is behind `rest`.
  private mutating func erase(to rest: String) -> Step {
    guard rest != text else { return Step() }
    let old = place(of: text)
    // The last character that stays is written anew: only so a full row is left as it was before.
    var new = place(of: rest)
    new.column -= rest.last.map { Columns.of($0) } ?? 0
    text = rest
    var shown = "\r"
    if old.row > new.row { shown += "\u{1B}[\(old.row - new.row)A" }
    if new.column > 0 { shown += "\u{1B}[\(new.column)C" }
    return Step(shown: shown + "\u{1B}[J" + String(rest.suffix(1)))
  }

  /// Where the cursor stands behind `text`, in rows and columns from the start of the prompt.
  private func place(of text: String) -> (row: Int, column: Int) {
    var place = (row: 0, column: column)
    for character in text {
      let columns = Columns.of(character)
      if width > 0, place.column + columns > width { place = (place.row + 1, 0) }
      place.column += columns
    }
    return place
  }
}
