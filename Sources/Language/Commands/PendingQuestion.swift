/// A question that Kith asked because of an order, and waits to have answered.
///
/// A pure value: words and the time go in, what follows comes out. It is forgotten after a minute, and
/// as soon as the person talks of something else.
public struct PendingQuestion: Sendable, Equatable {
  /// What was asked.
  public enum Subject: Sendable, Equatable {
    /// Whether to listen to this phrase.
    case wakePhrase(String)
    /// How long a timer of this name shall run.
    case timerLength(name: String?)
  }

  /// What an answer leads to.
  public enum Step: Sendable, Equatable {
    /// It was agreed to.
    case confirmed
    /// It was refused.
    case cancelled
    /// It was not understood; the question is put once more.
    case askAgain(PendingQuestion)
    /// It is no answer, or comes too late: the words are looked at by themselves.
    case dropped
  }

  /// How long an answer is waited for, in milliseconds.
  public static let patience: Int64 = 60_000

  /// What was asked.
  public var subject: Subject
  /// When, in milliseconds since 1970.
  public var askedAt: Int64
  private var hasAskedAgain = false

  /// A question asked at a moment.
  public init(_ subject: Subject, askedAt: Int64) {
    self.subject = subject
    self.askedAt = askedAt
  }

  /// Takes what was said next.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - name: The companion's name.
  ///   - now: When, in milliseconds since 1970.
  /// - Returns: What follows.
  public func answered(_ text: String, name: String, at now: Int64) -> Step {
    guard isWaiting(at: now) else { return .dropped }
    switch YesOrNo(text, name: name) {
    case .yes: return .confirmed
    case .no: return .cancelled
    case .other: return .dropped
    case .unclear:
      guard !hasAskedAgain else { return .dropped }
      var again = self
      again.hasAskedAgain = true
      again.askedAt = now
      return .askAgain(again)
    }
  }

  /// Whether an answer is still waited for; clocks may also be set back.
  public func isWaiting(at now: Int64) -> Bool {
    (0...Self.patience).contains(now - askedAt)
  }
}
