/// "2°C", "5 km", "7.2-millimeter", "2-5lb", "50%", "m²".
enum MeasureRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let figures = token.core.prefix { NumberWords.isDigit($0) || "-–.,−".contains($0) }
    let rest = token.core.dropFirst(figures.count)
    if let height = height(token.core) { return (token.saying(height), 1) }
    guard figures.contains(where: NumberWords.isDigit) else {
      guard let unit = Unit(token.core), token.core.contains(where: { "²³°%/".contains($0) }) else {
        return nil
      }
      return (token.saying(unit.many), 1)
    }
    if figures.last == "-", rest.count > 2, rest.allSatisfy(\.isLetter),
      let number = NumberWords.spoken(figures.dropLast())
    {
      return (token.saying(number + " " + rest), 1)
    }
    if !rest.isEmpty {
      guard let unit = Unit(rest), let amount = amount(figures) else { return nil }
      return (token.saying(amount + " " + (amount == "one" ? unit.one : unit.many)), 1)
    }
    guard token.closing.isEmpty, let next = context.token(1), Unit.isClear(next.core),
      let unit = Unit(next.core), let amount = amount(figures)
    else { return nil }
    let isLast = context.token(2) == nil
    return (
      token.opening
        + next.saying(amount + " " + (amount == "one" ? unit.one : unit.many), dropsStop: !isLast),
      2
    )
  }

  /// 6'2" is "six foot two".
  private static func height(_ word: String) -> String? {
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count == 2, let feet = Int(parts[0]), (1...9).contains(feet),
      let inches = Int(parts[1].filter { $0 != "\"" }), (0...11).contains(inches)
    else { return nil }
    return NumberWords.cardinal(feet) + " foot " + NumberWords.cardinal(inches)
  }

  private static func amount(_ figures: Substring) -> String? {
    RangeRule.range(figures) ?? NumberWords.spoken(figures)
  }
}
