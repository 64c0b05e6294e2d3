/// Spells out a sentence in one of the languages of ``Tongue``.
struct TongueRules {
  /// The language.
  let tongue: any Tongue

  /// The sentence in words.
  func spoken(_ sentence: String) -> String {
    let tokens = joined(prepared(sentence).split(whereSeparator: \.isWhitespace).map { Token($0) })
    var words: [String] = []
    var index = 0
    while index < tokens.count {
      let (said, count) = say(TokenContext(tokens: tokens, index: index))
      words.append(said)
      index += count
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func say(_ context: TokenContext) -> (String, Int) {
    let rules: [(TokenContext) -> (String, Int)?] = [
      abbreviation, tongue.dayOfMonth, date, tongue.time, clock, telephone, money, measure,
      tongue.ordinal, pair, reign, number, address, serial, sign,
    ]
    for rule in rules {
      if let result = rule(context) { return result }
    }
    return (context.token.saying(context.token.core), 1)
  }

  /// Signs that stand for words wherever they are; quotation marks are not said.
  private func prepared(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "“", "”", "„", "«", "»", "\"", "©", "®", "™": continue
      case "‘", "’", "´": result.append("'")
      case "−": result.append("-")
      case "\u{2011}": result.append("-")
      case "…": result += "..."
      case "½": result += " 1/2"
      case "¼": result += " 1/4"
      case "¾": result += " 3/4"
      case "⁄": result.append("/")
      case "&", "×", "÷", "≈", "≤", "≥", "→", "±":
        result += " " + (tongue.signs[character] ?? String(character)) + " "
      default: result.append(character)
      }
    }
    while result.hasSuffix("...") { result.removeLast(3) }
    return result.replacing("...", with: ", ").replacing(" ,", with: ",")
  }

  /// Digits in groups of three with spaces between are one number: "1 000 000".
  private func joined(_ tokens: [Token]) -> [Token] {
    var result: [Token] = []
    var isJoined = false
    for token in tokens {
      let words = result.suffix(5).map { $0.core.lowercased() }
      if let last = result.last, last.closing.isEmpty, token.opening.isEmpty,
        isGroup(token.core), isJoined || isGroupStart(last.core), last.core.count <= 15,
        !words.contains(where: { tongue.telephoneWords.contains($0) || $0.isCountryCode })
      {
        result[result.count - 1].core += token.core
        result[result.count - 1].closing = token.closing
        isJoined = token.core.count == 3
      } else {
        result.append(token)
        isJoined = false
      }
    }
    return result
  }

  /// Three digits, perhaps with a decimal part or a sign after them.
  private func isGroup(_ word: String) -> Bool {
    let digits = word.prefix(while: NumberWords.isDigit)
    let rest = word.dropFirst(digits.count)
    guard digits.count == 3 else { return false }
    return rest.isEmpty || rest.first == "," && rest.dropFirst().allSatisfy(NumberWords.isDigit)
      || "€$%£".contains(rest.first ?? " ")
  }

  private func isGroupStart(_ word: String) -> Bool {
    let digits = word.first == "-" ? word.dropFirst() : word[...]
    guard digits.allSatisfy(NumberWords.isDigit), let first = digits.first, first != "0" else {
      return false
    }
    return digits.count <= 3
  }

  // MARK: - Words

  private func abbreviation(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    for count in [3, 2, 1] {
      guard let key = context.abbreviation(count), let words = tongue.phrases[key],
        let last = context.token(count - 1)
      else { continue }
      // Without a full stop it may be a word: "bd" is none, "max" is a name.
      guard count > 1 || last.hasStop || key.contains(".") || !key.allSatisfy(\.isLetter) else {
        continue
      }
      let isLast = context.token(count) == nil
      return (token.opening + last.withoutOpening.saying(words, dropsStop: !isLast), count)
    }
    let key = token.core.lowercased()
    let next = context.token(1)?.core
    if token.hasStop, let (end, words) = tongue.endings.first(where: { key.hasSuffix($0.key) }) {
      return (token.saying(token.core.dropLast(end.count) + words, dropsStop: next != nil), 1)
    }
    // "s. XX"
    if let words = tongue.beforeNumber[key], let token = context.token(1), token.core.count > 1,
      let value = NumberWords.roman(token.core)
    {
      let number = tongue.cardinal(value, before: nil)
      return (context.token.opening + token.saying("\(words) \(number)"), 2)
    }
    if let title = tongue.titles[key], next?.first?.isUppercase == true,
      token.closing == "." || token.closing.isEmpty && token.core.count > 1 || key.count > 2
    {
      return (token.saying(title, dropsStop: true), 1)
    }
    if let words = tongue.beforeNumber[key], let next, next.first?.isNumber == true {
      return (token.saying(words, dropsStop: true), 1)
    }
    return nil
  }

  private func address(_ context: TokenContext) -> (String, Int)? {
    AddressRule.spelled(context.token, signs: tongue.signs).map { ($0, 1) }
  }

  /// A sign that stands alone, or a formula: "5 + 3 = 8", "2*3".
  private func sign(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if token.core.count == 1, let sign = token.core.first {
      if "-–—".contains(sign) {
        let isBetween = [-1, 1].allSatisfy { Figure(context.token($0)?.core ?? "") != nil }
        return isBetween ? (token.saying(tongue.minus), 1) : nil
      }
      if sign == "x", [-1, 1].allSatisfy({ Figure(context.token($0)?.core ?? "") != nil }) {
        return (token.saying(tongue.signs["×"] ?? "x"), 1)
      }
      return tongue.signs[sign].map { (token.saying($0), 1) }
    }
    guard token.core.contains(where: { "=*+<>^~".contains($0) }) else { return nil }
    var words: [String] = []
    for run in token.core.runs(where: { tongue.signs[$0] != nil || $0 == "-" }) {
      for part in run.isMatch ? run.text.map(String.init) : [run.text] {
        let sign = part == "-" ? tongue.minus : part.first.flatMap { tongue.signs[$0] }
        words.append(run.isMatch ? sign ?? part : Figure(part).map { plain($0) } ?? part)
      }
    }
    return (token.saying(words.joined(separator: " ")), 1)
  }

  // MARK: - Numbers

  /// A number without anything it counts.
  func plain(_ figure: Figure, before noun: String? = nil) -> String {
    let sign = figure.isNegative ? tongue.minus + " " : ""
    guard let value = figure.value, figure.fraction != nil || figure.isPlain else {
      return sign + tongue.digits(figure.whole)
    }
    guard let fraction = figure.fraction else { return sign + tongue.cardinal(value, before: noun) }
    return sign + tongue.cardinal(value, before: nil) + " " + tongue.decimalWord + " "
      + tongue.decimals(fraction)
  }

  private func number(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let value = token.core.yearValue, isYear(value, context) {
      return (token.saying(tongue.year(value)), 1)
    }
    if let figure = Figure(token.core) {
      if context.isTelephone(tongue.telephoneWords), figure.fraction == nil {
        return (token.saying(tongue.digits(figure.whole)), 1)
      }
      let noun = token.closing.isEmpty ? context.token(1)?.core : nil
      return (token.saying(plain(figure, before: noun)), 1)
    }
    // "n°5"
    if let short = tongue.beforeNumber.keys.first(where: {
      $0.hasPrefix("n") && !($0.last?.isASCII ?? true) && token.core.lowercased().hasPrefix($0)
    }), let figure = Figure(token.core.dropFirst(short.count)) {
      return (token.saying((tongue.beforeNumber[short] ?? short) + " " + plain(figure)), 1)
    }
    if token.core.first == "#" || token.core.first == "+",
      let figure = Figure(token.core.dropFirst()), let sign = tongue.signs[token.core.first ?? " "]
    {
      return (token.saying(sign + " " + plain(figure)), 1)
    }
    let parts = token.core.split(separator: ".", omittingEmptySubsequences: false)
    let figures = parts.compactMap { Figure($0) }
    if parts.count > 2, figures.count == parts.count {
      let dot = tongue.signs["."] ?? "."
      return (token.saying(figures.map { plain($0) }.joined(separator: " \(dot) ")), 1)
    }
    return nil
  }

  /// Four figures are a year unless they count what follows.
  private func isYear(_ value: Int, _ context: TokenContext) -> Bool {
    guard (1100...2099).contains(value) else { return false }
    guard context.token.closing.isEmpty, let next = context.token(1)?.core else { return true }
    return next.first?.isUppercase != true
  }

  /// "3–5", "1/2", "24/7", "3:1".
  private func pair(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let fraction = fraction(token.core) {
      guard token.closing.isEmpty, let next = context.token(1), let unit = unit(next.core) else {
        return (token.saying(fraction), 1)
      }
      return (token.opening + next.saying(fraction + " " + unit.one), 2)
    }
    if token.closing.isEmpty, let whole = Figure(token.core)?.value, let next = context.token(1),
      let fraction = fraction(next.core), next.opening.isEmpty
    {
      return (token.opening + next.saying(tongue.mixed(whole, fraction)), 2)
    }
    if let ends = ends(token.core) {
      if let start = ends.0.yearValue, let end = ends.1.yearValue {
        return (token.saying(tongue.year(start) + " \(tongue.to) " + tongue.year(end)), 1)
      }
      if let start = ends.0.yearValue, ends.1.isFigures(2...2), let end = Int(ends.1), end > 9 {
        let words = tongue.year(start) + " \(tongue.to) " + tongue.cardinal(end, before: nil)
        return (token.saying(words), 1)
      }
      guard let start = Figure(ends.0), let end = Figure(ends.1) else { return nil }
      let noun = token.closing.isEmpty ? context.token(1)?.core : nil
      return (
        token.saying(plain(start, before: nil) + " \(tongue.to) " + plain(end, before: noun)), 1
      )
    }
    let years = token.core.split(separator: "/").map(String.init)
    if years.count == 2, let start = years[0].yearValue, years[1].isFigures(2...2),
      let end = Int(years[1])
    {
      return (token.saying(tongue.year(start) + " " + tongue.cardinal(end, before: nil)), 1)
    }
    for sign in ["/", ":"] {
      let parts = token.core.split(separator: sign, omittingEmptySubsequences: false)
      guard parts.count == 2, let first = Figure(parts[0]), let second = Figure(parts[1]),
        first.isPlain, second.isPlain, first.whole.count <= 3, second.whole.count <= 3
      else { continue }
      let middle = sign == ":" ? " \(tongue.signs[":"] ?? tongue.to) " : " "
      return (token.saying(plain(first) + middle + plain(second)), 1)
    }
    return nil
  }

  private func fraction(_ word: String) -> String? {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let top = Int(parts[0]), let bottom = Int(parts[1]), top > 0, top < 100,
      bottom > 1, bottom <= 100, top < bottom || top % bottom != 0, !(top == 24 && bottom == 7)
    else { return nil }
    return tongue.fraction(top, bottom)
  }

  /// The two sides of a dash between figures.
  func ends(_ word: String) -> (String, String)? {
    let ends = word.split(omittingEmptySubsequences: false) { "-–—".contains($0) }
    guard ends.count == 2, let first = ends[0].first, let last = ends[1].first,
      NumberWords.isDigit(first), NumberWords.isDigit(last)
    else { return nil }
    return (String(ends[0]), String(ends[1]))
  }

  /// Roman numerals after a name or what is counted.
  private func reign(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard let value = NumberWords.roman(token.core), let before = context.word(-1) else {
      return nil
    }
    if tongue.counted.contains(before.lowercased()) {
      return (token.saying(tongue.cardinal(value, before: nil)), 1)
    }
    let isName = before.first?.isUppercase == true && before.dropFirst().contains { $0.isLowercase }
    guard isName, value <= 40, token.core.count > 1 || "IVX".contains(token.core), before.count > 2
    else { return nil }
    // "XIV." keeps its full stop only at the end.
    return (token.saying(tongue.reign(value, after: before), dropsStop: context.token(1) != nil), 1)
  }

  /// Letters and figures in one word, said one after the other.
  private func serial(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.core.contains(where: NumberWords.isDigit), token.core.contains(where: \.isLetter),
      token.core.allSatisfy({ $0.isLetter || NumberWords.isDigit($0) || "-.".contains($0) })
    else { return nil }
    let words = token.core.runs(where: NumberWords.isDigit).compactMap { run -> String? in
      guard run.isMatch else {
        let letters = run.text.filter(\.isLetter)
        return letters.isEmpty ? run.text == "." ? tongue.signs["."] : nil : letters
      }
      if let year = run.text.yearValue, (1100...2099).contains(year) { return tongue.year(year) }
      let isCode = run.text.count > 3 || run.text.first == "0" && run.text.count > 1
      return isCode ? tongue.digits(run.text) : Figure(run.text).map { plain($0) }
    }
    return (token.saying(words.joined(separator: " ")), 1)
  }
}

extension Tongue {
  /// Figures one by one.
  func digits(_ text: some StringProtocol) -> String {
    text.compactMap(\.wholeNumberValue).map { cardinal($0, before: nil) }.joined(separator: " ")
  }
}

extension Token {
  /// The token without what opens before it.
  var withoutOpening: Token {
    var token = self
    token.opening = ""
    return token
  }
}

extension TokenContext {
  /// `count` tokens written as one abbreviation, in small letters without spaces and last stop.
  func abbreviation(_ count: Int) -> String? {
    var parts: [String] = []
    for offset in 0..<count {
      guard let token = token(offset), !token.core.isEmpty, offset == 0 || token.opening.isEmpty,
        offset == count - 1 || token.closing == "."
      else { return nil }
      parts.append(token.core.lowercased())
    }
    return parts.joined(separator: ".")
  }

  /// Whether one of the three words before tells that this is a number to dial.
  func isTelephone(_ words: Set<String>) -> Bool {
    (1...3).contains { offset in
      token(-offset).map { words.contains($0.core.lowercased()) } ?? false
    }
  }

  /// The words before this one in small letters, the nearest first.
  func before(_ count: Int) -> [String] {
    (1...count).compactMap { token(-$0)?.core.lowercased() }
  }
}

extension String {
  /// Whether it is "+" and figures.
  fileprivate var isCountryCode: Bool { first == "+" && dropFirst().isFigures(1...3) }

  /// Four figures from 1000 on, as a number.
  var yearValue: Int? {
    guard count == 4, allSatisfy(NumberWords.isDigit), let value = Int(self), value >= 1000 else {
      return nil
    }
    return value
  }

  /// The text cut where `condition` changes.
  func runs(where condition: (Character) -> Bool) -> [(text: String, isMatch: Bool)] {
    var runs: [(text: String, isMatch: Bool)] = []
    for character in self {
      let isMatch = condition(character)
      if let last = runs.last, last.isMatch == isMatch {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append((String(character), isMatch))
      }
    }
    return runs
  }
}
