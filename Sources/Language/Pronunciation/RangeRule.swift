/// "3–5", "1945-1950", "1/4", "24/7", "1 1/2".
enum RangeRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let pair = pair(token.core) { return (token.saying(pair), 1) }
    if let fraction = fraction(token.core) { return (token.saying(fraction), 1) }
    if token.closing.isEmpty, let whole = Int(token.core), whole < 1000,
      let next = context.token(1),
      let fraction = fraction(next.core)
    {
      let part = fraction.hasPrefix("one ") ? "a " + fraction.dropFirst(4) : fraction
      return (token.opening + NumberWords.cardinal(whole) + " and " + next.saying(part), 2)
    }
    return range(token.core[...]).map { (token.saying($0), 1) }
  }

  /// Two numbers with a dash between them.
  static func range(_ text: Substring) -> String? {
    let ends =
      text.split(separator: "–").count == 2
      ? text.split(separator: "–") : text.split(separator: "-")
    guard ends.count == 2, let first = text.first, NumberWords.isDigit(first) else { return nil }
    if let start = DateRule.year(ends[0]), let end = DateRule.year(ends[1]) {
      return start + " to " + end
    }
    // "1939-45"
    if let start = DateRule.year(ends[0]), ends[1].count == 2, let end = Int(ends[1]), end > 9,
      let century = Int(ends[0].prefix(2)), (11...20).contains(century),
      end > Int(ends[0].suffix(2)) ?? 99
    {
      return start + " to " + NumberWords.cardinal(end)
    }
    guard let start = NumberWords.spoken(ends[0]), let end = NumberWords.spoken(ends[1]) else {
      return nil
    }
    return start + " to " + end
  }

  /// "24/7", "50/50" and "9/11" are no fractions, and "3:1" is no time.
  private static func pair(_ word: String) -> String? {
    let parts = word.split { $0 == "/" || $0 == ":" }
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
      (0...999).contains(first), (0...999).contains(second)
    else { return nil }
    let words = [NumberWords.cardinal(first), NumberWords.cardinal(second)]
    if word.contains(":") { return words.joined(separator: " to ") }
    let isSaying = first == second || word == "24/7" || word == "9/11"
    return isSaying ? words.joined(separator: " ") : nil
  }

  private static func fraction(_ word: String) -> String? {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let top = Int(parts[0]), let bottom = Int(parts[1]), top > 0,
      bottom > 1,
      top < 100, bottom <= 100
    else { return nil }
    let name =
      switch bottom {
      case 2: top == 1 ? "half" : "halves"
      case 4: top == 1 ? "quarter" : "quarters"
      default: NumberWords.ordinal(bottom) + (top == 1 ? "" : "s")
      }
    return NumberWords.cardinal(top) + " " + name
  }
}
