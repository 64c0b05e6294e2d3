import FoundationEssentials

/// What somebody types to find a turn, made ready for SQLite.
///
/// Words of scripts that put blanks between words are looked up in the index: whole words, whatever
/// their case and accents. The index knows neither emoji nor where a word ends in scripts without
/// blanks, so those are looked for as they stand. Nothing typed is ever an operator.
public struct SearchWords: Sendable, Equatable {
  /// The most bytes of UTF-8 that are taken.
  public static let maximumBytes = 1_000
  /// The most words that are looked for; the rest is left out.
  static let maximumWords = 32

  private var indexed: [String] = []
  private var literal: [String] = []

  /// Reads what was typed.
  ///
  /// - Parameter text: Words with blanks between them; nil when it is longer than ``maximumBytes``.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    for word in text.split(whereSeparator: \.isWhitespace).prefix(Self.maximumWords) {
      take(word)
    }
  }

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { indexed.isEmpty && literal.isEmpty }

  /// The question to the index: every word as a quoted phrase; nil when none is in it.
  var match: String? {
    if indexed.isEmpty { return nil }
    return indexed.map { "\"\($0)\"" }.joined(separator: " ")
  }

  /// The patterns for `LIKE` with a backslash as escape, as a JSON list.
  var patterns: String {
    let escaped = literal.map { text in
      let marked = text.unicodeScalars.map {
        "\\%_".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)"
      }
      return "%\(marked.joined())%"
    }
    guard let list = try? JSONEncoder().encode(escaped) else { return "[]" }
    return String(decoding: list, as: UTF8.self)
  }

  /// Cuts a word into pictures and the text between them.
  private mutating func take(_ word: Substring) {
    var text = ""
    for character in word {
      if character.isPicture {
        take(text: text)
        text = ""
        // How a picture is to be drawn may be left out in the turn.
        var scalars = character.unicodeScalars
        scalars.removeAll { $0.value == 0xFE0F }
        literal.append(String(scalars))
      } else {
        text.append(character)
      }
    }
    take(text: text)
  }

  private mutating func take(text: String) {
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    if text.unicodeScalars.contains(where: \.isOfScriptWithoutBlanks) {
      literal.append(text)
    } else {
      // The index takes quotation marks for blanks, as it does all other marks.
      indexed.append(text.unicodeScalars.map { $0 == "\"" || $0 == "\0" ? " " : "\($0)" }.joined())
    }
  }
}

extension Character {
  /// Whether it is an emoji or another sign that no word is made of.
  fileprivate var isPicture: Bool {
    guard !isLetter, !isNumber, let first = unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation || first.properties.generalCategory == .otherSymbol
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to a script in which words stand without blanks, or with endings attached.
  fileprivate var isOfScriptWithoutBlanks: Bool {
    if properties.isIdeographic { return true }
    return switch value {
    case 0x0E00...0x0EFF,  // Thai, Lao
      0x1000...0x109F,  // Burmese
      0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF,  // Hangul
      0x1780...0x17FF,  // Khmer
      0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F:  // Kana
      true
    default: false
    }
  }
}
