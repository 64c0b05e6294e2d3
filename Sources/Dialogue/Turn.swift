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

  /// What the person said it for.
  public enum Purpose: String, Sendable, Codable, CaseIterable {
    /// To be answered.
    case talk
    /// To be done by Kith; no model is shown it, nor the answer.
    case order
    /// To hear the rest of a reply; no model is shown it, but what followed.
    case nudge
    /// To begin anew; no model is shown it, nor anything before.
    case freshStart = "fresh-start"
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
  /// What the person said it for; the companion always talks.
  public var purpose: Purpose

  /// A turn with all its facts.
  public init(
    id: Int64, speaker: Speaker, text: String, ending: Ending, startedAt: Int64,
    answers: Int64? = nil, purpose: Purpose = .talk
  ) {
    self.id = id
    self.speaker = speaker
    self.text = text
    self.ending = ending
    self.startedAt = startedAt
    self.answers = answers
    self.purpose = purpose
  }
}

extension [Turn] {
  /// What of these turns a model may be shown: nothing of orders, and nothing before a fresh start.
  public var forModels: [Turn] {
    let begin = lastIndex { $0.purpose == .freshStart }.map { $0 + 1 } ?? startIndex
    let hidden = Set(filter { $0.purpose == .order || $0.purpose == .freshStart }.map(\.id))
    return self[begin...].filter { turn in
      turn.speaker == .person
        ? turn.purpose == .talk : turn.answers.map { !hidden.contains($0) } ?? true
    }
  }
}
