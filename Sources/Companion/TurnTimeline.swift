public import Sound

/// When each stage of a turn was reached, on the audio clock.
public struct TurnTimeline: Sendable, Equatable {
  /// When the person's first word began; nil for typed words.
  public var firstWord: SampleTime?
  /// When the person's last word ended; nil for typed words.
  public var lastWordEnd: SampleTime?
  /// When the turn was taken to be over.
  public var turnEnd: SampleTime
  /// When the words were known.
  public var transcript: SampleTime?
  /// When the model sent its first piece of text.
  public var firstToken: SampleTime?
  /// When the first piece that can be spoken was whole.
  public var firstSentence: SampleTime?
  /// When the first sample of the reply was released to be played.
  public var firstAudio: SampleTime?
  /// When the reply was over and kept.
  public var done: SampleTime?
  /// Whether the reply was made in the pause, before the turn was over.
  public var isDrafted = false

  /// A turn that ended at `turnEnd`.
  public init(
    firstWord: SampleTime? = nil, lastWordEnd: SampleTime?, turnEnd: SampleTime
  ) {
    self.firstWord = firstWord
    self.lastWordEnd = lastWordEnd
    self.turnEnd = turnEnd
  }

  /// Takes what is known of the turn once it is over, for a reply that was made before.
  mutating func adopt(_ turn: TurnTimeline) {
    firstWord = turn.firstWord
    lastWordEnd = turn.lastWordEnd
    turnEnd = turn.turnEnd
    transcript = turn.transcript
    isDrafted = true
  }
}
