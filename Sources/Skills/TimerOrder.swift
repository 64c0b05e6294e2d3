import Language

/// Whether something rings after a while or at a time of day.
public enum TimerKind: String, Sendable, CaseIterable {
  case timer, alarm
}

/// What is wanted of timers and alarms.
enum TimerOrder: Sendable, Equatable {
  /// When it shall ring.
  enum Due: Sendable, Equatable {
    /// After so long, which may be nought, less than that, or longer than anything is kept.
    case after(seconds: Int)
    case at(HourReference, DayReference?, isWaking: Bool)
  }

  /// Which of them are meant.
  struct Choice: Sendable, Equatable {
    var kind: TimerKind?
    var name: String?
    var seconds: Int?
    var hour: HourReference?
    var isAll = false
  }

  case set(TimerKind, Due, name: String?)
  /// A timer without its length.
  case setWithoutLength(name: String?)
  case list(Choice)
  case cancel(Choice)

  /// Reads an order, to the end of what was said.
  static func read(_ cursor: inout WordCursor) -> TimerOrder? {
    let readers: [(inout WordCursor) -> TimerOrder?] = [
      remaining, listing, cancelling, waking, reminding, alarm, timer,
    ]
    for reader in readers {
      if let order = cursor.attempt({ cursor -> TimerOrder? in
        guard let order = reader(&cursor), cursor.isAtEnd else { return nil }
        return order
      }) {
        return order
      }
    }
    return nil
  }

  // MARK: - Setting

  private static let making = [
    "set me", "set up", "set", "start me", "start", "make me", "make", "create", "begin",
    "give me", "put on", "put", "add", "run", "i want", "i need", "i would like", "let us have",
  ]

  /// "Set a pasta timer for ten minutes", "ten minute timer", "time five minutes".
  private static func timer(_ cursor: inout WordCursor) -> TimerOrder? {
    if cursor.take("time me for", "time", "count down from", "count down") {
      return length(&cursor).map { .set(.timer, .after(seconds: $0), name: nil) }
    }
    let isOrdered = cursor.take(anyOf: making)
    _ = cursor.take("another", "a new", "the", "my", "a second")
    var name: String?
    var seconds = length(&cursor)
    if seconds == nil, cursor.take("another", "a", "an") { seconds = length(&cursor) }
    name = cursor.attempt { nameBefore(["timer", "timers", "countdown"], &$0) } ?? nil
    guard cursor.take("timer", "timers", "countdown") else { return nil }
    if name == nil { name = cursor.attempt(called) }
    if seconds == nil, cursor.take("for", "of", "to", "on", "with", "at") || !cursor.isAtEnd {
      seconds = length(&cursor)
      // "A timer for the pasta".
      if seconds == nil, name == nil { name = cursor.attempt(labelToLength) }
      if seconds == nil, cursor.take("for", "of", "to") { seconds = length(&cursor) }
      guard seconds != nil || cursor.isAtEnd else { return nil }
    }
    if name == nil { name = cursor.attempt(called) ?? cursor.attempt(purpose) }
    guard let seconds else { return isOrdered ? .setWithoutLength(name: name) : nil }
    return .set(.timer, .after(seconds: seconds), name: name)
  }

  /// A length, also as it stands before a noun: "ten minute", "half hour".
  private static func length(_ cursor: inout WordCursor) -> Int? {
    SpokenSpan.anySeconds(&cursor)
  }

  private static func alarm(_ cursor: inout WordCursor) -> TimerOrder? {
    let isOrdered = cursor.take(anyOf: making)
    _ = cursor.take("another", "a new", "an", "a", "the", "my")
    var due = cursor.attempt(dueAt)
    var name = cursor.attempt { nameBefore(["alarm"], &$0) } ?? nil
    guard cursor.take("alarm clock", "alarm") else { return nil }
    if due == nil {
      _ = cursor.take("for", "to", "on")
      due = cursor.attempt(dueAt) ?? cursor.attempt(dueIn)
    }
    if name == nil { name = cursor.attempt(called) ?? cursor.attempt(purpose) }
    guard let due, isOrdered || cursor.isAtEnd else { return nil }
    return .set(.alarm, due, name: name)
  }

  private static func waking(_ cursor: inout WordCursor) -> TimerOrder? {
    guard cursor.take("wake me up", "wake me", "get me up") else { return nil }
    if let due = cursor.attempt(dueIn) { return .set(.alarm, due, name: nil) }
    guard case .at(let hour, let day, _)? = cursor.attempt(dueAt) else { return nil }
    return .set(.alarm, .at(hour, day, isWaking: true), name: nil)
  }

  /// "Remind me in ten minutes to check the oven", "remind me to call Anna at five".
  private static func reminding(_ cursor: inout WordCursor) -> TimerOrder? {
    guard cursor.take("remind me", "give me a reminder", "set a reminder", "set me a reminder")
    else { return nil }
    _ = cursor.take("again")
    if let due = cursor.attempt(dueIn) ?? cursor.attempt(dueAt) {
      guard let name = cursor.attempt(task) else {
        return cursor.isAtEnd ? .set(kind(of: due), due, name: nil) : nil
      }
      return .set(kind(of: due), due, name: name)
    }
    guard cursor.take("to", "about", "of", "that") else { return nil }
    let start = cursor.position
    // The time stands at the end: the longest ending that is one.
    for split in start + 1..<max(start + 2, cursor.words.count) {
      var ending = cursor
      ending.position = split
      guard let due = ending.attempt(dueIn) ?? ending.attempt(saidDue), ending.isAtEnd else {
        continue
      }
      let name = label(cursor.words[start..<split])
      cursor = ending
      return name.map { .set(kind(of: due), due, name: $0) }
    }
    return nil
  }

  private static func kind(of due: Due) -> TimerKind {
    if case .after = due { .timer } else { .alarm }
  }

  /// At the end of a task only what begins with "at" or a day is a time: "buy 7" is none.
  private static func saidDue(_ cursor: inout WordCursor) -> Due? {
    let isMarked =
      cursor.next == "at" || cursor.next == "tomorrow" || cursor.next == "tonight"
      || cursor.next == "on" || cursor.next == "today"
    return isMarked ? dueAt(&cursor) : nil
  }

  private static func dueIn(_ cursor: inout WordCursor) -> Due? {
    guard cursor.take("in", "after", "for") else { return nil }
    guard let seconds = length(&cursor) else { return nil }
    _ = cursor.take("from now", "time")
    return .after(seconds: seconds)
  }

  /// "At seven tomorrow", "tomorrow at seven", "seven in the morning on Friday".
  private static func dueAt(_ cursor: inout WordCursor) -> Due? {
    cursor.attempt { cursor in
      if let day = cursor.attempt(SpokenDay.day) {
        let half: HourReference.Half? =
          cursor.take("morning", "in the morning")
          ? .morning : cursor.take("evening", "in the evening", "afternoon") ? .afternoon : nil
        _ = cursor.take("at", "for")
        guard var hour = cursor.attempt(SpokenHour.time) else { return nil }
        if hour.half == nil { hour.half = half }
        return .at(hour, day, isWaking: false)
      }
      guard var hour = cursor.attempt(SpokenHour.time) else { return nil }
      _ = cursor.take("for")
      let day = cursor.attempt(SpokenDay.day)
      if hour.half == nil {
        if cursor.take("morning", "in the morning") { hour.half = .morning }
        if cursor.take("evening", "afternoon", "in the evening", "in the afternoon") {
          hour.half = .afternoon
        }
      }
      // "2 minutes" is no time of day.
      guard cursor.next.map({ SpokenSpan.units[$0] == nil }) ?? true else { return nil }
      return .at(hour, day, isWaking: false)
    }
  }

  // MARK: - Asking and cancelling

  private static func listing(_ cursor: inout WordCursor) -> TimerOrder? {
    guard
      cursor.take(
        "what", "which", "list", "show me", "show", "do i have", "are there", "is there", "check",
        "tell me", "how many", "read me", "have i got")
    else { return nil }
    _ = cursor.take("are", "is", "all of", "all", "any")
    _ = cursor.take("my", "the", "all the", "any", "a", "an")
    _ = cursor.take("current", "running", "active", "set", "open")
    guard let kind = kinds(&cursor) else { return nil }
    // "What is a timer" asks something else.
    let asksWhat = ["what", "which"].contains(cursor.words[0])
    if asksWhat, !cursor.words[cursor.position - 1].hasSuffix("s") { return nil }
    _ = cursor.take(
      "do i have running", "do i have set", "do i have", "have i set", "have i got", "did i set",
      "are running", "are set", "are on", "are active", "are there", "are left", "set", "running",
      "is set", "is running", "i have", "on", "active", "going")
    _ = cursor.take("right now", "at the moment", "at present", "currently")
    return .list(Choice(kind: kind, isAll: true))
  }

  /// "How long is left on the pasta timer", "when does the alarm go off".
  private static func remaining(_ cursor: inout WordCursor) -> TimerOrder? {
    if cursor.take("when does", "when will", "when is") {
      guard let choice = cursor.attempt(choice) else { return nil }
      guard
        cursor.take(
          "go off", "going off", "ring", "end", "finish", "run out", "done", "over", "up",
          "set for",
          "stop")
      else { return nil }
      return .list(choice)
    }
    if cursor.take("is") {
      guard let choice = cursor.attempt(choice) else { return nil }
      guard
        cursor.take("still running", "still going", "running", "still on", "done", "over", "set")
      else { return nil }
      return .list(choice)
    }
    guard
      cursor.take(
        "how much time is left", "how much time do i have left", "how much time do i have",
        "how much longer is left", "how much longer", "how much is left", "how much time remains",
        "how much time left", "how much time is there left", "how long is left",
        "how long is there left", "how long do i have left", "how long do i have", "how long left",
        "how many minutes are left", "how many minutes left", "how many seconds are left",
        "what is left", "time left", "how long does", "how long has")
    else { return nil }
    _ = cursor.take("is left", "left")
    guard cursor.take("on", "for", "of", "in", "until") || cursor.next != nil,
      let choice = cursor.attempt(choice)
    else { return nil }
    _ = cursor.take("have left", "have to go", "have", "got left", "left", "to go", "goes off")
    return .list(choice)
  }

  private static func cancelling(_ cursor: inout WordCursor) -> TimerOrder? {
    guard
      cursor.take(
        "cancel", "stop", "delete", "remove", "clear", "turn off", "end", "kill", "get rid of",
        "switch off", "turn", "switch", "forget", "drop", "abort", "shut off", "dismiss")
    else { return nil }
    let verb = cursor.words[max(0, cursor.position - 1)]
    guard let choice = cursor.attempt(choice) else { return nil }
    let isOff = cursor.take("off")
    if verb == "turn" || verb == "switch" { guard isOff else { return nil } }
    return .cancel(choice)
  }

  /// "The pasta timer", "all my alarms", "the timer for the eggs", "my seven o'clock alarm".
  private static func choice(_ cursor: inout WordCursor) -> Choice? {
    var choice = Choice()
    choice.isAll = cursor.take(
      "all of my", "all of the", "all the", "all my", "all", "every", "both of the", "both",
      "each")
    if !choice.isAll { _ = cursor.take("the", "my", "that", "this", "a", "an") }
    choice.seconds = cursor.attempt { cursor in
      guard let seconds = SpokenSpan.seconds(&cursor), cursor.next?.hasPrefix("timer") == true
      else { return nil }
      return seconds
    }
    if choice.seconds == nil {
      choice.hour = cursor.attempt { cursor in
        guard let hour = SpokenHour.time(&cursor), cursor.next?.hasPrefix("alarm") == true
        else { return nil }
        return hour
      }
    }
    if choice.seconds == nil, choice.hour == nil {
      choice.name =
        cursor.attempt { nameBefore(["timer", "timers", "alarm", "alarms", "reminder"], &$0) }
        ?? nil
    }
    guard let kind = kinds(&cursor) else { return nil }
    choice.kind = kind
    if cursor.words[cursor.position - 1].hasSuffix("s"), choice.name == nil { choice.isAll = true }
    if let name = cursor.attempt(called) ?? cursor.attempt(purpose) { choice.name = name }
    if choice.kind == .alarm, choice.hour == nil, choice.name == nil {
      choice.hour = cursor.attempt { cursor in
        _ = cursor.take("at", "for")
        return SpokenHour.time(&cursor)
      }
    }
    return choice
  }

  /// "Timers", "alarms", "timers and alarms": nil inside for both.
  private static func kinds(_ cursor: inout WordCursor) -> TimerKind?? {
    if cursor.take(
      "timers and alarms", "alarms and timers", "timers or alarms", "alarms or timers",
      "reminders", "reminder")
    {
      return .some(nil)
    }
    if cursor.take("timers", "timer", "countdowns", "countdown") { return .timer }
    if cursor.take("alarms", "alarm", "alarm clock") { return .alarm }
    return nil
  }

  // MARK: - Names

  /// One to three words before "timer" that say what for.
  private static func nameBefore(_ nouns: [String], _ cursor: inout WordCursor) -> String?? {
    for length in 1...3 {
      let words = cursor.rest
      guard words.count > length, nouns.contains(words[words.startIndex + length]) else { continue }
      guard !words.prefix(length).contains(where: { nothing.contains($0) || tales.contains($0) }),
        let name = label(words.prefix(length))
      else { return nil }
      cursor.position += length
      return name
    }
    return nil
  }

  /// "Called pasta", "named laundry", "labelled tea".
  private static func called(_ cursor: inout WordCursor) -> String? {
    guard
      cursor.take(
        "called", "named", "labelled", "labeled", "with the name", "and call it", "and name it")
    else { return nil }
    return takeLabel(&cursor, until: ["for", "of", "at", "in"])
  }

  /// "For the pasta", "to take out the cake", at the end.
  private static func purpose(_ cursor: inout WordCursor) -> String? {
    guard cursor.take("for the", "for my", "for", "to", "about") else { return nil }
    return takeLabel(&cursor, until: [])
  }

  private static func task(_ cursor: inout WordCursor) -> String? {
    guard cursor.take("to", "about", "that", "of", "for") else { return nil }
    return takeLabel(&cursor, until: [])
  }

  /// "The pasta" in "a timer for the pasta for ten minutes".
  private static func labelToLength(_ cursor: inout WordCursor) -> String? {
    _ = cursor.take("the", "my")
    return takeLabel(&cursor, until: ["for", "of", "at"])
  }

  private static func takeLabel(_ cursor: inout WordCursor, until ends: [String]) -> String? {
    let words = cursor.rest.prefix { !ends.contains($0) }
    guard let name = label(words) else { return nil }
    cursor.position += words.count
    return name
  }

  /// What something is for, in at most ten words; nil for words that name nothing.
  private static func label(_ words: ArraySlice<String>) -> String? {
    guard (1...10).contains(words.count),
      !words.contains(where: nothing.contains) || words.count > 2
    else { return nil }
    let text = words.joined(separator: " ")
    return text.utf8.count <= KeptTimer.longestName ? text : nil
  }

  /// Words of somebody who tells of a timer instead of setting one.
  private static let tales: Set<String> = [
    "set", "she", "he", "we", "they", "had", "has", "have", "was", "did", "put", "made", "what",
    "who", "your", "his", "her", "our", "their",
  ]

  private static let nothing: Set<String> = [
    "a", "an", "the", "my", "all", "any", "me", "it", "that", "this", "timer", "alarm", "is", "are",
    "to", "of", "in", "at", "for", "not", "no", "do", "does", "i", "you",
  ]
}
