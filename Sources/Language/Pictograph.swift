/// Emoji and the smileys people typed before them.
enum Pictograph {
  /// Whether `scalar` is an emoji or a part of one that is not also a letter, digit or mark.
  static func isOne(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0x20E3, 0xFE0E, 0xFE0F, 0xE0020...0xE007F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF:
      true
    case 0x2190...0x21FF, 0x2600...0x27BF, 0x2B00...0x2BFF, 0x2300...0x23FF, 0x1F000...0x1FAFF:
      scalar.properties.isEmoji || scalar.value >= 0x2600
    default: false
    }
  }

  /// Whether a word is a smiley such as ":-)" or "^_^".
  static func isSmiley(_ word: String) -> Bool {
    smileys.contains(word)
  }

  private static let smileys: Set<String> = [
    ":)", ":-)", ";)", ";-)", ":D", ":-D", "=)", "=D", "xD", "XD", ":(", ":-(", ":'(", ":P", ":-P",
    ":p", ":-p", ":o", ":O", ":-O", "<3", "</3", "^_^", "^^", "-_-", "o_o", "O_O", ":*", ":-*",
    ":3",
    "¯\\_(ツ)_/¯", "T_T", ">_<", "c:", ":/", ":-/",
  ]
}
