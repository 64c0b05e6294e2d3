import Language

/// Something said that code answers better than a small model.
///
/// All the words have to fit: whatever is left over makes it a matter for the model.
enum Question: Sendable, Equatable {
  case time
  case date(DayReference, wantsDate: Bool, isPast: Bool)
  case month
  case year
  case until(Target, unit: MeasureUnit?)
  case whenIs(DayReference)
  case sum(Double)
  case dividedByZero
  case conversion(Conversion)
  case timer(TimerOrder)

  /// What is waited for.
  enum Target: Sendable, Equatable {
    case day(DayReference)
    case hour(HourReference, DayReference?)
  }

  /// Finds the question in `text`; nil when code has no sure answer.
  ///
  /// - Parameters:
  ///   - text: What was said or written.
  ///   - name: The companion's name.
  init?(_ text: String, name: String) {
    let words = SpokenWords.withSigns(text)
    guard (1...40).contains(words.count) else { return nil }
    let bare = Courtesy.removed(from: words, name: name).words
    for candidate in [words, bare, Self.withoutAsking(bare)] {
      var cursor = WordCursor(candidate)
      if let found = Self.read(&cursor) {
        self = found
        return
      }
    }
    return nil
  }

  private static func read(_ cursor: inout WordCursor) -> Question? {
    let readers: [(inout WordCursor) -> Question?] = [
      time, calendar, until, whenIs, { TimerOrder.read(&$0).map(Question.timer) }, measure, sum,
    ]
    for reader in readers {
      if let question = cursor.attempt({ cursor -> Question? in
        guard let question = reader(&cursor), cursor.isAtEnd else { return nil }
        return question
      }) {
        return question
      }
    }
    return nil
  }

  /// "Do you know what time it is" asks for what follows.
  private static func withoutAsking(_ words: [String]) -> [String] {
    var cursor = WordCursor(words)
    _ = cursor.take(
      "do you know", "do you happen to know", "tell me", "i wonder", "i was wondering",
      "i want to know", "i would like to know", "i need to know", "quick question", "let me know",
      "do you have any idea", "any idea", "can i ask", "remind me", "have you got", "say")
    return Array(cursor.rest)
  }

  // MARK: - The clock and the calendar

  private static func time(_ cursor: inout WordCursor) -> Question? {
    guard
      cursor.take(
        "what time is it", "what time it is", "what time do we have", "what time have we got",
        "what is the time", "what the time is", "what is the current time",
        "what time have you got",
        "what time do you have", "what time do you make it", "do you have the time",
        "have you got the time", "the time", "what time is it here", "how late is it", "time check",
        "what is the local time", "the current time", "what hour is it", "what time")
    else { return nil }
    _ = cursor.take("now", "right now", "at the moment", "exactly", "currently", "today", "here")
    return .time
  }

  private static func calendar(_ cursor: inout WordCursor) -> Question? {
    if cursor.take(
      "what month is it", "what month are we in", "which month is it", "what month it is")
    {
      return .month
    }
    if cursor.take("what year is it", "what year are we in", "which year is it", "what year it is")
    {
      return .year
    }
    if cursor.take("what is today", "what is it today") {
      _ = cursor.take("'s date", "date")
      return .date(.offset(days: 0), wantsDate: true, isPast: false)
    }
    if cursor.take("today's date", "what is today's date", "what today's date is", "the date today")
    {
      return .date(.offset(days: 0), wantsDate: true, isPast: false)
    }
    if cursor.take("what is tomorrow's date") {
      return .date(.offset(days: 1), wantsDate: true, isPast: false)
    }
    guard let wantsDate = dayWord(&cursor) else { return nil }
    let isPast = cursor.take("was it", "was")
    if !isPast {
      _ = cursor.take(
        "is it going to be", "will it be", "are we", "do we have", "do we write", "is it", "it is",
        "will be", "does", "is")
    }
    _ = cursor.take("now", "right now")
    if cursor.isAtEnd { return .date(.offset(days: 0), wantsDate: wantsDate, isPast: false) }
    _ = cursor.take("for", "of")
    guard let day = SpokenDay.day(&cursor) else { return nil }
    _ = cursor.take("on", "fall on", "falls on", "going to be")
    return .date(day, wantsDate: wantsDate, isPast: isPast)
  }

  /// Whether the date rather than the weekday is asked for.
  private static func dayWord(_ cursor: inout WordCursor) -> Bool? {
    if cursor.take(
      "what is the date", "what the date is", "what date", "which date", "the date",
      "what is the current date", "what will the date be", "what will be the date",
      "what was the date")
    {
      return true
    }
    if cursor.take(
      "what day of the week", "which day of the week", "what weekday", "which weekday", "what day",
      "which day", "what is the day", "on what day", "on which day")
    {
      return false
    }
    return nil
  }

  private static func until(_ cursor: inout WordCursor) -> Question? {
    var unit: MeasureUnit?
    if cursor.take("how many") {
      guard
        let counted = MeasureUnit.read(&cursor) ?? (cursor.take("sleeps", "nights") ? day : nil),
        counted.kind == .time
      else { return nil }
      unit = counted
      if counted.one == "day" { _ = cursor.take("sleeps") }
      _ = cursor.take(
        "is it", "are there", "are left", "left", "is there", "are", "do we have", "do i have",
        "until it is", "more", "to go")
    } else {
      guard
        cursor.take(
          "how long is it going to be", "how long will it be", "how long is it",
          "how long is there",
          "how long", "how much time is left", "how much time is there", "how much time do i have",
          "how much time do we have", "how much longer", "how far away is", "how far off is",
          "how long do i have", "how long do we have", "how much time")
      else { return nil }
      _ = cursor.take("now", "still", "left")
      if cursor.words[cursor.position - 1] == "is" {
        return target(&cursor).map { .until($0, unit: nil) }
      }
    }
    guard cursor.take("until it is", "until", "to", "before", "till it is", "till") else {
      return nil
    }
    return target(&cursor).map { .until($0, unit: unit) }
  }

  private static let day: MeasureUnit? = {
    var cursor = WordCursor(["days"])
    return MeasureUnit.read(&cursor)
  }()

  private static func target(_ cursor: inout WordCursor) -> Target? {
    let start = cursor
    if let hour = cursor.attempt(SpokenHour.time) {
      let day = cursor.attempt(SpokenDay.day)
      if cursor.isAtEnd { return .hour(hour, day) }
    }
    cursor = start
    guard let day = cursor.attempt(SpokenDay.day) else { return nil }
    if cursor.take("at"), let hour = cursor.attempt(SpokenHour.time) { return .hour(hour, day) }
    return .day(day)
  }

  /// "When is Easter": only for days that have a name.
  private static func whenIs(_ cursor: inout WordCursor) -> Question? {
    guard cursor.take("when is", "when does", "what date is", "when do we have", "when it is"),
      let day = SpokenDay.day(&cursor), case .holiday = day
    else { return nil }
    _ = cursor.take("fall", "this year")
    return .whenIs(day)
  }

  // MARK: - Reckoning

  private static func measure(_ cursor: inout WordCursor) -> Question? {
    _ = cursor.take("what is", "what are", "how much is", "how much are", "what does")
    return Conversion.read(&cursor).map(Question.conversion)
  }

  private static func sum(_ cursor: inout WordCursor) -> Question? {
    let isAsked = cursor.take(
      "what is", "what are", "how much is", "how much are", "calculate", "compute", "work out",
      "what does", "what do", "what do you get for", "how much does", "figure out", "can you do",
      "do the sum", "solve", "add up", "what would be", "how many is", "what")
    switch Sum.read(&cursor, isAsked: isAsked) {
    case .value(let value): return .sum(value)
    case .dividedByZero: return .dividedByZero
    case nil: return nil
    }
  }
}
