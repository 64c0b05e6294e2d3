/// Months, and dates written in figures.
enum Calendar {
  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October",
    "November", "December",
  ]

  /// The full name of the month that `word` names or abbreviates, with its capital if it had one.
  static func month(_ word: some StringProtocol) -> String? {
    let lower = word.lowercased()
    guard lower.count >= 3, let name = names.first(where: { matches(lower, $0.lowercased()) })
    else {
      return nil
    }
    // "march" and "may" are words of other meanings too.
    let isName = word.first?.isUppercase == true
    if !isName, lower == "march" || lower == "may" || lower == "mar" || lower == "dec" {
      return nil
    }
    return isName ? name : name.lowercased()
  }

  private static func matches(_ word: String, _ month: String) -> Bool {
    word == month || word == month.prefix(3) || word == "sept" && month == "september"
  }

  /// A date in figures, "2006-08-05", "15.01.2020" or the American "8/5/2006", in words.
  static func date(_ word: some StringProtocol) -> String? {
    for (separator, order) in [
      ("-", "ymd"), ("/", "ymd"), (".", "dmy"), ("/", "mdy"), ("/", "dmy"), ("-", "dmy"),
    ] {
      let parts = word.split(separator: separator, omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0) }
      guard parts.count == 3, numbers.count == 3 else { continue }
      let places = Dictionary(uniqueKeysWithValues: zip(order, zip(parts, numbers)))
      guard let (yearText, year) = places["y"], let (_, month) = places["m"],
        let (_, day) = places["d"], yearText.count == 4, (1...12).contains(month),
        (1...31).contains(day)
      else { continue }
      let name = names[month - 1]
      return order == "dmy"
        ? "the \(NumberWords.ordinal(day)) of \(name) \(NumberWords.year(year))"
        : "\(name) \(NumberWords.ordinal(day)) \(NumberWords.year(year))"
    }
    return nil
  }
}
