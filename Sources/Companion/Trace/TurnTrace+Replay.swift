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
    var machine = TurnTaking(settings: settings, habit: habit)
    var considered: [SampleTime: TurnTaking.Speech] = [:]
    var made: [Event] = []
    var inputs = events.filter(\.isInput)[...]

    func take(_ actions: [TurnTaking.Action], at now: SampleTime, window: Int) {
      for action in actions {
        if case .consider(let speech) = action { considered[speech.end] = speech }
        let ending = machine.lastEnding?.decision
        if let event = Event(action, at: now, window: window, ending: ending) { made.append(event) }
      }
    }

    for place in 0...windows.count {
      while let input = inputs.first, input.window == place {
        inputs.removeFirst()
        switch input.kind {
        case .withdrawn: machine.stoppedReply()
        case .wentOn: machine.learnPause(before: input.start ?? input.at)
        default:
          // A verdict on speech that is not considered now has nobody to go to.
          guard let speech = input.end.flatMap({ considered[$0] }) else { continue }
          let evidence = EndOfTurn.Evidence(completion: input.completion, words: input.words)
          let actions = machine.judged(speech, evidence: evidence, now: input.at)
          take(actions, at: input.at, window: place)
        }
      }
      guard place < windows.count else { break }
      let activity = Activity(
        start: moment(of: place), probability: Self.probability(windows[place].probability))
      let actions = machine.heard(activity, companionBusy: windows[place].isBusy)
      take(actions, at: activity.end, window: place + 1)
    }
    return Replay(recorded: events.filter(\.isDecision), made: made)
  }

  /// When a window began.
  func moment(of window: Int) -> SampleTime {
    first + SampleSpan(samples: Int64(window) * Activity.window.samples)
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
