/// Reads lengths of time: "ten minutes", "an hour and a half", "90 seconds".
enum SpokenSpan {
  /// Units in seconds.
  static let units: [String: Int] = {
    var table: [String: Int] = [:]
    for (names, seconds) in [
      ("second seconds sec secs s", 1), ("minute minutes min mins", 60),
      ("hour hours hr hrs h", 3_600), ("day days", 86_400), ("week weeks", 604_800),
      ("month months", 30 * 86_400), ("year years", 365 * 86_400),
      ("decade decades", 3_652 * 86_400), ("century centuries", 36_525 * 86_400),
    ] {
      for name in names.split(separator: " ") { table[String(name)] = seconds }
    }
    return table
  }()

  /// More than anything lasts that is waited for.
  private static let longest = 1e12

  /// A length in seconds that something can last.
  static func seconds(_ cursor: inout WordCursor) -> Int? {
    cursor.attempt { cursor in
      anySeconds(&cursor).flatMap { KeptTimer.lengths.contains($0) ? $0 : nil }
    }
  }

  /// A length in seconds, also nought, less than that, or a thousand years.
  static func anySeconds(_ cursor: inout WordCursor) -> Int? {
    cursor.attempt { cursor in
      guard var total = part(&cursor) else { return nil }
      while let more = cursor.attempt({ cursor -> Double? in
        _ = cursor.take("and")
        return part(&cursor)
      }) {
        guard more >= 0, more < abs(total) || total == 0 else { return nil }
        total += total < 0 ? -more : more
      }
      return Int(min(max(total, -longest), longest).rounded())
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
      return count * Double(unit)
    }
  }
}
