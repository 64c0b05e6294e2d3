/// Questions about single characters that every text reader here asks.
extension Unicode.Scalar {
  /// Whether it is white space, a line end included.
  var isSpace: Bool { properties.isWhitespace }

  /// Whether it is a letter of any script.
  var isLetter: Bool { properties.isAlphabetic }

  /// Whether it is one of the digits 0–9.
  var isDigit: Bool { ("0"..."9").contains(self) }

  /// Whether it is a capital letter.
  var isCapital: Bool { properties.isUppercase || properties.generalCategory == .titlecaseLetter }

  /// Whether it is a small letter.
  var isSmall: Bool { properties.isLowercase }

  /// Whether it belongs to a script written without spaces: Han, Hiragana, Katakana.
  var isUnspaced: Bool {
    switch value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

extension String {
  /// The text of a run of Unicode scalars.
  init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
