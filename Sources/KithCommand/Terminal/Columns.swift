import CSystem

/// How many columns of a terminal something takes.
enum Columns {
  /// The columns of a character: that of its widest part, so that an emoji made of several counts once.
  static func of(_ character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
      // A sign that asks to be shown as an emoji, or a flag, which is made of two letters.
      if scalar == "\u{FE0F}" || (0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
      widest = max(widest, Int(csystem_columns(scalar.value)))
    }
    return widest
  }

  /// The columns of a text without line ends.
  static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }
}

extension Character {
  /// Whether a terminal would take it as a command and not as text.
  var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
