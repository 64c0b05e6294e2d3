import Glibc

// The system knows the owner's time zone (`TZ`, else /etc/localtime); nothing else here has zones.

extension LocalMoment {
  /// The date and time at `milliseconds` since 1970, in the zone this machine is in.
  public init(at milliseconds: Int64) {
    // localtime_r alone would keep the zone it read first, and laptops travel.
    tzset()
    // Rounded down also before 1970.
    let second = milliseconds.quotientRoundedDown(by: 1_000)
    var time = time_t(second)
    var parts = unsafe tm()
    unsafe localtime_r(&time, &parts)
    unsafe self.init(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min),
      second: Int(parts.tm_sec), utcOffsetSeconds: Int(parts.tm_gmtoff),
      zone: parts.tm_zone.map { unsafe String(cString: $0) } ?? "")
  }

  /// The span of a day in the zone this machine is in: milliseconds since 1970 in UTC.
  ///
  /// A day is 23 or 25 hours long when the clocks change.
  ///
  /// - Parameters:
  ///   - year: The year, such as 2026.
  ///   - month: 1…12.
  ///   - day: 1…31.
  /// - Returns: From the first moment of the day to the first of the next; nil when there is no such
  ///   day.
  public static func span(year: Int, month: Int, day: Int) -> Range<Int64>? {
    guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day),
      let start = midnight(year, month, day), let end = midnight(year, month, day + 1), start < end
    else { return nil }
    // The system reads 30 February as 2 March.
    let first = LocalMoment(at: start)
    guard first.month == month, first.day == day else { return nil }
    return start..<end
  }

  /// When a clock on the wall here shows that date and time, in milliseconds since 1970.
  ///
  /// Of two such moments it is one, of none (as the clocks go forward) one beside it; nil when the
  /// system knows no such moment.
  public static func instant(
    year: Int, month: Int, day: Int, hour: Int, minute: Int
  ) -> Int64? {
    tzset()
    return moment(year, month, day, hour, minute)
  }

  private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    moment(year, month, day, 0, 0)
  }

  private static func moment(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int
  ) -> Int64? {
    var parts = unsafe tm()
    unsafe parts.tm_year = Int32(year - 1_900)
    unsafe parts.tm_mon = Int32(month - 1)
    unsafe parts.tm_mday = Int32(day)
    unsafe parts.tm_hour = Int32(hour)
    unsafe parts.tm_min = Int32(minute)
    unsafe parts.tm_isdst = -1
    let seconds = unsafe mktime(&parts)
    return seconds == -1 ? nil : Int64(seconds) * 1_000
  }
}

extension Int64 {
  fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
