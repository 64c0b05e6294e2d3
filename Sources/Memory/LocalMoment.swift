/// A date and a time of day somewhere, as people say them.
public struct LocalMoment: Sendable, Equatable {
  /// The year, such as 2026.
  public var year: Int
  /// 1 is January, 12 December.
  public var month: Int
  /// 1…31.
  public var day: Int
  /// 0 is Sunday, 6 Saturday.
  public var weekday: Int
  /// 0…23.
  public var hour: Int
  /// 0…59.
  public var minute: Int
  /// 0…60, with a leap second.
  public var second: Int
  /// How far ahead of UTC it is, in seconds; negative in the west.
  public var utcOffsetSeconds: Int
  /// The short name of the zone, such as CET.
  public var zone: String

  /// A moment with all its facts.
  public init(
    year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Int = 0,
    utcOffsetSeconds: Int = 0, zone: String = "UTC"
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.weekday = weekday
    self.hour = hour
    self.minute = minute
    self.second = second
    self.utcOffsetSeconds = utcOffsetSeconds
    self.zone = zone
  }

  /// The part of the day it is.
  public enum PartOfDay: Sendable {
    case morning, afternoon, evening, night
  }

  /// Morning from 5, afternoon from 12, evening from 17, night from 22 o'clock.
  public var partOfDay: PartOfDay {
    switch hour {
    case 5..<12: .morning
    case 12..<17: .afternoon
    case 17..<22: .evening
    default: .night
    }
  }
}

// MARK: - In English

extension LocalMoment {
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Such as "Monday, 30 November 2026".
  public var englishDate: String {
    "\(Self.name(weekday, of: Self.weekdays)), \(day) \(Self.name(month - 1, of: Self.months)) \(year)"
  }

  /// Such as "18:29".
  public var time: String {
    "\(Self.twoDigits(hour)):\(Self.twoDigits(minute))"
  }

  /// Such as "Monday, 30 November 2026, 18:29".
  public var english: String {
    "\(englishDate), \(time)"
  }

  /// Such as "this evening".
  public var englishPartOfDay: String {
    switch partOfDay {
    case .morning: "this morning"
    case .afternoon: "this afternoon"
    case .evening: "this evening"
    case .night: "tonight"
    }
  }

  /// The date for programs, such as "2026-11-30".
  public var isoDate: String {
    let digits = String(year)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(padding)\(digits)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
  }

  private static func name(_ index: Int, of names: [String]) -> String {
    names.indices.contains(index) ? names[index] : "?"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
