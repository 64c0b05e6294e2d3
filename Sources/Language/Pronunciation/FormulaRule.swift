/// "1-2=5", "y=x +1", "2 * 3", "10 x 5", "5 < 6".
enum FormulaRule {
  private static let signs: [Character: String] = [
    "+": "plus", "-": "minus", "*": "times", "=": "equals", "<": "is less than",
    ">": "is greater than", "/": "divided by", "^": "to the power of", "@": "at", "#": "number",
    "%": "percent", "°": "degrees", "~": "about", "§": "section", "≥": "is at least",
    "≤": "is at most", "≠": "is not equal to",
    "√": "the square root of", "±": "plus or minus",
  ]

  /// Signs of two characters, each as a sign of one.
  private static let doubled = [(">=", "≥"), ("<=", "≤"), ("!=", "≠"), ("==", "=")]

  private static let powers: [Character: String] = ["²": " squared", "³": " cubed"]

  private static let names = [
    "C++": "C plus plus", "C#": "C sharp", "F#": "F sharp", ">=": "is at least", "<=": "is at most",
    "!=": "is not equal to", "==": "equals", "->": "to", "=>": "to", "+/-": "plus or minus",
  ]

  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if token.core == "x" || token.core == "×", isNumber(context.word(-1)), isNumber(context.word(1))
    {
      return (token.saying("by"), 1)
    }
    if token.core.count == 1, let sign = token.core.first {
      if sign == "-" || sign == "–" || sign == "—" {
        let isBetween = isNumber(context.word(-1)) && isNumber(context.word(1))
        return isBetween ? (token.saying("minus"), 1) : nil
      }
      return signs[sign].map { (token.saying($0), 1) }
    }
    if let name = names[token.core] { return (token.saying(name), 1) }
    if let power = token.core.last.flatMap({ powers[$0] }), token.core.count > 1 {
      let base = token.core.dropLast()
      return (token.saying((NumberWords.spoken(base) ?? String(base)) + power), 1)
    }
    let inner = token.core.dropFirst().dropLast()
    let isFormula =
      token.core.contains { "=*^√±".contains($0) } || inner.contains("+")
      || token.core.first.map { "+~<>".contains($0) } == true
        && token.core.contains(where: \.isNumber)
    guard isFormula else { return nil }
    return (token.saying(words(token.core)), 1)
  }

  private static func words(_ formula: String) -> String {
    var words: [String] = []
    var run = ""
    var rest = formula
    for (sign, words) in doubled { rest = rest.replacing(sign, with: words) }
    for character in rest + " " {
      guard let sign = signs[character] else {
        run.append(character)
        continue
      }
      if !run.isEmpty { words.append(NumberWords.spoken(run) ?? run) }
      run = ""
      words.append(sign)
    }
    let last = run.filter { $0 != " " }
    if !last.isEmpty { words.append(NumberWords.spoken(last) ?? last) }
    return words.joined(separator: " ")
  }

  private static func isNumber(_ word: String?) -> Bool {
    word.flatMap { NumberWords.spoken($0) } != nil
  }
}
