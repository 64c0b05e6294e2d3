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
  /// - Parameter turnTaking: The machine, as it is at the start of a conversation.
  /// - Returns: The decisions recorded and those made now.
  public func replay(through turnTaking: TurnTaking = TurnTaking()) -> Replay {
    var machine = turnTaking
    var reasons = EndingReasons()
    var considered: [SampleTime: TurnTaking.Speech] = [:]
    var made: [Event] = []
    var inputs = events.filter(\.isInput)[...]

    func take(_ actions: [TurnTaking.Action], at now: SampleTime, window: Int) {
      for action in actions {
        var ending: (SampleSpan, [Reason])?
        if case .consider(let speech) = action { considered[speech.end] = speech }
        if case .take(let speech) = action { ending = reasons.ending(of: speech, at: now) }
        if let event = Event(action, at: now, window: window, ending: ending) { made.append(event) }
      }
    }

    for place in 0...windows.count {
      while let input = inputs.first, input.window == place {
        inputs.removeFirst()
        if input.kind == .withdrawn { machine.stoppedReply() }
        // A verdict on speech that is not considered any more has nobody to go to.
        guard input.kind == .judged, let end = input.end, let speech = considered[end] else {
          continue
        }
        let evidence = EndOfTurn.Evidence(
          completion: input.completion, words: input.words ?? .neutral)
        reasons.judged(end, evidence)
        take(machine.judged(speech, evidence: evidence, now: input.at), at: input.at, window: place)
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
