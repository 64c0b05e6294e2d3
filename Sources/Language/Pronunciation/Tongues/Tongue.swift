/// How a language written with spaces, other than English, says figures and what goes with them.
protocol Tongue: Sendable {
  /// Between the whole and the broken part of a number.
  var decimalWord: String { get }
  /// Before a number below zero.
  var minus: String { get }
  /// Between the ends of a range.
  var to: String { get }
  /// Between an amount and what it is for: "5 €/Monat".
  var per: String { get }
  /// Words before a day and a month written "31/12".
  var dateWords: Set<String> { get }
  /// How words are cut short at their end: "Hauptstr.".
  var endings: [String: String] { get }
  /// Signs that are said, each by its word.
  var signs: [Character: String] { get }
  /// Abbreviations in small letters without spaces and without the last full stop.
  var phrases: [String: String] { get }
  /// Abbreviations that are said so only before a name.
  var titles: [String: String] { get }
  /// Abbreviations that are said so only before a number.
  var beforeNumber: [String: String] { get }
  /// The months in small letters, January first.
  var months: [String] { get }
  /// How months are cut short.
  var shortMonths: [String: Int] { get }
  /// Currencies by their sign or code.
  var currencies: [String: Currency] { get }
  /// Units by their sign.
  var units: [String: UnitWords] { get }
  /// Numbers of many digits written as words after the figure: "Mio.", "millions".
  var scales: [String: String] { get }
  /// Words before a number that count it: "Kapitel IV".
  var counted: Set<String> { get }
  /// Words near a number that is to be read digit by digit.
  var telephoneWords: Set<String> { get }

  /// A whole number; `noun` is the word after it.
  func cardinal(_ value: Int, before noun: String?) -> String
  /// A whole number before a noun of known gender.
  func cardinal(_ value: Int, isFeminine: Bool) -> String
  /// The digits after the decimal sign.
  func decimals(_ digits: String) -> String
  /// Four figures as a year.
  func year(_ value: Int) -> String
  /// A day of a month; `before` are the words before it, the nearest first.
  func date(day: Int, month: Int, year: String?, before: [String]) -> String
  /// A time of day written in figures.
  func clock(hour: Int, minute: Int, second: Int?) -> String
  /// Times written with words or signs beside the figures.
  func time(_ context: TokenContext) -> (String, Int)?
  /// A day and the name of a month.
  func dayOfMonth(_ context: TokenContext) -> (String, Int)?
  /// Ordinals written with figures.
  func ordinal(_ context: TokenContext) -> (String, Int)?
  /// An amount with its parts, "3,50 €".
  func money(whole: Int, parts: Int, currency: Currency) -> String
  /// "3/4"; nil when it is no fraction that is said so.
  func fraction(_ top: Int, _ bottom: Int) -> String?
  /// A whole number and a fraction, "2 1/2".
  func mixed(_ whole: Int, _ fraction: String) -> String
  /// What follows a name: "XIV" in "Louis XIV".
  func reign(_ value: Int, after name: String) -> String
  /// Whether the amount takes the singular of a unit.
  func isOne(_ figure: Figure) -> Bool
  /// A group of a telephone number.
  func dialled(_ group: Substring) -> String
  /// What stands between a number and the money it counts, spaces included: "millions d'euros".
  func link(after number: String, _ noun: String) -> String
  /// A number before "million" where it is said in another way than ever; else nil.
  func cardinal(_ figure: Figure, beforeScale scale: String) -> String?
}

/// What money is called.
struct Currency: Sendable {
  /// One of it.
  var one: String
  /// More than one.
  var many: String
  /// The hundredth part.
  var part: String
  /// More than one hundredth part.
  var parts: String
  /// Whether the noun is feminine.
  var isFeminine = false
}

/// What a unit is called.
struct UnitWords: Sendable {
  /// One of it.
  var one: String
  /// More than one.
  var many: String
  /// Whether the noun is feminine.
  var isFeminine: Bool

  /// A unit with these names.
  init(_ one: String, _ many: String, isFeminine: Bool = false) {
    self.one = one
    self.many = many
    self.isFeminine = isFeminine
  }
}
