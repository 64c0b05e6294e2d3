/// A unit that can be turned into others of its kind.
struct MeasureUnit: Sendable, Equatable {
  /// What is measured.
  enum Kind: Sendable {
    case length, weight, volume, temperature, speed, time, area
  }

  let kind: Kind
  /// The name of one, and of several.
  let one: String
  let several: String
  /// How many metres, grams, litres, kilometres an hour, seconds or square metres it is.
  let size: Double
  /// What is added after that: only temperatures have it.
  var offset = 0.0

  /// The unit named here.
  static func read(_ cursor: inout WordCursor) -> MeasureUnit? {
    _ = cursor.take("degrees", "degree", "°")
    for length in stride(from: min(longest, cursor.rest.count), to: 0, by: -1) {
      let name = cursor.rest.prefix(length).joined(separator: " ")
      guard let unit = byName[name] else { continue }
      cursor.position += length
      return unit
    }
    return nil
  }

  /// So many of this unit in another; nil for units of another kind.
  func convert(_ count: Double, to other: MeasureUnit) -> Double? {
    guard kind == other.kind else { return nil }
    return (count * size + offset - other.offset) / other.size
  }

  private static let longest = 3

  private static let byName: [String: MeasureUnit] = {
    var table: [String: MeasureUnit] = [:]
    for (unit, names) in all {
      for name in names.split(separator: ",") { table[String(name)] = unit }
      table[unit.one] = unit
      table[unit.several] = unit
    }
    return table
  }()

  private static func unit(
    _ kind: Kind, _ one: String, _ several: String, _ size: Double, offset: Double = 0
  ) -> MeasureUnit {
    MeasureUnit(kind: kind, one: one, several: several, size: size, offset: offset)
  }

  private static let all: [(MeasureUnit, String)] = [
    (unit(.length, "millimetre", "millimetres", 0.001), "mm,millimeter,millimeters"),
    (unit(.length, "centimetre", "centimetres", 0.01), "cm,centimeter,centimeters,centi"),
    (unit(.length, "metre", "metres", 1), "m,meter,meters"),
    (unit(.length, "kilometre", "kilometres", 1_000), "km,kms,kilometer,kilometers,k"),
    (unit(.length, "inch", "inches", 0.0254), "in"),
    (unit(.length, "foot", "feet", 0.3048), "ft"),
    (unit(.length, "yard", "yards", 0.9144), "yd,yds"),
    (unit(.length, "mile", "miles", 1_609.344), "mi"),
    (unit(.length, "nautical mile", "nautical miles", 1_852), ""),
    (unit(.weight, "milligram", "milligrams", 0.001), "mg"),
    (unit(.weight, "gram", "grams", 1), "g,gramme,grammes"),
    (unit(.weight, "kilogram", "kilograms", 1_000), "kg,kgs,kilo,kilos,kilogramme,kilogrammes"),
    (unit(.weight, "tonne", "tonnes", 1_000_000), "metric ton,metric tons"),
    (unit(.weight, "ounce", "ounces", 28.349523125), "oz"),
    (unit(.weight, "pound", "pounds", 453.59237), "lb,lbs"),
    (unit(.weight, "stone", "stone", 6_350.29318), "stones,st"),
    (unit(.volume, "millilitre", "millilitres", 0.001), "ml,milliliter,milliliters"),
    (unit(.volume, "centilitre", "centilitres", 0.01), "cl,centiliter,centiliters"),
    (unit(.volume, "litre", "litres", 1), "l,liter,liters"),
    (unit(.volume, "teaspoon", "teaspoons", 0.00492892159375), "tsp"),
    (unit(.volume, "tablespoon", "tablespoons", 0.01478676478125), "tbsp"),
    (unit(.volume, "fluid ounce", "fluid ounces", 0.0295735295625), "fl oz"),
    (unit(.volume, "cup", "cups", 0.2365882365), "us cup,us cups"),
    (unit(.volume, "US pint", "US pints", 0.473176473), "pint,pints,us pint,us pints"),
    (unit(.volume, "US quart", "US quarts", 0.946352946), "quart,quarts,us quart,us quarts"),
    (unit(.volume, "US gallon", "US gallons", 3.785411784), "gallon,gallons,us gallon,us gallons"),
    (
      unit(.volume, "imperial gallon", "imperial gallons", 4.54609),
      "uk gallon,uk gallons,british gallon,british gallons"
    ),
    (
      unit(.volume, "imperial pint", "imperial pints", 0.56826125),
      "uk pint,uk pints,british pint,british pints"
    ),
    (
      unit(.temperature, "degree Celsius", "degrees Celsius", 1),
      "celsius,centigrade,c,degrees celsius,degree celsius"
    ),
    (
      unit(.temperature, "degree Fahrenheit", "degrees Fahrenheit", 5.0 / 9, offset: -160.0 / 9),
      "fahrenheit,f,farenheit,fahrenheits"
    ),
    (unit(.temperature, "kelvin", "kelvin", 1, offset: -273.15), "kelvins"),
    (
      unit(.speed, "kilometre an hour", "kilometres an hour", 1),
      "kilometres per hour,kilometers per hour,kilometers an hour,km h,kmh,kph,kilometres hour"
    ),
    (
      unit(.speed, "mile an hour", "miles an hour", 1.609344),
      "miles per hour,mile per hour,mph"
    ),
    (unit(.speed, "knot", "knots", 1.852), ""),
    (
      unit(.speed, "metre a second", "metres a second", 3.6),
      "metres per second,meters per second,meters a second,m s"
    ),
    (unit(.time, "second", "seconds", 1), "sec,secs"),
    (unit(.time, "minute", "minutes", 60), "min,mins"),
    (unit(.time, "hour", "hours", 3_600), "hr,hrs"),
    (unit(.time, "day", "days", 86_400), ""),
    (unit(.time, "week", "weeks", 604_800), ""),
    (
      unit(.area, "square metre", "square metres", 1),
      "square meter,square meters,sqm,m2"
    ),
    (
      unit(.area, "square foot", "square feet", 0.09290304),
      "sq ft,square foot"
    ),
    (
      unit(.area, "square kilometre", "square kilometres", 1_000_000),
      "square kilometer,square kilometers"
    ),
    (unit(.area, "square mile", "square miles", 2_589_988.110336), ""),
    (unit(.area, "hectare", "hectares", 10_000), ""),
    (unit(.area, "acre", "acres", 4_046.8564224), ""),
  ]
}

/// A measure to be told in another unit.
struct Conversion: Sendable, Equatable {
  var count: Double
  var from: MeasureUnit
  var to: MeasureUnit
  /// What it comes to.
  var result: Double

  /// Reads "5 miles in kilometres" or "how many feet are in a mile", to the end of what was said.
  static func read(_ cursor: inout WordCursor) -> Conversion? {
    cursor.attempt { cursor in
      let found =
        cursor.attempt(howMany) ?? cursor.attempt(plain)
      guard let found, cursor.isAtEnd else { return nil }
      return found
    }
  }

  /// "How many grams (are there) in two pounds", "how many kilometres is 5 miles".
  private static func howMany(_ cursor: inout WordCursor) -> Conversion? {
    guard cursor.take("how many"), let wanted = MeasureUnit.read(&cursor) else { return nil }
    _ = cursor.take(
      "are there in", "are in", "is in", "are", "is", "in", "make", "makes", "do you get from",
      "does", "go into", "fit into", "equal", "equals")
    guard let (count, unit) = measure(&cursor, mayBeOne: true) else { return nil }
    _ = cursor.take("make", "have", "has", "contain")
    return Conversion(count, unit, wanted)
  }

  /// "5 miles in kilometres", "convert 100 fahrenheit to celsius".
  private static func plain(_ cursor: inout WordCursor) -> Conversion? {
    _ = cursor.take("convert", "change", "turn")
    guard let (count, unit) = measure(&cursor, mayBeOne: true) else { return nil }
    guard cursor.take("in", "to", "into", "as", "is how many", "are how many", "equals how many")
    else { return nil }
    guard let wanted = MeasureUnit.read(&cursor) else { return nil }
    return Conversion(count, unit, wanted)
  }

  private init?(_ count: Double, _ from: MeasureUnit, _ to: MeasureUnit) {
    guard from != to, let result = from.convert(count, to: to) else { return nil }
    guard abs(count) < 1e12, abs(result) < 1e15 else { return nil }
    (self.count, self.from, self.to, self.result) = (count, from, to, result)
  }

  /// "5 miles", "a mile", "5 feet 10 inches".
  private static func measure(
    _ cursor: inout WordCursor, mayBeOne: Bool
  ) -> (Double, MeasureUnit)? {
    cursor.attempt { cursor in
      let count: Double
      if let number = SpokenNumber.number(&cursor) {
        count = number
      } else if cursor.take("half a", "half an") {
        count = 0.5
      } else if mayBeOne, cursor.take("a", "an", "one") {
        count = 1
      } else {
        return nil
      }
      guard let unit = MeasureUnit.read(&cursor) else { return nil }
      let more = cursor.attempt { cursor -> Double? in
        _ = cursor.take("and")
        guard let number = SpokenNumber.number(&cursor), let smaller = MeasureUnit.read(&cursor),
          smaller.kind == unit.kind, unit.kind != .temperature, smaller.size < unit.size
        else { return nil }
        return smaller.convert(number, to: unit)
      }
      return (count + (more ?? 0), unit)
    }
  }
}
