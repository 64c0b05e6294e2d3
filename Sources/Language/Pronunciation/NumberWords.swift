/// Numbers as English words.
enum NumberWords {
  private static let small = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tens = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  private static let scales = [
    (1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"),
    (1000, "thousand"),
  ]
  private static let ordinals = [
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
  ]

  /// The largest number said in words; larger ones are read digit by digit.
  static let largest = 999_999_999_999_999

  /// 123 is "one hundred and twenty three"; above a thousand the "and" goes.
  ///
  /// - Precondition: the magnitude of `value` is at most ``largest``.
  static func cardinal(_ value: Int, and usesAnd: Bool = true) -> String {
    if value < 0 { return "minus " + cardinal(-value) }
    if value < 20 { return small[value] }
    if value < 100 {
      return tens[value / 10] + (value % 10 == 0 ? "" : " " + small[value % 10])
    }
    if value < 1000 {
      let rest = value % 100
      let hundreds = small[value / 100] + " hundred"
      if rest == 0 { return hundreds }
      return hundreds + (usesAnd ? " and " : " ") + cardinal(rest)
    }
    var parts: [String] = []
    var rest = value
    for (size, name) in scales where rest >= size {
      parts.append(cardinal(rest / size, and: false) + " " + name)
      rest %= size
    }
    if rest > 0 { parts.append(cardinal(rest, and: false)) }
    return parts.joined(separator: " ")
  }

  /// 23 is "twenty third".
  static func ordinal(_ value: Int) -> String {
    var words = cardinal(value, and: false).split(separator: " ").map(String.init)
    guard let last = words.popLast() else { return "" }
    if let irregular = ordinals[last] {
      words.append(irregular)
    } else {
      words.append(last.hasSuffix("y") ? last.dropLast() + "ieth" : last + "th")
    }
    return words.joined(separator: " ")
  }

  /// 1994 is "nineteen ninety four", 1506 "fifteen oh six", 2006 "two thousand six".
  static func year(_ value: Int) -> String {
    let (century, rest) = (value / 100, value % 100)
    guard (1000...9999).contains(value), century % 10 != 0 || rest >= 10 else {
      return cardinal(value, and: false)
    }
    if rest == 0 { return cardinal(century) + " hundred" }
    return cardinal(century) + (rest < 10 ? " oh " : " ") + cardinal(rest)
  }

  /// 747 is "seven forty seven", 101 "one oh one".
  static func inPairs(_ value: Int) -> String {
    let rest = value % 100
    return cardinal(value / 100) + (rest < 10 ? " oh " : " ") + cardinal(rest)
  }

  /// 1980 is "nineteen eighties", 80 "eighties", 1910 "nineteen tens".
  static func decade(_ value: Int) -> String {
    let rest = value % 100
    if value >= 1000, rest == 0 { return year(value) + "s" }
    let name = rest == 10 ? "tens" : tens[rest / 10].dropLast() + "ies"
    return value < 100 ? name : cardinal(value / 100) + " " + name
  }

  /// "040" is "zero four zero".
  static func digits(_ text: some StringProtocol) -> String {
    text.compactMap(\.wholeNumberValue).map { small[$0] }.joined(separator: " ")
  }

  /// A whole or decimal number as written, with thousands commas; nil when it is none.
  static func spoken(_ written: some StringProtocol) -> String? {
    var text = String(written)
    var sign = ""
    if let first = text.first, "-−".contains(first) {
      sign = "minus "
      text.removeFirst()
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first,
      isWhole(whole) || parts.count == 2 && whole.isEmpty
    else { return nil }
    let plain = whole.filter { $0 != "," }
    var words = plain.isEmpty ? "zero" : digits(plain)
    if let value = Int(plain), value <= largest, plain.first != "0" || plain.count == 1 {
      words = cardinal(value)
    }
    guard parts.count == 2 else { return sign + words }
    guard !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else { return nil }
    return sign + words + " point " + digits(parts[1])
  }

  /// Whether `text` is digits, perhaps with a comma before every three.
  private static func isWhole(_ text: Substring) -> Bool {
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return false }
    return groups.count == 1
      || groups[0].count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// Whether a character is one of 0–9.
  static func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character)
  }

  /// The value of Roman numerals from I to MMMCMXCIX written properly; nil for anything else.
  static func roman(_ text: some StringProtocol) -> Int? {
    let pairs = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var rest = Substring(text)
    var value = 0
    for (size, sign) in pairs {
      var times = 0
      while rest.hasPrefix(sign), times < (sign.count == 1 ? 3 : 1) {
        rest = rest.dropFirst(sign.count)
        value += size
        times += 1
      }
    }
    return rest.isEmpty && value > 0 ? value : nil
  }
}
