/// Numbers as German words.
enum GermanNumbers {
  private static let small = [
    "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
    "elf",
    "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
  ]
  private static let tens = [
    "", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig",
  ]
  private static let scales = [
    (1_000_000_000_000, "Billion", "Billionen"), (1_000_000_000, "Milliarde", "Milliarden"),
    (1_000_000, "Million", "Millionen"),
  ]

  /// 123 is "einhundertdreiundzwanzig".
  ///
  /// - Precondition: `value` is from 0 to 999_999_999_999_999.
  static func cardinal(_ value: Int) -> String {
    var parts: [String] = []
    var rest = value
    for (size, one, many) in scales where rest >= size {
      let count = rest / size
      parts.append(count == 1 ? "eine " + one : belowMillion(count) + " " + many)
      rest %= size
    }
    if rest > 0 || parts.isEmpty { parts.append(belowMillion(rest)) }
    return parts.joined(separator: " ")
  }

  private static func belowMillion(_ value: Int) -> String {
    if value < 1000 { return belowThousand(value) }
    let rest = value % 1000
    return stem(value / 1000) + "tausend" + (rest > 0 ? belowThousand(rest) : "")
  }

  private static func belowThousand(_ value: Int) -> String {
    if value < 20 { return small[value] }
    if value < 100 {
      let ten = tens[value / 10]
      return value % 10 == 0 ? ten : stem(value % 10) + "und" + ten
    }
    let rest = value % 100
    return stem(value / 100) + "hundert" + (rest > 0 ? belowThousand(rest) : "")
  }

  /// The number as the first part of a longer word: "ein" in "einundzwanzig".
  private static func stem(_ value: Int) -> String {
    let word = belowThousand(value)
    return word.hasSuffix("eins") ? String(word.dropLast()) : word
  }

  /// 3 is "dritt", to which an ending is added.
  static func ordinalStem(_ value: Int) -> String {
    let irregular = [1: "erst", 3: "dritt", 7: "siebt", 8: "acht"]
    let last = value % 100
    if last < 20 {
      let word = cardinal(value)
      let ending = irregular[last] ?? (last == 0 ? "" : small[last] + "t")
      guard last > 0 else { return word + "st" }
      return word.dropLast(small[last].count) + ending
    }
    return cardinal(value) + "st"
  }

  /// 1994 is "neunzehnhundertvierundneunzig", 2006 "zweitausendsechs".
  static func year(_ value: Int) -> String {
    guard (1100...1999).contains(value) else { return cardinal(value) }
    let rest = value % 100
    return belowThousand(value / 100) + "hundert" + (rest > 0 ? belowThousand(rest) : "")
  }

  /// "040" is "null vier null".
  static func digits(_ text: some StringProtocol) -> String {
    text.compactMap(\.wholeNumberValue).map { small[$0] }.joined(separator: " ")
  }
}
