/// How many tokens a model is likely to read a text as, estimated from above for usual text.
///
/// Every model cuts text in its own way. Words of usual length are one token or two; signs, long runs of
/// letters that are no words, and scripts other than Latin take more.
struct TokenEstimate: Sendable {
  private var eighths = 0
  private var run = 0

  /// The tokens of what was read so far.
  var tokens: Int { (eighths + 7) / 8 }

  /// Reads on.
  mutating func read(_ character: Character) {
    for scalar in character.unicodeScalars {
      guard scalar.isASCII else {
        eighths += 8 * UTF8.width(scalar)
        run = 0
        continue
      }
      guard character.isLetter || character.isNumber else {
        eighths += character == " " ? 0 : 8
        run = 0
        continue
      }
      run += 1
      eighths += run == 1 ? 8 : run <= 16 ? 1 : 4
    }
  }

  /// The tokens of a text.
  static func of(_ text: String) -> Int {
    var estimate = TokenEstimate()
    for character in text { estimate.read(character) }
    return estimate.tokens
  }

  /// The longest beginning of `text` that has at most `tokens`.
  static func beginning(
    of text: some Sequence<Character>, within tokens: Int
  ) -> [Character] {
    var estimate = TokenEstimate()
    var beginning: [Character] = []
    for character in text {
      estimate.read(character)
      if estimate.tokens > tokens { break }
      beginning.append(character)
    }
    return beginning
  }
}
