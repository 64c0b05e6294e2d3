/// Reads lengths of time: "ten minutes", "an hour and a half", "90 seconds".
enum SpokenSpan {
  /// Units in seconds.
  static let units: [String: Int] = {
    var table: [String: Int] = [:]
    for (names, seconds) in [
      ("second seconds sec secs s", 1), ("minute minutes min mins", 60),
      ("hour hours hr hrs h", 3_600), ("day days", 86_400), ("week weeks", 604_800),
    ] {
      for name in names.split(separator: " ") { table[String(name)] = seconds }
    }
    return table
  }()

  /// A length in seconds.
  static func seconds(_ cursor: inout WordCursor) -> Int? {
    cursor.attempt { cursor in
      guard var total = part(&cursor) else { return nil }
      while let more = cursor.attempt({ cursor -> Double? in
        _ = cursor.take("and")
        return part(&cursor)
      }) {
        guard more < total else { return nil }
        total += more
      }
      guard total >= 1, total <= 366 * 86_400 else { return nil }
      return Int(total.rounded())
    }
  }

  private static func part(_ cursor: inout WordCursor) -> Double? {
    cursor.attempt { cursor in
      if cursor.take("half an hour", "half a hour", "a half hour", "half hour", "a half an hour") {
        return 1_800
      }
      if cursor.take("half a minute", "a half minute") { return 30 }
      if cursor.take("half a day") { return 43_200 }
      if cursor.take("three quarters of an hour", "three quarter of an hour") { return 2_700 }
      if cursor.take("a quarter of an hour", "quarter of an hour", "a quarter hour", "quarter hour")
      {
        return 900
      }
      var count: Double
      if cursor.take("a couple of", "a couple", "couple of") {
        count = 2
      } else if let number = SpokenNumber.number(&cursor) {
        count = number
      } else if cursor.take("a", "an") {
        count = 1
      } else {
        return nil
      }
      guard let unit = cursor.next.flatMap({ units[$0] }) else { return nil }
      cursor.position += 1
      // "An hour and a half", "two minutes and a half".
      if cursor.take("and a half", "and half") { count += 0.5 }
      if cursor.take("and a quarter") { count += 0.25 }
      return count > 0 ? count * Double(unit) : nil
    }
  }
}
