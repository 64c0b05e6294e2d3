public import Sound

extension TurnTaking {
  /// The end of a turn, as it was decided.
  public struct Ending: Sendable, Equatable {
    /// What was said.
    public var speech: Speech
    /// When the turn was taken.
    public var taken: SampleTime
    /// How long was waited, and why; nil for a turn that was taken at its longest length.
    public var decision: EndOfTurn.Decision?
  }

  /// How soon after the end of a turn new speech may be the rest of it.
  public static let goingOn = SampleSpan.milliseconds(1500)

  /// Whether speech that began at `start` is likely the rest of the turn that was taken last.
  ///
  /// Only so where no reply was heard in between, which this does not know.
  public func goesOn(at start: SampleTime) -> Bool {
    guard let lastEnding else { return false }
    return start > lastEnding.speech.end && start - lastEnding.taken <= Self.goingOn
  }

  /// Learns that the turn that was taken last was not over: the silence before `start` was a pause.
  ///
  /// Counts once for each turn taken, and only where ``goesOn(at:)``.
  ///
  /// - Parameter start: When the person went on.
  public mutating func learnPause(before start: SampleTime) {
    guard let ending = lastEnding, goesOn(at: start), settings.learnsPauses else { return }
    habit.note(start - ending.speech.end)
    lastEnding = nil
  }
}

/// Finds the pauses of a turn: silence with enough speech before and after it to be no breath.
struct PauseWatch: Sendable {
  /// Windows of speech before a pause.
  private static let before = 10
  /// Windows of speech after which the person has certainly gone on.
  private static let after = 6

  private var pause: SampleSpan?
  private var windowsSince = 0

  /// Takes a window of speech.
  ///
  /// - Parameters:
  ///   - silence: How long it was silent just before.
  ///   - windows: How many windows of speech the turn had so far.
  /// - Returns: The pause that is now certain, if one is.
  mutating func heardSpeech(after silence: SampleSpan, voicedBefore windows: Int) -> SampleSpan? {
    if silence >= PauseHabit.shortest, windows >= Self.before {
      // A click in the middle of a pause does not make two of it.
      pause = (pause ?? .zero) + silence
      windowsSince = 0
    }
    windowsSince += 1
    guard windowsSince == Self.after else { return nil }
    defer { pause = nil }
    return pause
  }
}
