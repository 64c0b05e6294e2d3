/// Reads numbers, in figures and in words.
enum SpokenNumber {
  private static let small: [String: Int] = [
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
  ]
  private static let tens: [String: Int] = [
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
  ]
  private static let scales: [String: Int] = [
    "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
  ]
  private static let largest = 1e15

  /// A number with its fraction: "three point five", "two and a half", "1.5", "minus four".
  static func number(_ cursor: inout WordCursor) -> Double? {
    cursor.attempt { cursor in
      let isNegative = cursor.take("minus", "negative", "-")
      guard var value = magnitude(&cursor) else { return nil }
      if let fraction = cursor.attempt(decimals) { value += fraction }
      while let scale = cursor.next.flatMap({ scales[$0] }) {
        value *= Double(scale)
        cursor.position += 1
      }
      if let fraction = cursor.attempt(partOfOne) { value += fraction }
      guard value < largest else { return nil }
      return isNegative ? -value : value
    }
  }

  /// A whole number that is not negative.
  static func whole(_ cursor: inout WordCursor) -> Int? {
    cursor.attempt { cursor in
      guard let value = magnitude(&cursor), value == value.rounded(), value < largest else {
        return nil
      }
      return Int(value)
    }
  }

  /// Less than a hundred, as hours and minutes are: "thirty five" but not "thirty" "five hundred".
  static func upToSixty(_ cursor: inout WordCursor) -> Int? {
    cursor.attempt { cursor in
      guard let word = cursor.next else { return nil }
      cursor.position += 1
      if let value = Int(word), word.count <= 2 { return value }
      if let ten = tens[word] {
        if let one = cursor.next.flatMap({ small[$0] }), (1...9).contains(one) {
          cursor.position += 1
          return ten + one
        }
        return ten
      }
      return small[word]
    }
  }

  private static func magnitude(_ cursor: inout WordCursor) -> Double? {
    guard let word = cursor.next else { return nil }
    if let first = word.unicodeScalars.first, ("0"..."9").contains(first) {
      guard word.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }), word.count <= 18,
        let value = Double(word)
      else { return nil }
      cursor.position += 1
      return value
    }
    return inWords(&cursor).map(Double.init)
  }

  private static func inWords(_ cursor: inout WordCursor) -> Int? {
    var total = 0
    var current: Int?
    var lastScale = Int.max
    // "A hundred", but not the "a" of "a cake".
    if cursor.next == "a" || cursor.next == "an" {
      let after = cursor.words.dropFirst(cursor.position + 1).first
      guard let after, after == "hundred" || scales[after] != nil || after == "dozen" else {
        return nil
      }
      current = 1
      cursor.position += 1
    }
    while let word = cursor.next {
      if word == "and", current != nil || total > 0, isNumber(after: cursor),
        lastWas(anyOf: ["hundred", "thousand", "million"], before: cursor)
      {
        cursor.position += 1
        continue
      }
      if word == "hundred", let value = current, (1...99).contains(value) {
        current = value * 100
      } else if word == "dozen", let value = current, (1...99).contains(value) {
        current = value * 12
      } else if let scale = scales[word], let value = current, scale < lastScale {
        let (product, overflows) = value.multipliedReportingOverflow(by: scale)
        guard !overflows else { return nil }
        total += product
        current = nil
        lastScale = scale
      } else if let ten = tens[word], current.map({ $0 % 100 == 0 }) ?? true {
        current = (current ?? 0) + ten
      } else if let one = small[word], fits(one, after: current) {
        current = (current ?? 0) + one
      } else {
        break
      }
      cursor.position += 1
    }
    guard current != nil || lastScale != Int.max else { return nil }
    return total + (current ?? 0)
  }

  private static func fits(_ value: Int, after current: Int?) -> Bool {
    guard let current, current > 0 else { return current == nil }
    if current % 100 == 0 { return value > 0 }
    return current % 100 >= 20 && current % 10 == 0 && (1...9).contains(value)
  }

  private static func isNumber(after cursor: WordCursor) -> Bool {
    guard let word = cursor.words.dropFirst(cursor.position + 1).first else { return false }
    return small[word] != nil || tens[word] != nil
  }

  private static func lastWas(anyOf words: [String], before cursor: WordCursor) -> Bool {
    cursor.position > 0 && words.contains(cursor.words[cursor.position - 1])
  }

  /// "Point one four".
  private static func decimals(_ cursor: inout WordCursor) -> Double? {
    guard cursor.take("point") else { return nil }
    var value = 0.0
    var place = 0.1
    var isEmpty = true
    while let word = cursor.next, place > 1e-9 {
      if let digit = small[word] ?? (word == "oh" || word == "o" ? 0 : nil), digit < 10 {
        value += Double(digit) * place
        place /= 10
      } else if word.count <= 6, word.allSatisfy(\.isNumber), isEmpty {
        for digit in word.compactMap(\.wholeNumberValue) {
          value += Double(digit) * place
          place /= 10
        }
      } else {
        break
      }
      isEmpty = false
      cursor.position += 1
    }
    return isEmpty ? nil : value
  }

  /// "And a half" after a number.
  private static func partOfOne(_ cursor: inout WordCursor) -> Double? {
    guard cursor.take("and") else { return nil }
    if cursor.take("a half", "one half", "half") { return 0.5 }
    if cursor.take("a quarter", "one quarter") { return 0.25 }
    if cursor.take("three quarters") { return 0.75 }
    if cursor.take("a third", "one third") { return 1.0 / 3 }
    return nil
  }

  private static let ordinals: [String: Int] = [
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
  ]

  /// "3rd", "third", "twenty first": a day of a month.
  static func ordinal(_ cursor: inout WordCursor) -> Int? {
    guard let word = cursor.next else { return nil }
    if let ending = ["st", "nd", "rd", "th"].first(where: word.hasSuffix),
      let value = Int(word.dropLast(ending.count))
    {
      cursor.position += 1
      return value
    }
    if let value = ordinals[word] {
      cursor.position += 1
      return value
    }
    guard let ten = tens[word], let after = cursor.words.dropFirst(cursor.position + 1).first,
      let one = ordinals[after], one < 10
    else { return nil }
    cursor.position += 2
    return ten + one
  }
}
