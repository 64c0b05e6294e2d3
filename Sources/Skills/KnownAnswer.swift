import Language

/// Answers of code, said in a few ways so that they don't sound like a machine's.
public struct KnownAnswer: Sendable {
  private let clock: LocalClock
  private let timers: (any TimerKeeper)?
  private let name: String

  /// What was found out.
  public enum Outcome: Sendable, Equatable {
    /// The answer in words.
    case words(String)
    /// A timer was wanted, and its length has to be asked for.
    case asksLength(name: String?, words: String)
  }

  /// Answers with the time of `clock`.
  ///
  /// - Parameters:
  ///   - clock: The time here.
  ///   - timers: Keeps timers; nil where nothing could ring.
  ///   - name: The companion's name.
  public init(clock: LocalClock, timers: (any TimerKeeper)?, name: String) {
    self.clock = clock
    self.timers = timers
    self.name = name
  }

  /// Whether code answers `text`, so that no model need think about it.
  public static func knows(_ text: String, name: String) -> Bool {
    Question(text, name: name) != nil
  }

  /// The answer to `text`.
  ///
  /// - Parameters:
  ///   - text: What was said or written.
  ///   - seed: Chooses among the ways to say it.
  /// - Returns: The answer; nil when it is a matter for the model.
  /// - Throws: What the keeper of the timers throws.
  public func answer(_ text: String, seed: UInt64) async throws -> Outcome? {
    guard let question = Question(text, name: name) else { return nil }
    let choice = Choice(seed: seed)
    if case .timer(let order) = question {
      return try await TimerClerk(clock: clock, timers: timers, choice: choice).carryOut(order)
    }
    let now = clock.now()
    return CalendarAnswer(now: clock.wall(now), at: now, clock: clock, choice: choice)
      .answer(question).map(Outcome.words)
  }

  /// Sets a timer whose length was asked for.
  ///
  /// - Parameters:
  ///   - text: The answer to the question.
  ///   - label: What the timer is for.
  ///   - seed: Chooses among the ways to say it.
  /// - Returns: What is said, or asked again when nothing can last so long; nil when `text` is no length of time.
  /// - Throws: What the keeper of the timers throws.
  public func setTimer(
    lasting text: String, named label: String?, seed: UInt64
  ) async throws -> Outcome? {
    guard let seconds = Self.length(text, name: name) else { return nil }
    return try await TimerClerk(clock: clock, timers: timers, choice: Choice(seed: seed))
      .carryOut(.set(.timer, .after(seconds: seconds), name: label))
  }

  /// A length of time and nothing else, "for ten minutes" too.
  private static func length(_ text: String, name: String) -> Int? {
    let words = SpokenWords.of(text)
    for candidate in [words, Courtesy.removed(from: words, name: name).words] {
      var cursor = WordCursor(candidate)
      _ = cursor.take("make it", "let us say", "say")
      _ = cursor.take("for")
      if let seconds = SpokenSpan.anySeconds(&cursor), cursor.isAtEnd { return seconds }
    }
    return nil
  }
}

/// Chooses one of a few by a seed.
public struct Choice: Sendable {
  private let seed: UInt64

  /// Choices that depend on `seed` alone.
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// One of `ways`, of which there is at least one.
  public func of(_ ways: String...) -> String {
    // Neighbouring seeds must not follow one another in a row.
    var mixed = seed &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return ways[Int((mixed ^ (mixed >> 31)) % UInt64(ways.count))]
  }
}
