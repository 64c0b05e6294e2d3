import Glibc

extension Journal.Entry {
  /// The entry as one line without its end, such as
  /// `2026-11-30T18:29:03.120Z warning The voice restarted. attempts=2`.
  ///
  /// - Parameter milliseconds: When it happened, since 1970 in UTC.
  /// - Returns: The line.
  public func line(at milliseconds: Int64) -> String {
    var line = "\(Self.stamp(milliseconds)) \(level) \(message)"
    for (name, value) in values { line += " \(name)=\(value)" }
    return line
  }

  private static func stamp(_ milliseconds: Int64) -> String {
    let fraction = (milliseconds % 1_000 + 1_000) % 1_000
    var time = time_t((milliseconds - fraction) / 1_000)
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    let year = unsafe padded(Int(parts.tm_year) + 1_900, 4)
    let month = unsafe padded(Int(parts.tm_mon) + 1, 2)
    let day = unsafe padded(Int(parts.tm_mday), 2)
    let hour = unsafe padded(Int(parts.tm_hour), 2)
    let minute = unsafe padded(Int(parts.tm_min), 2)
    let second = unsafe padded(Int(parts.tm_sec), 2)
    return "\(year)-\(month)-\(day)T\(hour):\(minute):\(second).\(padded(Int(fraction), 3))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Journal.Value: CustomStringConvertible {
  /// The value as it stands in a line.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .milliseconds(let milliseconds): "\(Self.tenths(milliseconds))ms"
    case .fraction(let fraction): "\(Self.tenths(fraction * 1_000, scale: 10_000))"
    case .flag(let flag): "\(flag)"
    case .problem(let code): code.rawValue
    case .label(let label): label.text
    }
  }

  /// `value` rounded to a tenth, then divided by `scale` tenths.
  private static func tenths(_ value: Double, scale: Double = 10) -> Double {
    (value * 10).rounded() / scale
  }
}
