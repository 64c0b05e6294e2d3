/// A day of the calendar, which can be counted on from.
public struct CalendarDay: Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  public let number: Int

  /// The day so many days after 1 January 1970.
  public init(number: Int) {
    self.number = number
  }

  /// A day by its date; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, in: year)).contains(day)
    else { return nil }
    // Years begin in March here, so that the leap day is the last of them.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  /// The date.
  public var date: (year: Int, month: Int, day: Int) {
    let days = number + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted + (shifted < 10 ? 3 : -9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// 0 is Sunday, 6 Saturday.
  public var weekday: Int {
    let shifted = (number + 4) % 7
    return shifted < 0 ? shifted + 7 : shifted
  }

  /// The day `count` days later.
  public func adding(days count: Int) -> CalendarDay {
    CalendarDay(number: number + count)
  }

  /// The same day of the month `count` months later, or the last one that month has.
  public func adding(months count: Int) -> CalendarDay? {
    let (year, month, day) = date
    let index = year * 12 + month - 1 + count
    guard index >= 12 else { return nil }
    let length = Self.length(ofMonth: index % 12 + 1, in: index / 12)
    return CalendarDay(year: index / 12, month: index % 12 + 1, day: min(day, length))
  }

  /// How many days a month has.
  public static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
    one.number < other.number
  }
}

/// A day and a time of day, as a clock on the wall shows them.
public struct WallTime: Sendable, Hashable {
  /// The day.
  public var day: CalendarDay
  /// 0…23.
  public var hour: Int
  /// 0…59.
  public var minute: Int
  /// 0…60.
  public var second: Int

  /// A moment of a day.
  public init(day: CalendarDay, hour: Int, minute: Int, second: Int = 0) {
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}

/// The time where this machine is.
public struct LocalClock: Sendable {
  /// Milliseconds since 1970 in UTC.
  public var now: @Sendable () -> Int64
  /// What the clock on the wall shows at that moment.
  public var wall: @Sendable (_ milliseconds: Int64) -> WallTime
  /// When the clock on the wall shows that; of two moments the first, of none the next.
  public var instant: @Sendable (WallTime) -> Int64?

  /// A clock made of closures.
  public init(
    now: @escaping @Sendable () -> Int64, wall: @escaping @Sendable (Int64) -> WallTime,
    instant: @escaping @Sendable (WallTime) -> Int64?
  ) {
    self.now = now
    self.wall = wall
    self.instant = instant
  }
}
