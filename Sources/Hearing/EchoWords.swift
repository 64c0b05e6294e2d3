/// Tells by its words whether what a microphone heard is the echo of a reply.
///
/// A recogniser mishears echoes, cuts words in two and joins others, so letters are compared and not
/// words: how much of what was heard stands, in order, somewhere in what was played (approximate
/// string matching, Sellers 1980).
public enum EchoWords {
  /// The most letters compared.
  private static let longest = 400
  /// What is shorter must be the same words: a few letters are alike by chance.
  private static let fewestLetters = 6
  private static let alike = 0.65
  /// So it is, to a lesser degree, with what is a little longer.
  private static let fewLetters = 14
  private static let alikeOfFew = 0.75

  /// Whether `heard` is likely to be the echo of `played`.
  ///
  /// - Parameters:
  ///   - heard: The words of the microphone, in small letters.
  ///   - played: The words that were being played, in small letters, in order.
  /// - Returns: Whether most of what was heard was being played.
  public static func isEcho(_ heard: [String], of played: [String]) -> Bool {
    guard !heard.isEmpty, !played.isEmpty else { return false }
    let letters = Self.letters(heard)
    guard letters.count >= fewestLetters else {
      return heard.allSatisfy { word in played.contains(word) }
    }
    return likeness(of: letters, in: Self.letters(played))
      >= (letters.count < fewLetters ? alikeOfFew : alike)
  }

  /// How much of `part` stands somewhere in `whole`: 1 is all of it, letter by letter.
  static func likeness(of part: [Character], in whole: [Character]) -> Double {
    guard !part.isEmpty else { return 0 }
    // One column of the edit distance; the match may begin and end anywhere in `whole`.
    var column = Array(0...part.count)
    var best = part.count
    for letter in whole {
      var diagonal = 0
      for row in 1...part.count {
        let cost = min(
          diagonal + (part[row - 1] == letter ? 0 : 1), column[row] + 1, column[row - 1] + 1)
        diagonal = column[row]
        column[row] = cost
      }
      best = min(best, column[part.count])
    }
    return 1 - Double(best) / Double(part.count)
  }

  private static func letters(_ words: [String]) -> [Character] {
    Array(words.joined().filter { $0.isLetter || $0.isNumber }.prefix(longest))
  }
}
