/// A time of day as people say it.
struct HourReference: Sendable, Equatable {
  /// Which half of the day is meant.
  enum Half: Sendable, Equatable {
    case morning, afternoon
  }

  /// 0…23; 1…12 where the half of the day decides.
  var hour: Int
  /// 0…59.
  var minute: Int
  /// The half of the day; nil when it was not said and the hour leaves it open.
  var half: Half?

  /// Whether it may be in the morning or in the afternoon.
  var isAmbiguous: Bool { half == nil && (1...12).contains(hour) }

  /// The hours of the day it may mean, the earlier first.
  var hours: [Int] {
    switch half {
    case .morning: return [hour == 12 ? 0 : hour]
    case .afternoon: return [hour >= 12 ? hour : hour + 12]
    case nil:
      guard isAmbiguous else { return [hour] }
      return hour == 12 ? [0, 12] : [hour, hour + 12]
    }
  }
}

/// Reads times of day.
enum SpokenHour {
  /// A time of day, after "at" or without.
  static func time(_ cursor: inout WordCursor) -> HourReference? {
    cursor.attempt { cursor in
      _ = cursor.take("at")
      if cursor.take("noon", "midday", "twelve noon", "12 noon") {
        return HourReference(hour: 12, minute: 0, half: .afternoon)
      }
      if cursor.take("midnight", "twelve midnight") {
        return HourReference(hour: 12, minute: 0, half: .morning)
      }
      guard var time = cursor.attempt(pastOrTo) ?? cursor.attempt(plain) else { return nil }
      time.half = half(&cursor, hour: time.hour)
      guard time.half == nil || (1...12).contains(time.hour) || time.hour > 12 else { return nil }
      if time.half == .morning, time.hour > 12 { return nil }
      return time
    }
  }

  /// "Half past seven", "ten past 5", "quarter to eight", "half seven".
  private static func pastOrTo(_ cursor: inout WordCursor) -> HourReference? {
    let minutes: Int
    if cursor.take("half") {
      _ = cursor.take("past", "after")
      guard let hour = hour(&cursor) else { return nil }
      return HourReference(hour: hour, minute: 30)
    }
    if cursor.take("a quarter", "quarter") {
      minutes = 15
    } else if let number = SpokenNumber.upToSixty(&cursor), (1...59).contains(number) {
      minutes = number
      _ = cursor.take("minutes", "minute")
    } else {
      return nil
    }
    if cursor.take("past", "after") {
      return hour(&cursor).map { HourReference(hour: $0, minute: minutes) }
    }
    guard cursor.take("to", "before", "of", "till", "until"), let hour = hour(&cursor) else {
      return nil
    }
    return HourReference(hour: hour == 1 ? 12 : hour == 0 ? 23 : hour - 1, minute: 60 - minutes)
  }

  private static func hour(_ cursor: inout WordCursor) -> Int? {
    guard let hour = SpokenNumber.upToSixty(&cursor), (0...23).contains(hour) else { return nil }
    return hour
  }

  /// "7", "7:30", "seven thirty", "six oh five", "seven o'clock", "19:00".
  private static func plain(_ cursor: inout WordCursor) -> HourReference? {
    if let word = cursor.next, word.contains(":") || word.contains(".") {
      let parts = word.split(whereSeparator: { ":.".contains($0) })
      guard parts.count == 2, parts[1].count == 2, let hour = Int(parts[0]),
        let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
      else { return nil }
      cursor.position += 1
      return HourReference(hour: hour, minute: minute)
    }
    guard let hour = hour(&cursor) else { return nil }
    if cursor.take("o'clock", "o clock", "oclock", "hundred hours", "hundred") {
      return HourReference(hour: hour, minute: 0)
    }
    let minute = cursor.attempt { cursor -> Int? in
      if cursor.take("oh", "o", "zero") {
        return SpokenNumber.upToSixty(&cursor).flatMap { (1...9).contains($0) ? $0 : nil }
      }
      // "5 minutes" after an hour is no part of it.
      guard let minute = SpokenNumber.upToSixty(&cursor), (10...59).contains(minute),
        cursor.next.map({ SpokenSpan.units[$0] == nil }) ?? true
      else { return nil }
      return minute
    }
    return HourReference(hour: hour, minute: minute ?? 0)
  }

  private static func half(_ cursor: inout WordCursor, hour: Int) -> HourReference.Half? {
    _ = cursor.take("o'clock")
    if cursor.take("am", "a m", "in the morning", "this morning") { return .morning }
    if cursor.take(
      "pm", "p m", "in the afternoon", "in the evening", "this afternoon", "this evening")
    {
      return .afternoon
    }
    if cursor.take("at night", "tonight") {
      return (1...4).contains(hour) || hour == 12 ? .morning : .afternoon
    }
    return nil
  }
}
