public import Sound

/// Decides from voice activity when a person begins, pauses, and ends a turn.
///
/// Whether talk over a reply stops it is decided by ``Overlap``.
///
/// A pure value: activity, the clock of the audio and the verdicts of the models go in, actions come
/// out, and something else carries them out. The same sound gives the same decisions.
public struct TurnTaking: Sendable {
  /// What is to be done.
  public enum Action: Sendable, Equatable {
    /// A voice was noticed.
    case began(at: SampleTime)
    /// Enough new speech for words to be shown while the person talks.
    case showWords(Speech)
    /// A pause may have begun: time to find out what was said, which may be all there will be.
    case transcribe(Speech)
    /// A pause has begun: time to ask what the models say of it. Answer with `judged`.
    case consider(Speech)
    /// The turn is over.
    case take(Speech)
    /// What sounded like a voice was too short to be one.
    case forget(Speech)
  }

  /// A stretch of speech, from its first window to the last one that sounded like speech.
  public struct Speech: Sendable, Equatable {
    /// When the first window of speech began.
    public var start: SampleTime
    /// When the last window of speech ended.
    public var end: SampleTime
    /// How much of it sounded like speech.
    public var voiced: SampleSpan
    /// The mean probability of the windows that sounded like speech, 0…1.
    public var confidence: Float
    /// The highest probability of a window, 0…1.
    public var peak: Float

    /// A stretch of speech.
    public init(
      start: SampleTime, end: SampleTime, voiced: SampleSpan, confidence: Float, peak: Float
    ) {
      self.start = start
      self.end = end
      self.voiced = voiced
      self.confidence = confidence
      self.peak = peak
    }
  }

  /// The waits and limits.
  public struct Settings: Sendable, Equatable {
    /// How long to wait in a pause.
    public var endOfTurn = EndOfTurn()
    /// Whether the person's pauses are learned.
    public var learnsPauses = true
    /// The silence after which words are wanted.
    ///
    /// Shorter than `pause`, since the turn model judges by the silence too: an answer can be begun
    /// all the sooner.
    public var breath = SampleSpan.milliseconds(128)
    /// The silence after which a pause is looked at.
    public var pause = SampleSpan.milliseconds(192)
    /// Speech shorter than this is none.
    public var shortestSpeech = SampleSpan.milliseconds(150)
    /// How much new speech there must be before words are shown again.
    public var wordsEvery = SampleSpan.milliseconds(900)
    /// How much speech there must be before words are shown at all: shorter is guesswork.
    public var firstWords = SampleSpan.milliseconds(1000)
    /// A turn is taken when it reaches this length, whatever happens.
    public var longestTurn = SampleSpan.milliseconds(120_000)

    /// The usual waits and limits.
    public init() {}
  }

  /// Where the listener is.
  private enum State: Sendable {
    /// Nobody speaks.
    case quiet
    /// Somebody speaks, or pauses inside a turn.
    case turn(Turn)
  }

  /// What is known about the turn in progress.
  private struct Turn: Sendable {
    var start: SampleTime
    var end: SampleTime
    var voicedWindows = 0
    var probabilities: Float = 0
    var peak: Float = 0
    var shownAt = SampleSpan.zero
    /// Whether all of it was said over a reply that went on: a cough or an "mm-hm".
    var overReply = false
    /// The end of the speech whose words were last wanted.
    var transcribed: SampleTime?
    /// The end of the speech that was last offered for consideration.
    var considered: SampleTime?
    var evidence = EndOfTurn.Evidence()
    /// What is decided of the pause in progress with the evidence there is.
    var decision: EndOfTurn.Decision?
    var pauses = PauseWatch()

    var speech: Speech {
      Speech(
        start: start, end: end,
        voiced: SampleSpan(samples: Int64(voicedWindows) * Activity.window.samples),
        confidence: voicedWindows == 0 ? 0 : probabilities / Float(voicedWindows), peak: peak)
    }

    /// Takes a window of speech.
    ///
    /// - Returns: The pause after which the person has now certainly gone on, if there is one.
    mutating func voiced(_ activity: Activity) -> SampleSpan? {
      let pause = pauses.heardSpeech(after: activity.start - end, voicedBefore: voicedWindows)
      end = activity.end
      voicedWindows += 1
      probabilities += activity.probability
      peak = max(peak, activity.probability)
      evidence = .init()
      decision = nil
      return pause
    }
  }

  /// How the person pauses; every pause inside a turn is learned when it is over.
  public internal(set) var habit: PauseHabit
  /// Why the last turn was taken when it was, and when; nil while none was.
  public internal(set) var lastEnding: Ending?

  let settings: Settings
  private var state = State.quiet
  private var onset = SpeechOnset()

  /// A listener that has heard nothing yet.
  ///
  /// - Parameters:
  ///   - settings: The waits and limits.
  ///   - habit: What is known of the person's pauses.
  public init(settings: Settings = Settings(), habit: PauseHabit = PauseHabit()) {
    self.settings = settings
    self.habit = habit
  }

  /// Whether somebody is in the middle of a turn.
  public var isInTurn: Bool {
    if case .turn = state { true } else { false }
  }

  /// Whether nothing that was heard before `time` bears on what is decided from then on.
  public func isFresh(at time: SampleTime) -> Bool {
    guard case .quiet = state, !goesOn(at: time) else { return false }
    return onset.isFresh
  }

  /// When the turn in progress began; nil when nobody is in the middle of one.
  public var turnStart: SampleTime? {
    if case .turn(let turn) = state { turn.start } else { nil }
  }

  /// What has been said in the turn in progress; nil when nobody is in the middle of one.
  public var speech: Speech? {
    if case .turn(let turn) = state { turn.speech } else { nil }
  }

  /// Takes the next window of sound.
  ///
  /// - Parameters:
  ///   - activity: The window; windows come in order and without gaps.
  ///   - companionBusy: Whether a reply is being thought of or is audible now.
  /// - Returns: What is to be done, in order.
  public mutating func heard(_ activity: Activity, companionBusy: Bool) -> [Action] {
    switch state {
    case .quiet:
      return heardInQuiet(activity, companionBusy: companionBusy)
    case .turn(var turn):
      if !companionBusy && activity.isSpeech { turn.overReply = false }
      return heardInTurn(&turn, activity)
    }
  }

  /// Says that the reply was stopped for the speech in progress, which is a turn then.
  public mutating func stoppedReply() {
    guard case .turn(var turn) = state else { return }
    turn.overReply = false
    state = .turn(turn)
  }

  /// Takes the verdict on the speech of a `consider` action.
  ///
  /// A verdict on speech that has since gone on is ignored.
  ///
  /// - Parameters:
  ///   - speech: The speech that was considered.
  ///   - evidence: What the models say of it.
  ///   - now: How far the audio has come.
  /// - Returns: What is to be done.
  public mutating func judged(
    _ speech: Speech, evidence: EndOfTurn.Evidence, now: SampleTime
  ) -> [Action] {
    guard case .turn(var turn) = state, turn.end == speech.end else { return [] }
    turn.evidence = evidence
    turn.evidence.voiced = speech.voiced
    turn.decision = nil
    return paused(turn, at: now)
  }

  /// Drops the turn in progress, as when the microphone is taken away.
  public mutating func reset() {
    state = .quiet
    onset.reset()
  }

  private mutating func heardInQuiet(_ activity: Activity, companionBusy: Bool) -> [Action] {
    guard let start = onset.heard(activity) else { return [] }
    var turn = Turn(start: start, end: activity.end)
    turn.voicedWindows = 3
    turn.probabilities = activity.probability * 3
    turn.peak = activity.probability
    turn.overReply = companionBusy
    state = .turn(turn)
    return [.began(at: start)]
  }

  private mutating func heardInTurn(_ turn: inout Turn, _ activity: Activity) -> [Action] {
    guard activity.isSpeech else {
      state = .turn(turn)
      return paused(turn, at: activity.end)
    }
    if let pause = turn.voiced(activity), !turn.overReply, settings.learnsPauses {
      habit.note(pause)
    }
    let shown = wordsDue(&turn)
    state = .turn(turn)
    guard turn.end - turn.start >= settings.longestTurn else { return shown }
    return shown + finish(turn, at: activity.end)
  }

  private mutating func paused(_ turn: Turn, at now: SampleTime) -> [Action] {
    let silence = now - turn.end
    let decision =
      turn.decision ?? settings.endOfTurn.decide(turn.evidence, habit: habit.wait)
    if silence >= decision.wait { return finish(turn, at: now, decision) }
    var turn = turn
    turn.decision = decision
    state = .turn(turn)
    guard !turn.overReply, turn.speech.voiced >= settings.shortestSpeech else { return [] }
    var actions: [Action] = []
    if silence >= settings.breath, turn.transcribed != turn.end {
      turn.transcribed = turn.end
      actions.append(.transcribe(turn.speech))
    }
    if silence >= settings.pause, turn.considered != turn.end {
      turn.considered = turn.end
      actions.append(.consider(turn.speech))
    }
    state = .turn(turn)
    return actions
  }

  private mutating func finish(
    _ turn: Turn, at now: SampleTime, _ decision: EndOfTurn.Decision? = nil
  ) -> [Action] {
    state = .quiet
    onset.reset()
    guard turn.speech.voiced >= settings.shortestSpeech, !turn.overReply else {
      return [.forget(turn.speech)]
    }
    lastEnding = Ending(speech: turn.speech, taken: now, decision: decision)
    return [.take(turn.speech)]
  }

  private func wordsDue(_ turn: inout Turn) -> [Action] {
    let voiced = turn.speech.voiced
    guard voiced >= settings.firstWords, voiced - turn.shownAt >= settings.wordsEvery else {
      return []
    }
    turn.shownAt = voiced
    return [.showWords(turn.speech)]
  }
}
