/// "123", "004", "2.050", "3rd", "2012", "-2", "covid-19", "C24".
enum NumberRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.core.contains(where: NumberWords.isDigit) else { return nil }
    if token.core == "007" { return (token.saying("double oh seven"), 1) }
    if let ordinal = ordinal(token.core) { return (token.saying(ordinal), 1) }
    if let before = context.word(-1)?.lowercased(), named.contains(before), token.core.count == 3,
      let value = Int(token.core), value >= 100, value % 100 != 0
    {
      return (token.saying(NumberWords.inPairs(value)), 1)
    }
    if let year = year(token.core, after: context.word(-1)) { return (token.saying(year), 1) }
    if let number = NumberWords.spoken(token.core) { return (token.saying(number), 1) }
    if token.core.first == "#", let number = NumberWords.spoken(token.core.dropFirst()) {
      return (token.saying("number " + number), 1)
    }
    let parts = token.core.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { NumberWords.spoken($0) }
    if parts.count > 2, numbers.count == parts.count {
      return (token.saying(numbers.joined(separator: " point ")), 1)
    }
    if token.core.last == "k", let number = NumberWords.spoken(token.core.dropLast()) {
      return (token.saying(number + " thousand"), 1)
    }
    return serial(token.core).map { (token.saying($0), 1) }
  }

  /// What is called by a number of three figures, which is said as one and two: "Boeing 747".
  private static let named: Set<String> = [
    "boeing", "airbus", "flight", "room", "route", "highway", "interstate", "bus", "channel",
    "suite",
  ]

  private static func ordinal(_ word: String) -> String? {
    let digits = word.filter { $0 != "," }.prefix(while: NumberWords.isDigit)
    let suffix = word.suffix(2).lowercased()
    guard ["st", "nd", "rd", "th"].contains(suffix), let value = Int(digits),
      value <= NumberWords.largest, word.filter({ $0 != "," }).count == digits.count + 2
    else { return nil }
    return NumberWords.ordinal(value)
  }

  private static func year(_ word: String, after before: String?) -> String? {
    let isDated =
      before.map { ["in", "since", "until", "year"].contains($0.lowercased()) } ?? false
    guard word.count == 4, word.allSatisfy(NumberWords.isDigit), let value = Int(word),
      ((isDated ? 1000 : 1100)...2099).contains(value)
    else { return nil }
    return NumberWords.year(value)
  }

  /// Letters and figures in one word, said one after the other.
  private static func serial(_ word: String) -> String? {
    if let first = word.first, first == "v" || first == "V", word.contains("."),
      let number = NumberWords.spoken(word.dropFirst())
    {
      return String(first) + " " + number
    }
    guard word.allSatisfy({ $0.isLetter || NumberWords.isDigit($0) || $0 == "-" }) else {
      return nil
    }
    var runs: [String] = []
    var result = ""
    for character in word {
      if character == "-" {
        runs.append("-")
      } else if let last = runs.last?.last, last != "-",
        NumberWords.isDigit(last) == NumberWords.isDigit(character)
      {
        runs[runs.count - 1].append(character)
      } else {
        runs.append(String(character))
      }
    }
    for (index, run) in runs.enumerated() {
      if run == "-" {
        let isAfterFigures = index > 0 && runs[index - 1].allSatisfy(NumberWords.isDigit)
        result += isAfterFigures ? " " : "-"
      } else {
        let needsSpace = index > 0 && runs[index - 1] != "-"
        let isCode = run.count > 2 && run.allSatisfy(NumberWords.isDigit)
        let said = isCode ? NumberWords.digits(run) : NumberWords.spoken(run) ?? run
        result += (needsSpace ? " " : "") + said
      }
    }
    return result
  }
}
