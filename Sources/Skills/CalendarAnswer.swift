/// Answers about the clock, the calendar, sums and measures, all of which need only the moment.
struct CalendarAnswer {
  /// What the clock on the wall shows.
  let now: WallTime
  /// The same in milliseconds since 1970.
  let at: Int64
  let clock: LocalClock
  let choice: Choice

  func answer(_ question: Question) -> String? {
    switch question {
    case .time:
      let time = Wording.time(now)
      return choice.of("It's \(time).", "Right now it's \(time).", "My clock says \(time).")
    case .date(let day, let wantsDate, let isPast): return date(day, wantsDate, isPast)
    case .month: return "It's \(Wording.month(now.day))."
    case .year: return "It's \(now.day.date.year)."
    case .until(.day(let day), let unit): return until(day, unit)
    case .until(.hour(let hour, let day), let unit): return until(hour, day, unit)
    case .whenIs(let day): return whenIs(day)
    case .sum(let value):
      let (text, isRounded) = Wording.number(value)
      if isRounded { return choice.of("That's about \(text).", "About \(text).") }
      return choice.of("That's \(text).", "That makes \(text).", "\(text).")
    case .dividedByZero:
      return choice.of(
        "Nothing can be divided by zero.", "That one has no answer: nothing goes into zero parts.")
    case .conversion(let conversion): return say(conversion)
    case .timer: return nil
    }
  }

  private func date(_ reference: DayReference, _ wantsDate: Bool, _ isPast: Bool) -> String? {
    guard let day = reference.day(from: now.day, isPast: isPast) else { return nil }
    let date = Wording.day(day, from: now.day)
    switch day.number - now.day.number {
    case 0:
      return wantsDate
        ? choice.of("Today is \(date).", "It's \(date).", "It's \(date) today.")
        : choice.of("It's \(date).", "Today is \(date).")
    case 1: return choice.of("Tomorrow is \(date).", "Tomorrow it's \(date).")
    case -1: return "Yesterday was \(date)."
    case ..<0: return choice.of("That was \(date).", "It was \(date).")
    default: return choice.of("That's \(date).", "That will be \(date).")
    }
  }

  private func until(_ reference: DayReference, _ unit: MeasureUnit?) -> String? {
    guard let day = reference.day(from: now.day) else { return nil }
    let days = day.number - now.day.number
    let date = Wording.day(day, from: now.day)
    guard days >= 0 else { return "That was \(date)." }
    guard days > 0 else {
      return choice.of("That's today.", "It's today already.")
    }
    if let unit, unit.one != "day" {
      return count(to: WallTime(day: day, hour: 0, minute: 0), unit, date)
    }
    if days == 1 { return "Only one more day: it's tomorrow." }
    let weeks = days >= 21 ? ", so about \(Wording.counted((days + 3) / 7, "week"))" : ""
    return choice.of(
      "\(days) more days\(weeks): it's \(date).", "It's \(date), in \(days) days.",
      "Another \(days) days, until \(date).")
  }

  /// How many weeks, hours or minutes until a moment.
  private func count(to target: WallTime, _ unit: MeasureUnit, _ what: String) -> String? {
    guard let instant = clock.instant(target), instant > at else { return nil }
    let count = Double(instant - at) / 1_000 / unit.size
    let whole = Int(count.rounded())
    guard whole > 0 else { return "Less than one \(unit.one)." }
    return "About \(Wording.number(Double(whole)).text) \(whole == 1 ? unit.one : unit.several): "
      + "it's \(what)."
  }

  private func until(
    _ hour: HourReference, _ day: DayReference?, _ unit: MeasureUnit?
  ) -> String? {
    guard let target = NextMoment(now: now, at: at, clock: clock).of(hour, on: day) else {
      return nil
    }
    let when = Wording.time(target.wall)
    let place =
      target.wall.day == now.day
      ? when : "\(when) \(Wording.near(target.wall.day, from: now.day))"
    if let unit { return count(to: target.wall, unit, place) }
    let seconds = Int((target.instant - at) / 1_000)
    // Seconds don't matter from a minute on.
    let span = Wording.span(seconds < 60 ? seconds : (seconds + 30) / 60 * 60)
    return choice.of("It's \(span) until \(place).", "Another \(span) until \(place).")
  }

  private func whenIs(_ reference: DayReference) -> String? {
    guard case .holiday(let holiday, _) = reference, let day = reference.day(from: now.day) else {
      return nil
    }
    let days = day.number - now.day.number
    if days == 0 { return "\(holiday.rawValue) is today." }
    let date = Wording.day(day, from: now.day)
    if days < 0 { return "\(holiday.rawValue) was \(date)." }
    return "\(holiday.rawValue) is \(date), in \(Wording.counted(days, "day"))."
  }

  private func say(_ conversion: Conversion) -> String {
    let (result, isRounded) = Wording.number(conversion.result)
    let count = Wording.number(conversion.count).text
    let from = abs(conversion.count) == 1 ? conversion.from.one : conversion.from.several
    let to = conversion.result == 1 ? conversion.to.one : conversion.to.several
    let about = isRounded ? "about " : ""
    let isOne = abs(conversion.count) == 1
    return choice.of(
      "\(count) \(from) \(isOne ? "is" : "are") \(about)\(result) \(to).",
      "That's \(about)\(result) \(to).")
  }
}

/// Finds the moment a time of day names next.
struct NextMoment {
  let now: WallTime
  let at: Int64
  let clock: LocalClock

  /// The first such moment after now.
  ///
  /// - Parameters:
  ///   - hour: The time of day.
  ///   - day: The day; nil means the next such time, today or tomorrow.
  ///   - prefersMorning: Whether an hour that may be either is one of the morning.
  /// - Returns: The moment; nil when it is over, or there is none.
  func of(
    _ hour: HourReference, on day: DayReference? = nil, prefersMorning: Bool = false
  ) -> (wall: WallTime, instant: Int64)? {
    var hours = hour.hours
    if hour.isAmbiguous, hours.count == 2 {
      let isLater = day.map { $0 != .offset(days: 0) } ?? false
      if prefersMorning && (4...11).contains(hour.hour) {
        hours = [hours[0]]
      }
      // On another day people get up at seven, and meet at three.
      else if isLater {
        hours = (6...11).contains(hour.hour) ? [hours[0]] : [hours[1]]
      }
    }
    let days: [CalendarDay] =
      if let day { day.day(from: now.day).map { [$0] } ?? [] } else {
        [now.day, now.day.adding(days: 1)]
      }
    for day in days {
      for hour24 in hours {
        // "Midnight tonight" is the end of the day that is named.
        let isMidnight = hour24 == 0 && hour.hour == 12 && days.count == 1
        let wall = WallTime(
          day: isMidnight ? day.adding(days: 1) : day, hour: hour24, minute: hour.minute)
        if let instant = clock.instant(wall), instant > at { return (clock.wall(instant), instant) }
      }
    }
    return nil
  }
}
