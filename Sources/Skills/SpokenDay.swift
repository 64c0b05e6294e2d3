/// A day as people name it.
enum DayReference: Sendable, Equatable {
  /// So many days from today; negative is past.
  case offset(days: Int)
  /// So many months from today.
  case months(Int)
  /// The next such weekday, today counting not; 0 is Sunday.
  case weekday(Int)
  /// That weekday of the week that begins on Monday next.
  case weekdayOfNextWeek(Int)
  /// The last such weekday before today.
  case lastWeekday(Int)
  /// A date; without a year the next one.
  case date(month: Int, day: Int, year: Int?)
  /// The next day of a month with this number.
  case dayOfMonth(Int)
  case holiday(Holiday, year: Int?)

  /// The day it is, seen from `today`; nil when there is none.
  ///
  /// - Parameters:
  ///   - today: The day it is said.
  ///   - isPast: Whether what has no year is the last one rather than the next.
  /// - Returns: The day; nil when there is none.
  func day(from today: CalendarDay, isPast: Bool = false) -> CalendarDay? {
    switch self {
    case .offset(let days): return today.adding(days: days)
    case .months(let count): return today.adding(months: count)
    case .weekday(let wanted):
      let ahead = (wanted - today.weekday + 7) % 7
      return today.adding(days: ahead == 0 ? 7 : ahead)
    case .weekdayOfNextWeek(let wanted):
      let monday = today.adding(days: 7 - (today.weekday + 6) % 7)
      return monday.adding(days: (wanted + 6) % 7)
    case .lastWeekday(let wanted):
      let back = (today.weekday - wanted + 7) % 7
      return today.adding(days: -(back == 0 ? 7 : back))
    case .date(let month, let day, let year?):
      return CalendarDay(year: year, month: month, day: day)
    case .date(let month, let day, nil):
      return nearest(to: today, isPast) { CalendarDay(year: $0, month: month, day: day) }
    case .dayOfMonth(let day):
      return (0...2).lazy.compactMap { ahead -> CalendarDay? in
        guard let first = firstOfMonth(today).adding(months: ahead) else { return nil }
        return CalendarDay(year: first.date.year, month: first.date.month, day: day)
      }.first { $0 >= today }
    case .holiday(let holiday, let year?): return holiday.day(in: year)
    case .holiday(let holiday, nil): return nearest(to: today, isPast, holiday.day)
    }
  }

  private func firstOfMonth(_ day: CalendarDay) -> CalendarDay {
    day.adding(days: 1 - day.date.day)
  }

  /// The next such day, today too, or the last one before; a leap day may be eight years away.
  private func nearest(
    to today: CalendarDay, _ isPast: Bool, _ day: (Int) -> CalendarDay?
  ) -> CalendarDay? {
    let year = today.date.year
    let years = isPast ? Array((year - 8...year).reversed()) : Array(year...year + 8)
    return years.lazy.compactMap(day).first { isPast ? $0 < today : $0 >= today }
  }
}

/// A day that comes every year.
enum Holiday: String, Sendable, CaseIterable {
  case christmas = "Christmas"
  case christmasEve = "Christmas Eve"
  case boxingDay = "Boxing Day"
  case newYear = "New Year's Day"
  case newYearsEve = "New Year's Eve"
  case halloween = "Halloween"
  case valentines = "Valentine's Day"
  case saintPatrick = "Saint Patrick's Day"
  case aprilFools = "April Fools' Day"
  case easter = "Easter Sunday"
  case goodFriday = "Good Friday"
  case easterMonday = "Easter Monday"
  case thanksgiving = "Thanksgiving"

  /// The day it falls on in a year.
  func day(in year: Int) -> CalendarDay? {
    switch self {
    case .christmas: CalendarDay(year: year, month: 12, day: 25)
    case .christmasEve: CalendarDay(year: year, month: 12, day: 24)
    case .boxingDay: CalendarDay(year: year, month: 12, day: 26)
    case .newYear: CalendarDay(year: year, month: 1, day: 1)
    case .newYearsEve: CalendarDay(year: year, month: 12, day: 31)
    case .halloween: CalendarDay(year: year, month: 10, day: 31)
    case .valentines: CalendarDay(year: year, month: 2, day: 14)
    case .saintPatrick: CalendarDay(year: year, month: 3, day: 17)
    case .aprilFools: CalendarDay(year: year, month: 4, day: 1)
    case .easter: Self.easterSunday(in: year)
    case .goodFriday: Self.easterSunday(in: year)?.adding(days: -2)
    case .easterMonday: Self.easterSunday(in: year)?.adding(days: 1)
    case .thanksgiving: Self.fourthThursdayOfNovember(in: year)
    }
  }

  /// The anonymous Gregorian computus (Meeus, Astronomical Algorithms, chapter 8).
  private static func easterSunday(in year: Int) -> CalendarDay? {
    let (golden, century, rest) = (year % 19, year / 100, year % 100)
    let correction = (century + 8) / 25
    let moon =
      (19 * golden + century - century / 4 - (century - correction + 1) / 3 + 15) % 30
    let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - moon - rest % 4) % 7
    let late = (golden + 11 * moon + 22 * weekday) / 451
    let sum = moon + weekday - 7 * late + 114
    return CalendarDay(year: year, month: sum / 31, day: sum % 31 + 1)
  }

  private static func fourthThursdayOfNovember(in year: Int) -> CalendarDay? {
    CalendarDay(year: year, month: 11, day: 1).map {
      $0.adding(days: (4 - $0.weekday + 7) % 7 + 21)
    }
  }
}

/// Reads days.
enum SpokenDay {
  static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static let holidays: [(Holiday, [String])] = [
    (.christmasEve, ["christmas eve"]), (.christmas, ["christmas day", "christmas", "xmas"]),
    (.boxingDay, ["boxing day"]),
    (.newYearsEve, ["new year's eve", "new years eve", "new year eve"]),
    (
      .newYear,
      ["new year's day", "new years day", "new year's", "new years", "the new year", "new year"]
    ),
    (.halloween, ["halloween", "hallowe'en"]),
    (.valentines, ["valentine's day", "valentines day", "valentine's", "valentine day"]),
    (
      .saintPatrick,
      ["saint patrick's day", "st patrick's day", "st patricks day", "saint patricks day"]
    ),
    (.aprilFools, ["april fools' day", "april fools day", "april fool's day", "april fools"]),
    (.goodFriday, ["good friday"]), (.easterMonday, ["easter monday"]),
    (.easter, ["easter sunday", "easter day", "easter"]),
    (.thanksgiving, ["thanksgiving day", "thanksgiving"]),
  ]

  /// A day.
  static func day(_ cursor: inout WordCursor) -> DayReference? {
    cursor.attempt { cursor in
      if cursor.take("the day after tomorrow", "day after tomorrow") { return .offset(days: 2) }
      if cursor.take("the day before yesterday") { return .offset(days: -2) }
      if cursor.take("today", "tonight", "this evening", "this morning", "this afternoon") {
        return .offset(days: 0)
      }
      if cursor.take("tomorrow") { return .offset(days: 1) }
      if cursor.take("yesterday") { return .offset(days: -1) }
      if let away = cursor.attempt(distance) { return away }
      if let weekday = cursor.attempt(weekday) { return weekday }
      if cursor.take("the weekend", "this weekend") { return .weekday(6) }
      _ = cursor.take("on")
      if let holiday = cursor.attempt(holiday) { return holiday }
      return date(&cursor)
    }
  }

  private static func distance(_ cursor: inout WordCursor) -> DayReference? {
    let isIn = cursor.take("in")
    var count = SpokenNumber.whole(&cursor)
    if count == nil, cursor.take("a", "an") { count = 1 }
    guard let count, count <= 40_000, let unit = cursor.next else { return nil }
    cursor.position += 1
    let isPast = !isIn && cursor.take("ago")
    let isAhead =
      isIn || cursor.take("from now", "from today", "after today", "later")
    guard isPast || isAhead else { return nil }
    let signed = isPast ? -count : count
    switch unit {
    case "day", "days": return .offset(days: signed)
    case "week", "weeks": return .offset(days: 7 * signed)
    case "fortnight", "fortnights": return .offset(days: 14 * signed)
    case "month", "months": return .months(signed)
    case "year", "years": return .months(12 * signed)
    default: return nil
    }
  }

  private static func weekday(_ cursor: inout WordCursor) -> DayReference? {
    _ = cursor.take("on")
    let isNext = cursor.take("next")
    let isLast = !isNext && cursor.take("last")
    if !isNext && !isLast {
      _ = cursor.take("this coming", "the coming", "this", "coming", "the next")
    }
    guard let name = cursor.next, let index = weekdays.firstIndex(of: name) else { return nil }
    cursor.position += 1
    if cursor.take("next week") || isNext { return .weekdayOfNextWeek(index) }
    _ = cursor.take("this week")
    return isLast ? .lastWeekday(index) : .weekday(index)
  }

  private static func holiday(_ cursor: inout WordCursor) -> DayReference? {
    _ = cursor.take("next", "this")
    for (holiday, names) in holidays where cursor.take(anyOf: names) {
      return .holiday(holiday, year: year(&cursor))
    }
    return nil
  }

  private static func date(_ cursor: inout WordCursor) -> DayReference? {
    if let month = cursor.attempt(month) {
      _ = cursor.take("the")
      guard let day = SpokenNumber.ordinal(&cursor) ?? SpokenNumber.upToSixty(&cursor),
        (1...31).contains(day)
      else { return nil }
      return .date(month: month, day: day, year: year(&cursor))
    }
    let isDefinite = cursor.take("the")
    let ordinal = SpokenNumber.ordinal(&cursor)
    guard let day = ordinal ?? SpokenNumber.upToSixty(&cursor), (1...31).contains(day) else {
      return nil
    }
    _ = cursor.take("of")
    if let month = cursor.attempt(month) {
      return .date(month: month, day: day, year: year(&cursor))
    }
    if cursor.take("this month") { return ordinal == nil ? nil : .dayOfMonth(day) }
    return isDefinite && ordinal != nil ? .dayOfMonth(day) : nil
  }

  private static func month(_ cursor: inout WordCursor) -> Int? {
    guard let name = cursor.next, let index = months.firstIndex(of: name) else { return nil }
    cursor.position += 1
    return index + 1
  }

  /// "2027", "twenty twenty seven", "two thousand thirty".
  private static func year(_ cursor: inout WordCursor) -> Int? {
    cursor.attempt { cursor in
      _ = cursor.take("in", "of")
      let start = cursor
      if let whole = SpokenNumber.whole(&cursor), (1_000...2_999).contains(whole) { return whole }
      cursor = start
      guard let century = SpokenNumber.upToSixty(&cursor), (15...29).contains(century),
        let rest = SpokenNumber.upToSixty(&cursor), (10...99).contains(rest)
      else { return nil }
      return century * 100 + rest
    }
  }
}
