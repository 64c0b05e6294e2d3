/// Numbers as French words.
enum FrenchNumbers {
  private static let small = [
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
    "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
  ]
  private static let tens = ["", "", "vingt", "trente", "quarante", "cinquante", "soixante"]
  private static let scales = [
    (1_000_000_000_000, "billion"), (1_000_000_000, "milliard"), (1_000_000, "million"),
  ]

  /// 80 is "quatre-vingts", 281 "deux cent quatre-vingt-un".
  ///
  /// - Precondition: `value` is from 0 to 999_999_999_999_999.
  static func cardinal(_ value: Int) -> String {
    var parts: [String] = []
    var rest = value
    for (size, name) in scales where rest >= size {
      let count = rest / size
      parts.append(belowThousand(count, isLast: true) + " " + name + (count > 1 ? "s" : ""))
      rest %= size
    }
    if rest >= 1000 {
      let count = rest / 1000
      parts.append(count == 1 ? "mille" : belowThousand(count, isLast: false) + " mille")
      rest %= 1000
    }
    if rest > 0 || parts.isEmpty { parts.append(belowThousand(rest, isLast: true)) }
    return parts.joined(separator: " ")
  }

  /// "cents" and "quatre-vingts" have their s only when nothing but a noun follows.
  private static func belowThousand(_ value: Int, isLast: Bool) -> String {
    if value < 100 { return belowHundred(value, isLast: isLast) }
    let (hundreds, rest) = (value / 100, value % 100)
    let hundred = hundreds == 1 ? "cent" : small[hundreds] + " cent"
    if rest == 0 { return hundred + (hundreds > 1 && isLast ? "s" : "") }
    return hundred + " " + belowHundred(rest, isLast: isLast)
  }

  private static func belowHundred(_ value: Int, isLast: Bool) -> String {
    if value < 20 { return small[value] }
    let unit = value % 10
    switch value {
    case 80: return "quatre-vingt" + (isLast ? "s" : "")
    case 81...99: return "quatre-vingt-" + small[value - 80]
    case 71: return "soixante et onze"
    case 70...79: return "soixante-" + small[value - 60]
    default: break
    }
    let ten = tens[value / 10]
    if unit == 0 { return ten }
    return ten + (unit == 1 ? " et un" : "-" + small[unit])
  }

  /// 21 is "vingt et unième"; the first is said elsewhere.
  static func ordinal(_ value: Int) -> String {
    if value == 1 { return "premier" }
    var word = cardinal(value)
    if value % 100 == 80 || value % 100 == 0 && value % 1000 != 0 && word.hasSuffix("s") {
      word.removeLast()
    }
    if word.hasSuffix("cinq") { return word + "uième" }
    if word.hasSuffix("neuf") { return word.dropLast() + "vième" }
    if word.hasSuffix("e") { return word.dropLast() + "ième" }
    return word + "ième"
  }

  /// "040" is "zéro quatre zéro".
  static func digits(_ text: some StringProtocol) -> String {
    text.compactMap(\.wholeNumberValue).map { small[$0] }.joined(separator: " ")
  }
}
