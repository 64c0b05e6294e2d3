/// One go of the person, or the companion's answer to it, as it is kept.
public struct Turn: Sendable, Equatable, Identifiable {
  /// Who spoke.
  public enum Speaker: String, Sendable, Codable {
    case person, companion
  }

  /// How a turn ended.
  public enum Ending: String, Sendable, Codable {
    /// Said to the end.
    case whole
    /// The person talked over it; `text` is what was heard.
    case cut
    /// A failure broke it off; `text` is what was heard.
    case incomplete
  }

  /// The row in the database; rises with time.
  public var id: Int64
  /// Who spoke.
  public var speaker: Speaker
  /// What was said; for the companion what was actually heard.
  public var text: String
  /// How it ended.
  public var ending: Ending
  /// When it began: milliseconds since 1970 in UTC.
  public var startedAt: Int64
  /// For the companion, the turn it answers.
  public var answers: Int64?

  /// A turn with all its facts.
  public init(
    id: Int64, speaker: Speaker, text: String, ending: Ending, startedAt: Int64,
    answers: Int64? = nil
  ) {
    self.id = id
    self.speaker = speaker
    self.text = text
    self.ending = ending
    self.startedAt = startedAt
    self.answers = answers
  }
}
