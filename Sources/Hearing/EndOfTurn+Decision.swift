public import Sound

extension EndOfTurn {
  /// How long is waited in a pause, and what that wait is made of.
  ///
  /// It holds numbers and causes only, no word that anybody said.
  public struct Decision: Sendable, Equatable {
    /// What can move a wait.
    public enum Cause: String, Sendable, CaseIterable {
      /// How long the person pauses inside turns.
      case habit
      /// How the sound ends, judged by the turn model.
      case turnModel
      /// The turn model has not answered.
      case unjudged
      /// The words need another.
      case unfinishedWords
      /// The words end with "um" or the like.
      case filler
      /// The words are a list without its last item.
      case list
      /// Hardly anything was said so far.
      case brief
      /// Much was said so far.
      case long
      /// The words ask a whole question.
      case question
      /// The words answer what was just asked.
      case answer
      /// The same for every pause: how far the wait may be off the habit when all else is known.
      case margin
      /// No wait is shorter or longer than what anybody may be made to wait.
      case bounds
    }

    /// One thing that moved the wait.
    public struct Reason: Sendable, Equatable {
      /// What it was.
      public var cause: Cause
      /// By how much; the wait itself begins with that of the habit.
      public var by: SampleSpan

      /// A cause with what it adds.
      public init(cause: Cause, by: SampleSpan) {
        self.cause = cause
        self.by = by
      }
    }

    /// What moved the wait; together they are the wait.
    public let reasons: [Reason]
    /// How much silence ends the turn.
    public let wait: SampleSpan

    /// The wait that `reasons` add up to, held within `bounds`.
    init(reasons: [Reason], within bounds: ClosedRange<SampleSpan>) {
      let sum = reasons.reduce(SampleSpan.zero) { $0 + $1.by }
      wait = min(max(sum, bounds.lowerBound), bounds.upperBound)
      self.reasons = sum == wait ? reasons : reasons + [Reason(cause: .bounds, by: wait - sum)]
    }
  }
}
