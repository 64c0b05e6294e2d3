/// How far a transcript is from what was said: words wrong, missing and added, by words said.
///
/// The usual measure of speech recognition (edit distance over words). Both texts are first brought
/// to one spelling, since "Mr. Quilter has 3 dogs." and "mister quilter has three dogs" are the same
/// words.
public struct WordErrorRate: Sendable, Equatable {
  /// Words put in the place of others, left out and added.
  public var errors: Int
  /// Words that were said.
  public var words: Int

  /// A count.
  public init(errors: Int, words: Int) {
    self.errors = errors
    self.words = words
  }

  /// The count for one transcript.
  ///
  /// - Parameters:
  ///   - heard: What was recognised.
  ///   - said: What was said.
  public init(of heard: String, against said: String) {
    let truth = Self.words(of: said)
    errors = Self.distance(from: truth, to: Self.words(of: heard))
    words = truth.count
  }

  /// Errors by words.
  ///
  /// 0 is perfect, and more than 1 is possible. Nothing said and nothing heard is 0.
  public var rate: Double {
    words == 0 ? (errors == 0 ? 0 : 1) : Double(errors) / Double(words)
  }

  /// Both counts together.
  public static func + (a: WordErrorRate, b: WordErrorRate) -> WordErrorRate {
    WordErrorRate(errors: a.errors + b.errors, words: a.words + b.words)
  }

  /// The words of `text` in one spelling: lower case, no punctuation, numbers and titles written out.
  public static func words(of text: String) -> [String] {
    var words: [String] = []
    for piece in text.lowercased().split(whereSeparator: { !isPartOfWord($0) }) {
      let word = String(
        piece.compactMap { letter -> Character? in
          if letter == "’" || letter == "'" { return nil }
          return letter
        })
      guard !word.isEmpty else { continue }
      if let number = Int(word), let spelled = spelled(number) {
        words += spelled
      } else {
        words.append(spellings[word] ?? word)
      }
    }
    return words
  }

  private static func isPartOfWord(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "'" || letter == "’"
  }

  /// Words that are written in more than one way.
  private static let spellings = [
    "mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint", "ok": "okay",
    "etc": "etcetera", "colour": "color", "flavour": "flavor", "metres": "meters",
  ]

  /// Edit distance over words (Levenshtein), one row at a time.
  private static func distance(from truth: [String], to heard: [String]) -> Int {
    var row = Array(0...heard.count)
    for (line, said) in truth.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, word) in heard.enumerated() {
        let best = min(diagonal + (said == word ? 0 : 1), row[column] + 1, row[column + 1] + 1)
        diagonal = row[column + 1]
        row[column + 1] = best
      }
    }
    return row[heard.count]
  }
}

// MARK: - Numbers

extension WordErrorRate {
  private static let small = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  private static let tens = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  /// The words of a whole number up to 999,999; nil beyond.
  static func spelled(_ number: Int) -> [String]? {
    switch number {
    case 0..<20: return [small[number]]
    case 20..<100:
      return [tens[number / 10]] + (number % 10 == 0 ? [] : [small[number % 10]])
    case 100..<1000:
      return [small[number / 100], "hundred"]
        + (number % 100 == 0 ? [] : spelled(number % 100) ?? [])
    case 1000..<1_000_000:
      return (spelled(number / 1000) ?? []) + ["thousand"]
        + (number % 1000 == 0 ? [] : spelled(number % 1000) ?? [])
    default: return nil
    }
  }
}
