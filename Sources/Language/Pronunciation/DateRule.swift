/// "july 25 2012", "25 July", "July 1506", "2006-08-05", "the 1980s", "'80s".
enum DateRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let date = Calendar.date(token.core) { return (token.saying(date), 1) }
    if let decade = decade(token.core) { return (token.saying(decade), 1) }
    return monthFirst(context) ?? dayFirst(context)
  }

  private static func monthFirst(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard let month = Calendar.month(token.core), let next = context.token(1),
      token.closing.isEmpty || token.closing == "."
    else { return nil }
    guard let day = day(next.core) else {
      guard let year = year(next.core), token.closing.isEmpty else { return nil }
      return (token.opening + month + " " + next.saying(year), 2)
    }
    let start = token.opening + month + " "
    if let after = context.token(2), let year = year(after.core), ["", ","].contains(next.closing) {
      return (start + next.saying(day) + " " + after.saying(year), 3)
    }
    return (start + next.saying(day), 2)
  }

  private static func dayFirst(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.closing.isEmpty, let day = day(token.core), let next = context.token(1),
      let month = Calendar.month(next.core)
    else { return nil }
    let article = context.word(-1)?.lowercased() == "the" ? "" : "the "
    let start = token.opening + article + day + " of "
    if let after = context.token(2), let year = year(after.core),
      ["", ",", "."].contains(next.closing)
    {
      let isAbbreviated = next.closing == "." && next.core.count <= 4
      return (start + next.saying(month, dropsStop: isAbbreviated) + " " + after.saying(year), 3)
    }
    return (start + next.saying(month), 2)
  }

  /// "25" or "25th" as the day of a month, or "5-7" as some of them.
  private static func day(_ word: String) -> String? {
    let ends = word.split { "-–".contains($0) }
    if ends.count == 2, let start = day(String(ends[0])), let end = day(String(ends[1])) {
      return start + " to " + end
    }
    let digits = word.prefix(while: NumberWords.isDigit)
    let suffix = word.dropFirst(digits.count).lowercased()
    guard ["", "st", "nd", "rd", "th"].contains(suffix), let day = Int(digits),
      (1...31).contains(day)
    else { return nil }
    return NumberWords.ordinal(day)
  }

  /// Four figures as a year.
  static func year(_ word: some StringProtocol) -> String? {
    guard word.count == 4, word.allSatisfy(NumberWords.isDigit), let year = Int(word), year >= 1000
    else { return nil }
    return NumberWords.year(year)
  }

  private static func decade(_ word: String) -> String? {
    var body = word[...]
    var start = ""
    if body.first == "'" { body = body.dropFirst() }
    if let dash = body.lastIndex(of: "-") {
      start = body[..<dash] + " "
      body = body[body.index(after: dash)...]
      guard ["mid ", "late ", "early ", "pre ", "post "].contains(start.lowercased()) else {
        return nil
      }
    }
    let end = body.hasSuffix("'s") ? 2 : 1
    guard body.last == "s" else { return nil }
    let digits = body.dropLast(end)
    guard digits.last == "0", digits.count == 4 || digits.count == 2, let value = Int(digits),
      value >= 1000 || (20...90).contains(value)
    else { return nil }
    return start + NumberWords.decade(value)
  }
}
