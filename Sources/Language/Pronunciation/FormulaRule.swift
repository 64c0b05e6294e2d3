/// "1-2=5", "y=x +1", "2 * 3", "10 x 5", "5 < 6".
enum FormulaRule {
  private static let signs: [Character: String] = [
    "+": "plus", "-": "minus", "*": "times", "=": "equals", "<": "is less than",
    ">": "is greater than", "/": "divided by", "^": "to the power of", "@": "at", "#": "number",
    "%": "percent", "°": "degrees", "~": "about", "§": "section",
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
    let isFormula =
      token.core.contains("=") || token.core.contains("*") || token.core.first == "+"
      || token.core.first == "~"
    guard isFormula else { return nil }
    return (token.saying(words(token.core)), 1)
  }

  private static func words(_ formula: String) -> String {
    var words: [String] = []
    var run = ""
    for character in formula + " " {
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
