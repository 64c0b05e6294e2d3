/// The phoneme alphabet Hibari was trained on, and how it follows from espeak-ng's IPA.
///
/// It is the alphabet of Kokoro's English: capital letters for diphthongs, one letter for each
/// affricate, no length marks, and some weak vowels apart. The rules below were found by comparing
/// espeak-ng with the pronunciations in Hibari's package over 15 000 words.
enum HibariAlphabet {
  /// One letter and the IPA it stands for.
  struct Letter: Sendable, Equatable {
    var letter: Unicode.Scalar
    /// Empty for a stress mark.
    var ipa: String
  }

  /// The letters for one word.
  ///
  /// - Parameter ipa: The word in IPA as espeak-ng writes it, without spaces.
  /// - Returns: The letters in order.
  static func letters(for ipa: Substring) -> [Letter] {
    let scalars = Array(ipa.unicodeScalars)
    var letters: [Letter] = []
    var place = 0
    while place < scalars.count {
      let (found, length) = match(scalars, at: place, after: letters)
      for letter in found where !(letter.letter == "ɹ" && letters.last?.letter == "ɹ") {
        letters.append(letter)
      }
      place += length
    }
    return letters
  }

  private static func match(
    _ scalars: [Unicode.Scalar], at place: Int, after letters: [Letter]
  ) -> ([Letter], Int) {
    if let weak = weakVowel(scalars, at: place, after: letters) { return weak }
    for length in stride(from: min(3, scalars.count - place), through: 1, by: -1) {
      var key = ""
      key.unicodeScalars.append(contentsOf: scalars[place..<place + length])
      if let found = table[key] { return (found, length) }
    }
    let scalar = scalars[place]
    return ([Letter(letter: scalar, ipa: String(scalar))], 1)
  }

  /// The rules that look around: ɪ before a vowel, ᵻ inside a word, ə before a final l or n.
  private static func weakVowel(
    _ scalars: [Unicode.Scalar], at place: Int, after letters: [Letter]
  ) -> ([Letter], Int)? {
    func isVowel(at index: Int) -> Bool {
      guard index < scalars.count else { return false }
      let isStress = scalars[index] == "ˈ" || scalars[index] == "ˌ"
      let vowel = isStress ? index + 1 : index
      return vowel < scalars.count && SoundClass(scalars[vowel]) == .vowel
    }
    switch scalars[place] {
    case "ɪ" where isVowel(at: place + 1):
      return ([Letter(letter: "i", ipa: "i")], 1)
    case "ᵻ":
      let rest = scalars[(place + 1)...]
      let ends: [[Unicode.Scalar]] = [["z"], ["d"], ["s", "t"]]
      let letter: Unicode.Scalar = ends.contains(Array(rest)) ? "ᵻ" : "ə"
      return ([Letter(letter: letter, ipa: "ᵻ")], 1)
    case "ə" where place + 1 < scalars.count && !isVowel(at: place + 2):
      let before = letters.last?.letter
      let beforeThat = letters.dropLast().last?.letter
      let weak =
        switch scalars[place + 1] {
        case "l": !isVowelOrStress(before) && !(before == "b" && beforeThat == "ə")
        case "n": before.map { "szdt".unicodeScalars.contains($0) } ?? false
        default: false
        }
      return weak ? ([Letter(letter: "ᵊ", ipa: "ə")], 1) : nil
    default:
      return nil
    }
  }

  private static func isVowelOrStress(_ letter: Unicode.Scalar?) -> Bool {
    guard let letter else { return true }
    return SoundClass(letter) != .consonant || "AIYOWᵊ".unicodeScalars.contains(letter)
  }

  private static let table: [String: [Letter]] = {
    func one(_ letter: Unicode.Scalar, _ ipa: String) -> [Letter] {
      [Letter(letter: letter, ipa: ipa)]
    }
    let r = one("ɹ", "ɹ")
    let plain: [String: [Letter]] = [
      "tʃ": one("ʧ", "tʃ"), "dʒ": one("ʤ", "dʒ"), "eɪ": one("A", "eɪ"), "aɪ": one("I", "aɪ"),
      "ɔɪ": one("Y", "ɔɪ"), "oʊ": one("O", "oʊ"), "aʊ": one("W", "aʊ"), "iəɹ": one("ɪ", "ɪ") + r,
      "ɜː": one("ɜ", "ɜ") + r, "ɜ": one("ɜ", "ɜ") + r, "ɚ": one("ə", "ə") + r,
      "oː": one("ɔ", "ɔ"), "o": one("O", "oʊ"), "e": one("A", "eɪ"), "a": one("ɑ", "ɑ"),
      "ɐ": one("ə", "ə"), "ɒ": one("ɑ", "ɑ"), "ɾ": one("T", "ɾ"), "ʔ": one("t", "t"), "r": r,
      "x": one("k", "k"), "ç": one("k", "k"), "ɬ": one("l", "l"), "g": one("ɡ", "ɡ"),
      "n̩": one("ᵊ", "ə") + one("n", "n"), "l̩": one("ᵊ", "ə") + one("l", "l"),
      "ʔn̩": one("t", "t") + one("n", "n"), "ː": [], "ʲ": [], "\u{303}": [],
      "ˈ": one("ˈ", ""), "ˌ": one("ˌ", ""),
    ]
    return plain
  }()
}
