/// Says numbers, days, times and lengths of time as people do.
enum Wording {
  /// A number without needless figures, and whether it had to be rounded.
  static func number(_ value: Double) -> (text: String, isRounded: Bool) {
    if value == value.rounded(), abs(value) < 1e15 { return (grouped(Int(value)), false) }
    // Two figures behind the point, more where those would be nothing.
    var places = 2
    while places < 6, abs(value) < pow(0.1, places - 2) { places += 1 }
    let scale = pow(10, places)
    let rounded = (value * scale).rounded() / scale
    let isRounded = abs(rounded - value) > abs(value) * 1e-9
    return (decimal(rounded, places), isRounded)
  }

  private static func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<max(0, exponent)).reduce(1) { result, _ in result * base }
  }

  private static func decimal(_ value: Double, _ places: Int) -> String {
    let scale = pow(10, places)
    let units = Int((abs(value) * scale).rounded())
    let whole = units / Int(scale)
    let rest = String(units % Int(scale))
    var figures = String(repeating: "0", count: places - rest.count) + rest
    while figures.last == "0" { figures.removeLast() }
    let sign = value < 0 ? "-" : ""
    return sign + grouped(whole) + (figures.isEmpty ? "" : "." + figures)
  }

  /// 12345 as "12,345".
  private static func grouped(_ value: Int) -> String {
    var digits = String(abs(value))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (value < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// "6:29 in the evening", "noon".
  static func time(_ time: WallTime) -> String {
    if time.minute == 0, time.hour == 12 { return "noon" }
    if time.minute == 0, time.hour == 0 { return "midnight" }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    let part =
      switch time.hour {
      case 0: "at night"
      case 1..<12: "in the morning"
      case 12..<17: "in the afternoon"
      case 17..<22: "in the evening"
      default: "at night"
      }
    return "\(hour):\(minute) \(part)"
  }

  /// "Friday, 4 December 2026"; without the year when it is that of `today`.
  static func day(_ day: CalendarDay, from today: CalendarDay) -> String {
    let (year, month, number) = day.date
    let name = capital(SpokenDay.months[month - 1])
    let ending = year == today.date.year ? "" : " \(year)"
    return "\(weekday(day)), \(number) \(name)\(ending)"
  }

  /// "Friday".
  static func weekday(_ day: CalendarDay) -> String {
    capital(SpokenDay.weekdays[day.weekday])
  }

  /// "December".
  static func month(_ day: CalendarDay) -> String {
    capital(SpokenDay.months[day.date.month - 1])
  }

  /// "today", "tomorrow", else the day.
  static func near(_ day: CalendarDay, from today: CalendarDay) -> String {
    switch day.number - today.number {
    case 0: "today"
    case 1: "tomorrow"
    case -1: "yesterday"
    case 2...6: "on " + weekday(day)
    default: "on " + self.day(day, from: today)
    }
  }

  private static func capital(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// "3 hours and 20 minutes": the two largest units that count.
  static func span(_ seconds: Int) -> String {
    let sizes = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
    var rest = max(0, seconds)
    var parts: [String] = []
    for (size, name) in sizes {
      let count = rest / size
      rest %= size
      if count > 0 { parts.append(counted(count, name)) }
      if parts.count == 2 || !parts.isEmpty && count == 0 { break }
    }
    return parts.isEmpty ? "no time at all" : parts.joined(separator: " and ")
  }

  /// "1 day", "2 days".
  static func counted(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  /// "a, b and c".
  static func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }
}
