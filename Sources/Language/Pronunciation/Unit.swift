/// A unit of measure as it is said.
struct Unit {
  /// After one: "degree Celsius".
  var one: String

  /// After any other number: "degrees Celsius".
  var many: String

  /// The unit written `symbol`; nil for other text.
  init?(_ symbol: some StringProtocol) {
    // "5G" and "4K" are no grams and kelvins.
    let isName = symbol.count == 1 && symbol.first.map { "GKMTSHA".contains($0) } == true
    guard let unit = Self.table[String(symbol)] ?? (isName ? nil : Self.table[symbol.lowercased()])
    else {
      return nil
    }
    (one, many) = unit
  }

  /// Whether `symbol` may stand after a space without being mistaken for a word or a name.
  static func isClear(_ symbol: some StringProtocol) -> Bool {
    !["in", "a", "c", "f", "k", "s", "t", "h", "b", "\"", "'"].contains(symbol.lowercased())
  }

  private static let table: [String: (String, String)] = [
    "km": ("kilometre", "kilometres"), "m": ("metre", "metres"),
    "cm": ("centimetre", "centimetres"),
    "mm": ("millimetre", "millimetres"), "mi": ("mile", "miles"), "ft": ("foot", "feet"),
    "in": ("inch", "inches"), "\"": ("inch", "inches"), "yd": ("yard", "yards"),
    "kg": ("kilogram", "kilograms"), "g": ("gram", "grams"), "mg": ("milligram", "milligrams"),
    "lb": ("pound", "pounds"), "lbs": ("pound", "pounds"), "oz": ("ounce", "ounces"),
    "l": ("litre", "litres"), "ml": ("millilitre", "millilitres"),
    "dl": ("decilitre", "decilitres"),
    "mph": ("mile per hour", "miles per hour"),
    "km/h": ("kilometre per hour", "kilometres per hour"),
    "kmh": ("kilometre per hour", "kilometres per hour"),
    "m/s": ("metre per second", "metres per second"),
    "m/s²": ("metre per second squared", "metres per second squared"),
    "°n": ("degree north", "degrees north"), "°s": ("degree south", "degrees south"),
    "°e": ("degree east", "degrees east"), "°w": ("degree west", "degrees west"),
    "yr": ("year", "years"), "yrs": ("year", "years"), "wk": ("week", "weeks"),
    "wks": ("week", "weeks"), "mos": ("month", "months"),
    "k/h": ("kilometre per hour", "kilometres per hour"),
    "sq": ("square", "square"), "cl": ("centilitre", "centilitres"),
    "mw": ("megawatt", "megawatts"),
    "nm": ("nanometre", "nanometres"), "µm": ("micrometre", "micrometres"),
    "µg": ("microgram", "micrograms"),
    "mbps": ("megabit per second", "megabits per second"),
    "gbps": ("gigabit per second", "gigabits per second"),
    "kb": ("kilobyte", "kilobytes"), "mb": ("megabyte", "megabytes"),
    "gb": ("gigabyte", "gigabytes"),
    "tb": ("terabyte", "terabytes"), "hz": ("hertz", "hertz"), "khz": ("kilohertz", "kilohertz"),
    "mhz": ("megahertz", "megahertz"), "ghz": ("gigahertz", "gigahertz"),
    "°c": ("degree Celsius", "degrees Celsius"), "℃": ("degree Celsius", "degrees Celsius"),
    "°f": ("degree Fahrenheit", "degrees Fahrenheit"), "°": ("degree", "degrees"),
    "%": ("percent", "percent"), "kw": ("kilowatt", "kilowatts"), "w": ("watt", "watts"),
    "kwh": ("kilowatt hour", "kilowatt hours"), "v": ("volt", "volts"),
    "ms": ("millisecond", "milliseconds"),
    "min": ("minute", "minutes"), "mins": ("minute", "minutes"), "hr": ("hour", "hours"),
    "hrs": ("hour", "hours"), "h": ("hour", "hours"), "sec": ("second", "seconds"),
    "s": ("second", "seconds"), "kcal": ("kilocalorie", "kilocalories"),
    "db": ("decibel", "decibels"),
    "m²": ("square metre", "square metres"), "km²": ("square kilometre", "square kilometres"),
    "cm²": ("square centimetre", "square centimetres"), "m³": ("cubic metre", "cubic metres"),
    "ha": ("hectare", "hectares"), "tbsp": ("tablespoon", "tablespoons"),
    "tsp": ("teaspoon", "teaspoons"),
  ]
}
