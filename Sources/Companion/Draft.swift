import Dialogue
import Hearing
import Sound

/// A reply that is made in a pause, before it is certain that the turn is over.
///
/// When it is, and the words are still the same, the reply is there at once. Otherwise it leaves no
/// trace: nobody is told of it, and nothing of it is kept.
struct Draft {
  /// The words it answers.
  let words: String
  /// When the speech ended that they were made out of.
  let speechEnd: SampleTime
  /// The last turn it was written after.
  let after: Int64?
  /// The answer as far as it is made.
  var run: ReplyRun
  /// What will be told of it when it is used, in order.
  var untold: [ConversationEvent] = []

  /// How much more speech shows that the person goes on: one window may be a click.
  private static let goingOn = SampleSpan.milliseconds(96)

  /// Whether it is of no use any more, now that speech has been heard until `end`.
  func isOutdated(bySpeechUntil end: SampleTime) -> Bool {
    end - speechEnd >= Self.goingOn
  }
}

/// A turn with which the person went on after it had been taken.
struct TurnTakenTooSoon {
  /// What was said until then, as sound.
  let speech: TurnTaking.Speech
  /// Gives the turn as it was kept; nil when it was none.
  let kept: Task<Turn?, Never>?
}

extension TurnTaking.Speech {
  /// This speech and what followed it.
  func joined(with next: TurnTaking.Speech) -> TurnTaking.Speech {
    let share = Float(voiced.samples) / Float(max(1, voiced.samples + next.voiced.samples))
    return TurnTaking.Speech(
      start: start, end: next.end, voiced: voiced + next.voiced,
      confidence: confidence * share + next.confidence * (1 - share), peak: max(peak, next.peak))
  }
}
