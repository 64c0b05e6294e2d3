/// A sum as somebody says it: "seventeen times twenty three", "15 percent of 80".
enum Sum {
  /// What came of it.
  enum Outcome: Sendable, Equatable {
    case value(Double)
    /// Something was to be divided by nothing.
    case dividedByZero
  }

  /// Works out all the words that are left.
  ///
  /// - Parameters:
  ///   - cursor: Stands at the sum, to the end of what was said.
  ///   - isAsked: Whether it was asked for, so that "and" and "24/7" can be nothing else.
  /// - Returns: The result; nil when the words are no sum.
  static func read(_ cursor: inout WordCursor, isAsked: Bool) -> Outcome? {
    cursor.attempt { cursor in
      var reader = Reader(isAsked: isAsked)
      guard let value = reader.sum(&cursor), reader.operations > 0 else { return nil }
      _ = cursor.take("equal to", "equal", "equals", "make", "makes", "=", "is")
      guard cursor.isAtEnd else { return nil }
      if reader.dividesByZero { return .dividedByZero }
      return value.isFinite && abs(value) < 1e15 ? .value(value) : nil
    }
  }

  /// Reads with the usual order: powers, then times and by, then plus and minus.
  private struct Reader {
    let isAsked: Bool
    var operations = 0
    var dividesByZero = false

    mutating func sum(_ cursor: inout WordCursor) -> Double? {
      guard var value = product(&cursor) else { return nil }
      while true {
        if cursor.take("plus", "+", "added to") || isAsked && cursor.take("and") {
          guard let other = product(&cursor) else { return nil }
          value += other
        } else if cursor.take("minus", "take away", "subtract")
          || isAsked && cursor.take("-", "less")
        {
          guard let other = product(&cursor) else { return nil }
          value -= other
        } else {
          return value
        }
        operations += 1
      }
    }

    private mutating func product(_ cursor: inout WordCursor) -> Double? {
      guard var value = power(&cursor) else { return nil }
      while true {
        if cursor.take("times", "x", "*", "multiplied by", "multiplied with", "multiply by") {
          guard let other = power(&cursor) else { return nil }
          value *= other
        } else if cursor.take("divided by", "divide by") || isAsked && cursor.take("over", "/") {
          guard let other = power(&cursor) else { return nil }
          if other == 0 { dividesByZero = true }
          value /= other
        } else {
          return value
        }
        operations += 1
      }
    }

    private mutating func power(_ cursor: inout WordCursor) -> Double? {
      guard var value = factor(&cursor) else { return nil }
      if cursor.take("squared", "square") {
        value *= value
        operations += 1
      } else if cursor.take("cubed") {
        value *= value * value
        operations += 1
      } else if cursor.take("to the power of", "to the power", "raised to the power of") {
        guard let exponent = SpokenNumber.whole(&cursor), exponent <= 64 else { return nil }
        value = (0..<exponent).reduce(1) { result, _ in result * value }
        operations += 1
      }
      return value
    }

    private mutating func factor(_ cursor: inout WordCursor) -> Double? {
      _ = cursor.take("the")
      if cursor.take("square root of", "root of") {
        guard let value = SpokenNumber.number(&cursor), value >= 0 else { return nil }
        operations += 1
        return value.squareRoot()
      }
      if let share = cursor.attempt(share), let whole = factor(&cursor) {
        operations += 1
        return share * whole
      }
      guard let value = SpokenNumber.number(&cursor) else { return nil }
      guard cursor.take("percent", "per cent", "%") else { return value }
      operations += 1
      if cursor.take("of") { return factor(&cursor).map { value * $0 / 100 } }
      if cursor.take("off", "off of") { return factor(&cursor).map { $0 - value * $0 / 100 } }
      return nil
    }

    /// "Half of", "a third of", "three quarters of".
    private func share(_ cursor: inout WordCursor) -> Double? {
      let names: [(String, Double)] = [
        ("half", 2), ("third", 3), ("thirds", 3), ("quarter", 4), ("quarters", 4), ("fourth", 4),
        ("fifth", 5), ("fifths", 5), ("tenth", 10), ("tenths", 10),
      ]
      var count = 1.0
      if !cursor.take("a", "an", "one"), let number = SpokenNumber.upToSixty(&cursor) {
        count = Double(number)
      }
      for (name, parts) in names where cursor.take(name) {
        return cursor.take("of", "of a") ? count / parts : nil
      }
      return nil
    }
  }
}
