/// "01:00", "1:59 p.m.", "5pm", "2pm-5pm", "11:20AM,2:40PM".
enum TimeRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let pieces = token.core.split(separator: ",")
    if pieces.count > 1 {
      let times = pieces.compactMap { clock($0, half: nil) }
      guard times.count == pieces.count else { return nil }
      return (token.saying(times.joined(separator: ", ")), 1)
    }
    let next = context.token(1)
    let half = token.closing.isEmpty ? next.flatMap { self.half($0.core) } : nil
    let said = range(token.core, half: half) ?? clock(token.core, half: half)
    guard let said else { return nil }
    guard half != nil, let next else { return (token.saying(said), 1) }
    // The stop of "p.m." stays only where it also ends the sentence.
    let endsSentence = context.token(2) == nil && next.hasStop
    return (
      token.opening + said + (endsSentence ? next.closing : next.saying("", dropsStop: true)), 2
    )
  }

  private static func range(_ word: String, half: String?) -> String? {
    let ends = word.split { "-–—".contains($0) }
    guard ends.count == 2, let end = clock(ends[1], half: half) else { return nil }
    let isTimed = ends[0].contains(":") || ends[0].last?.isLetter == true
    guard isTimed, let start = clock(ends[0], half: nil) else { return nil }
    return start + " to " + end
  }

  /// A time of day; `half` is AM or PM written after it.
  private static func clock(_ word: Substring, half: String?) -> String? {
    clock(String(word), half: half)
  }

  private static func clock(_ word: String, half: String?) -> String? {
    let figures = word.prefix { NumberWords.isDigit($0) || $0 == ":" }
    let suffix = word.dropFirst(figures.count)
    let half = suffix.isEmpty ? half : self.half(suffix)
    guard suffix.isEmpty || half != nil else { return nil }
    let parts = figures.split(separator: ":", omittingEmptySubsequences: false)
    guard let hour = parts.first.flatMap({ Int($0) }), (0...24).contains(hour) else { return nil }
    if parts.count == 1 { return half.map { NumberWords.cardinal(hour) + " " + $0 } }
    if parts.count == 3, half == nil, let time = ClockFigures(word, separator: ":") {
      return duration(time)
    }
    guard parts.count == 2, parts[1].count == 2, let minute = Int(parts[1]), minute < 60 else {
      return nil
    }
    if minute == 0 {
      if let half { return NumberWords.cardinal(hour) + " " + half }
      if hour == 0 || hour == 24 { return "midnight" }
      return hour <= 12
        ? NumberWords.cardinal(hour) + " o'clock" : NumberWords.cardinal(hour) + " hundred"
    }
    let minutes = (minute < 10 ? "oh " : "") + NumberWords.cardinal(minute)
    return NumberWords.cardinal(hour) + " " + minutes + (half.map { " " + $0 } ?? "")
  }

  /// "4:30:15" is "four hours thirty minutes and fifteen seconds".
  private static func duration(_ time: ClockFigures) -> String {
    func amount(_ value: Int, _ name: String) -> String {
      NumberWords.cardinal(value) + " " + name + (value == 1 ? "" : "s")
    }
    return amount(time.hour, "hour") + " " + amount(time.minute, "minute") + " and "
      + amount(time.second ?? 0, "second")
  }

  private static func half(_ word: some StringProtocol) -> String? {
    switch word.lowercased() {
    case "am", "a.m", "a.m.": "AM"
    case "pm", "p.m", "p.m.": "PM"
    default: nil
    }
  }
}
