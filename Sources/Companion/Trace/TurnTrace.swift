public import Hearing
public import Sound

/// Everything one turn was decided from, and what was decided, on the clock of the audio.
///
/// It holds probabilities, times and codes, and no word that anybody said. The same inputs go through
/// the same machines again with ``replay()``: the way a bad turn becomes a test.
public struct TurnTrace: Sendable, Equatable {
  /// When the first window began.
  public var first: SampleTime
  /// The windows, one after the other without gaps.
  public var windows: [Window]
  /// What was known of the person's pauses before the first window.
  public var habit: PauseHabit
  /// What went in and what was decided, in order.
  public var events: [Event]
  /// When the turn began: the first word, or for typed words their coming.
  public var begin: SampleTime
  /// When the person's last word ended; nil for typed words.
  public var lastWordEnd: SampleTime?
  /// When the turn was taken to be over.
  public var taken: SampleTime
  /// Whether the turn was longer than what is remembered of it, so that its beginning is missing.
  public var isCut: Bool

  /// The most windows: four minutes.
  public static let mostWindows = 7_500
  /// The most events.
  public static let mostEvents = 400
  /// How much is kept of what was heard before the turn.
  static let before = SampleSpan.milliseconds(10_000)

  /// A trace with all its parts.
  public init(
    first: SampleTime, windows: [Window], habit: PauseHabit = PauseHabit(), events: [Event],
    begin: SampleTime, lastWordEnd: SampleTime?, taken: SampleTime, isCut: Bool = false
  ) {
    self.first = first
    self.windows = windows
    self.habit = habit
    self.events = events
    self.begin = begin
    self.lastWordEnd = lastWordEnd
    self.taken = taken
    self.isCut = isCut
  }

  /// Whether the words were typed, so that nothing had to be listened to.
  public var isTyped: Bool { lastWordEnd == nil }

  /// The moment all times are told from: the end of the last word, or the coming of typed words.
  public var zero: SampleTime { lastWordEnd ?? taken }
}
