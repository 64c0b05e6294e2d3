/// Spells out a finished sentence the way it is said: numbers, dates, times, money, units,
/// abbreviations and signs become words.
///
/// Give it a whole sentence of ``SpeakableText``; what it does not know stays as written. Choices
/// that could go either way: 15.01.2020 is day first and 8/5/2006 month first; four figures from
/// 1100 to 2099 are said as a year.
public enum Pronounceable {
  /// The sentence in words.
  ///
  /// - Parameters:
  ///   - sentence: The sentence as written.
  ///   - language: The language it is written in.
  /// - Returns: What is said; empty when there is nothing to say.
  public static func spoken(_ sentence: String, in language: SpokenLanguage = .english) -> String {
    let text =
      switch language {
      case .english: english(sentence)
      case .german: german.spoken(sentence)
      case .french: french.spoken(sentence)
      case .spanish: spanish.spoken(sentence)
      case .japanese: Japanese.spoken(sentence)
      }
    return text.contains { $0.isLetter || $0.isNumber } ? text : ""
  }

  private static let german = TongueRules(tongue: German())
  private static let french = TongueRules(tongue: French())
  private static let spanish = TongueRules(tongue: Spanish())

  private static func english(_ sentence: String) -> String {
    let cleaned = Signs.prepared(sentence)
    let tokens = cleaned.split(whereSeparator: \.isWhitespace).map { Token($0) }
    var words: [String] = []
    var index = 0
    while index < tokens.count {
      let (said, count) = say(tokens, at: index)
      words.append(said)
      index += count
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What the tokens from `index` on are said as, and how many of them that takes.
  private static func say(_ tokens: [Token], at index: Int) -> (String, Int) {
    let context = TokenContext(tokens: tokens, index: index)
    let rules: [(TokenContext) -> (String, Int)?] = [
      DateRule.say, TimeRule.say, PhoneRule.say, MoneyRule.say, MeasureRule.say, RangeRule.say,
      AddressRule.state, AbbreviationRule.say, NameRule.say, AddressRule.say, NumberRule.say,
      FormulaRule.say,
    ]
    for rule in rules {
      if let result = rule(context) { return result }
    }
    let token = tokens[index]
    return (token.saying(token.core), 1)
  }
}

/// A token and its neighbours.
struct TokenContext {
  /// All tokens of the sentence.
  var tokens: [Token]

  /// The token to say.
  var index: Int

  /// The token to say.
  var token: Token { tokens[index] }

  /// The token so many places further on; nil outside the sentence.
  func token(_ offset: Int) -> Token? {
    tokens.indices.contains(index + offset) ? tokens[index + offset] : nil
  }

  /// The word so many places further on, when only spaces lie between.
  func word(_ offset: Int) -> String? {
    let between = offset > 0 ? 0..<offset : offset..<0
    guard between.allSatisfy({ token($0)?.closing.isEmpty ?? false }) else { return nil }
    return token(offset)?.core
  }
}

/// Signs that are changed before words are looked at.
private enum Signs {
  private static let replaced: [Character: String] = [
    "“": "", "”": "", "„": "", "«": "", "»": "", "…": "...", "−": "-", "½": " one half ",
    "¼": " one quarter ", "¾": " three quarters ", "×": " times ", "÷": " divided by ",
    "≈": " about ", "≤": " is at most ", "≥": " is at least ", "→": " to ", "⅓": " one third ",
    "⅔": " two thirds ", "⅛": " one eighth ", "⅜": " three eighths ", "⅝": " five eighths ",
    "⅞": " seven eighths ", "⅕": " one fifth ", "≠": " is not equal to ", "&": " and ",
    "₀": " zero ", "₁": " one ", "₂": " two ", "₃": " three ", "₄": " four ", "₅": " five ",
    "₆": " six ", "‘": "'", "’": "'", "\u{2011}": "-", "©": "", "®": "", "™": "",
  ]

  static func prepared(_ text: String) -> String {
    var result = ""
    for character in text { result += replaced[character] ?? String(character) }
    // A pause at the end is said by saying nothing.
    while result.hasSuffix("...") { result.removeLast(3) }
    return result.replacing("...", with: ", ").replacing(" ,", with: ",")
  }
}
