import Companion
import Hearing
import Sound

/// Turn-taking on a recording that was heard, with what the models say coming as late as it would.
struct TurnReplay {
  /// How it went.
  struct Outcome {
    /// The turns taken, in order.
    var endings: [TurnTaking.Ending] = []
    /// How often the turn model was asked in one pause, at most.
    var mostLooks = 0
    /// What was learned of the person's pauses.
    var habit: PauseHabit
  }

  private let clip: HeardClip
  private var looks: TurnLooks?

  /// A replay in which `looks` says what the models say; silence alone decides without it.
  init(_ clip: HeardClip, looks: TurnLooks? = nil) {
    self.clip = clip
    self.looks = looks
  }

  /// What the models cost so far.
  var costs: TurnLooks? { looks }

  /// Listens once.
  ///
  /// - Parameters:
  ///   - rule: How long is waited.
  ///   - habit: What is known of the person's pauses.
  ///   - learns: Whether pauses are learned meanwhile.
  /// - Returns: How it went.
  /// - Throws: What the models can't do.
  mutating func run(
    _ rule: EndOfTurn, habit: PauseHabit, learns: Bool = true
  ) async throws -> Outcome {
    var settings = TurnTaking.Settings()
    settings.learnsPauses = learns
    settings.endOfTurn = rule
    var listener = TurnTaking(settings: settings, habit: habit)
    var outcome = Outcome(habit: habit)
    var asked: (speech: TurnTaking.Speech, look: TurnLooks.Look, due: SampleTime)?
    var looksAt: [SampleTime: Int] = [:]
    for window in clip.windows {
      var actions = listener.heard(window, companionBusy: false)
      if let answer = asked, answer.due <= window.end {
        actions += listener.judged(
          answer.speech, evidence: answer.look.evidence, now: window.end)
        asked = nil
      }
      for action in actions {
        switch action {
        case .began(let start): listener.learnPause(before: start)
        case .consider(let speech):
          guard let look = try await looks?.look(at: speech, now: window.end) else { continue }
          asked = (speech, look, window.end + look.latency)
          looksAt[speech.end, default: 0] += 1
        case .take:
          if let ending = listener.lastEnding { outcome.endings.append(ending) }
        case .showWords, .transcribe, .forget: continue
        }
      }
    }
    outcome.mostLooks = looksAt.values.max() ?? 0
    outcome.habit = listener.habit
    return outcome
  }
}
