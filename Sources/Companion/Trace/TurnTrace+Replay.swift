public import Hearing
import Sound

extension TurnTrace {
  /// What comes of a trace now.
  public struct Replay: Sendable, Equatable {
    /// What was decided then.
    public var recorded: [Event]
    /// What is decided now.
    public var made: [Event]

    /// The place of the first decision that differs; nil when all are the same.
    public var difference: Int? {
      let longest = max(recorded.count, made.count)
      return (0..<longest).first { place in
        guard place < recorded.count, place < made.count else { return true }
        return !recorded[place].isSame(as: made[place])
      }
    }
  }

  /// Feeds what was heard and judged through turn-taking again.
  ///
  /// - Parameter settings: The waits and limits to decide by.
  /// - Returns: The decisions recorded and those made now.
  public func replay(by settings: TurnTaking.Settings = .init()) -> Replay {
    var machines = ReplayedMachines(turnTaking: TurnTaking(settings: settings, habit: habit))
    var inputs = events.filter(\.isInput)[...]
    for place in 0...windows.count {
      while let input = inputs.first, input.window == place {
        inputs.removeFirst()
        machines.take(input)
      }
      guard place < windows.count else { break }
      let start = first + SampleSpan(samples: Int64(place) * Activity.window.samples)
      machines.hear(windows[place], at: start, number: place + 1)
    }
    return Replay(recorded: events.filter(\.isDecision), made: machines.made)
  }
}

/// What decides in a conversation, driven by a trace.
private struct ReplayedMachines {
  var turnTaking: TurnTaking
  var overlap = Overlap()
  /// What was decided so far.
  var made: [TurnTrace.Event] = []
  /// What was asked of the models, by the end of the sound that was asked about.
  private var considered: [SampleTime: TurnTaking.Speech] = [:]
  private var asked: [SampleTime: Overlap.Question] = [:]

  init(turnTaking: TurnTaking) {
    self.turnTaking = turnTaking
  }

  /// Takes a window as `Conversation.hear` does.
  mutating func hear(_ window: TurnTrace.Window, at start: SampleTime, number: Int) {
    var activity = window.activity(at: start)
    if window.isBusy || overlap.isDeciding {
      let actions = overlap.heard(activity, excess: window.excess)
      note(actions, at: activity.end, number)
    } else {
      overlap.reset()
    }
    if !overlap.isSomebody(window.excess) { activity = Activity(start: start, probability: 0) }
    let actions = turnTaking.heard(activity, companionBusy: window.isStillBusy)
    note(actions, at: activity.end, number)
  }

  /// Takes what came back from a model; a verdict on what is not asked now has nobody to go to.
  mutating func take(_ input: TurnTrace.Event) {
    switch input.kind {
    case .withdrawn: turnTaking.stoppedReply()
    case .wentOn: turnTaking.learnPause(before: input.start ?? input.at)
    case .overheard:
      guard let question = input.end.flatMap({ asked[$0] }),
        let words = input.code.flatMap(OverlapWords.init(code:))
      else { return }
      note(overlap.judged(words, of: question), at: input.at, input.window)
    default:
      guard let speech = input.end.flatMap({ considered[$0] }) else { return }
      let evidence = EndOfTurn.Evidence(completion: input.completion, words: input.words)
      let actions = turnTaking.judged(speech, evidence: evidence, now: input.at)
      note(actions, at: input.at, input.window)
    }
  }

  private mutating func note(_ actions: [Overlap.Action], at now: SampleTime, _ window: Int) {
    for action in actions {
      made.append(TurnTrace.Event(action, at: now, window: window))
      if case .listen(let question) = action { asked[question.end] = question }
      if case .stop = action { turnTaking.stoppedReply() }
    }
  }

  private mutating func note(_ actions: [TurnTaking.Action], at now: SampleTime, _ window: Int) {
    for action in actions {
      if case .consider(let speech) = action { considered[speech.end] = speech }
      let ending = turnTaking.lastEnding?.decision
      let event = TurnTrace.Event(action, at: now, window: window, ending: ending)
      if let event { made.append(event) }
    }
  }
}

extension TurnTrace.Event {
  /// Whether it is the same decision for the same reasons, made after the same window.
  func isSame(as other: Self) -> Bool {
    var other = other
    // A window is looked at when the frame that fills it has come, up to 20 ms after its end.
    other.at = at
    return self == other
  }
}
