/// What was said as plain words: small letters, no marks, contractions in full, numbers apart.
///
/// A recogniser writes "What's", "whats" or "what is", "twenty-three" or "twenty three", "5pm" or
/// "5 p.m."; here they come out the same, so that tables need only one spelling.
public enum SpokenWords {
  /// The longest text that is read, in bytes: longer ones are never an order or a sum.
  public static let longest = 400

  /// The words of `text`; none when it is longer than ``longest``.
  public static func of(_ text: String) -> [String] {
    guard text.utf8.count <= longest else { return [] }
    return marked(text).filter { !marks.contains($0) }
  }

  /// The words of `text` and the signs that calculate: + - × ÷ = % and °.
  public static func withSigns(_ text: String) -> [String] {
    guard text.utf8.count <= longest else { return [] }
    return marked(text)
  }

  private static let marks: Set<String> = ["+", "-", "*", "/", "=", "%", "°"]

  private static func marked(_ text: String) -> [String] {
    pieces(text).flatMap { contractions[$0] ?? [$0] }
  }

  /// Words, numbers and signs as they stand there.
  private static func pieces(_ text: String) -> [String] {
    let scalars = Array(text.lowercased().unicodeScalars)
    var found: [String] = []
    var index = 0
    while index < scalars.count {
      let start = index
      if scalars[index].isDigit {
        index = endOfNumber(scalars, from: start)
        found.append(string(scalars[start..<index]).filter { $0 != "," })
      } else if scalars[index].isLetter {
        while index < scalars.count, isInWord(scalars, index) { index += 1 }
        found.append(contentsOf: word(string(scalars[start..<index])))
      } else {
        if let sign = sign(scalars, index) { found.append(sign) }
        index += 1
      }
    }
    return found
  }

  /// Digits with what belongs to them: "1,200", "3.5", "7:30", "3rd".
  private static func endOfNumber(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var index = start
    while index < scalars.count {
      let isInner =
        ".,:".unicodeScalars.contains(scalars[index]) && index + 1 < scalars.count
        && scalars[index + 1].isDigit
      guard scalars[index].isDigit || isInner else { break }
      index += 1
    }
    let ending = string(scalars[index..<min(index + 2, scalars.count)])
    let goesOn = index + 2 < scalars.count && scalars[index + 2].isLetter
    return ["st", "nd", "rd", "th"].contains(ending) && !goesOn ? index + 2 : index
  }

  private static func isInWord(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    if scalars[index].isLetter { return true }
    if scalars[index].properties.generalCategory == .nonspacingMark { return true }
    // The stops of "p.m." and the apostrophe of "what's".
    guard "'’.".unicodeScalars.contains(scalars[index]), index + 1 < scalars.count else {
      return false
    }
    return scalars[index + 1].isLetter
  }

  private static func word(_ written: String) -> [String] {
    let word = written.replacing("’", with: "'")
    if word.contains(".") {
      let letters = word.split(separator: ".")
      return letters.allSatisfy { $0.count == 1 }
        ? [letters.joined()] : letters.map(String.init)
    }
    return [word]
  }

  private static func sign(_ scalars: [Unicode.Scalar], _ index: Int) -> String? {
    switch scalars[index] {
    case "+": "+"
    case "×", "*", "✕": "*"
    case "÷", "/": "/"
    case "=": "="
    case "%": "%"
    case "°", "º": "°"
    case "-", "−", "–": isMinus(scalars, index) ? "-" : nil
    default: nil
    }
  }

  /// A dash calculates only before a number; "twenty-three" and "well - no" have another.
  private static func isMinus(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    var next = index + 1
    while next < scalars.count, scalars[next] == " " { next += 1 }
    return next < scalars.count && scalars[next].isDigit
  }

  private static func string(_ slice: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: slice)
    return String(view)
  }

  private static let contractions: [String: [String]] = {
    var table: [String: [String]] = [
      "won't": ["will", "not"], "can't": ["can", "not"], "cannot": ["can", "not"],
      "let's": ["let", "us"], "lets": ["let", "us"], "shan't": ["shall", "not"],
      "whats": ["what", "is"], "thats": ["that", "is"], "dont": ["do", "not"],
      "cant": ["can", "not"], "wanna": ["want", "to"], "gonna": ["going", "to"],
      "gimme": ["give", "me"], "lemme": ["let", "me"], "ok": ["okay"], "k": ["okay"],
      "alright": ["all", "right"], "goodnight": ["good", "night"], "goodbye": ["good", "bye"],
      "nevermind": ["never", "mind"], "hows": ["how", "is"], "im": ["i", "am"],
      "ma'am": ["madam"], "o'clock": ["o'clock"], "'til": ["until"], "til": ["until"],
      "till": ["until"], "mhm": ["mhm"],
    ]
    for subject in ["i", "you", "we", "they", "he", "she", "it", "that", "there", "what", "who"] {
      table[subject + "'ll"] = [subject, "will"]
      table[subject + "'d"] = [subject, "would"]
      table[subject + "'ve"] = [subject, "have"]
    }
    for subject in [
      "it", "that", "there", "what", "who", "he", "she", "how", "when", "where", "here",
    ] {
      table[subject + "'s"] = [subject, "is"]
    }
    for subject in ["you", "we", "they"] { table[subject + "'re"] = [subject, "are"] }
    table["i'm"] = ["i", "am"]
    for verb in [
      "do", "does", "did", "is", "are", "was", "were", "have", "has", "had", "could", "would",
      "should", "must", "need",
    ] {
      table[verb + "n't"] = [verb, "not"]
    }
    return table
  }()
}
