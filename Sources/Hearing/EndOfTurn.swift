public import Sound

/// How long to wait in a pause before taking the turn.
///
/// The person's own pauses give the wait to begin with. What the turn model and the words say moves
/// it, each by so many milliseconds, and none of them ends a turn alone: on its own the model cuts
/// people off. The wait and all that moved it are one ``Decision``.
public struct EndOfTurn: Sendable, Equatable {
  /// What the words so far sound like.
  public enum Words: Sendable, Equatable, CaseIterable {
    /// Nothing in particular, or not yet known.
    case neutral
    /// They need another word ("and then we went to the").
    case unfinished
    /// They end with a sound that holds the turn ("um").
    case filler
    /// They are a list without its last item.
    case list
    /// They ask a whole question.
    case question
    /// They answer what was just asked, as shortly as it may be answered.
    case answer
  }

  /// What is known about a pause.
  public struct Evidence: Sendable, Equatable {
    /// How likely the turn model thinks it that the turn is over, 0…1; nil while it is not known.
    public var completion: Float?
    /// What the words sound like; nil while it is not known.
    public var words: Words?
    /// How much of the turn sounded like speech; nil where that is not told.
    public var voiced: SampleSpan?

    /// Evidence about a pause.
    public init(completion: Float? = nil, words: Words? = nil, voiced: SampleSpan? = nil) {
      self.completion = completion
      self.words = words
      self.voiced = voiced
    }
  }

  /// The shortest wait.
  public static let shortest = SampleSpan.milliseconds(350)
  /// The longest wait.
  public var longest = SampleSpan.milliseconds(1700)

  /// What moves the wait, and by how much.
  public var weights: EndingWeights

  /// The rule with these weights.
  public init(weights: EndingWeights = .fitted) {
    self.weights = weights
  }

  /// How much silence ends the turn, and why.
  ///
  /// - Parameters:
  ///   - evidence: What is known about the pause.
  ///   - habit: The wait that the person's own pauses ask for.
  /// - Returns: A wait between ``shortest`` and ``longest`` with what it is made of.
  public func decide(_ evidence: Evidence, habit: SampleSpan) -> Decision {
    var reasons = [Decision.Reason(cause: .habit, by: habit)]
    func move(_ cause: Decision.Cause, _ milliseconds: Double) {
      let span = SampleSpan.milliseconds(milliseconds)
      if span != .zero { reasons.append(.init(cause: cause, by: span)) }
    }
    if let completion = evidence.completion {
      move(.turnModel, weights.milliseconds(completion: Double(completion)))
    } else {
      move(.unjudged, weights.unjudged)
    }
    switch evidence.words {
    case .neutral, nil: break
    case .unfinished: move(.unfinishedWords, weights.unfinished)
    case .filler: move(.filler, weights.filler)
    case .list: move(.list, weights.list)
    case .question: move(.question, weights.question)
    case .answer: move(.answer, weights.answer)
    }
    // A whole question and a short answer may be brief.
    let mayBeBrief = evidence.words == .question || evidence.words == .answer
    if let voiced = evidence.voiced, voiced < EndingWeights.briefest, !mayBeBrief {
      move(.brief, weights.brief)
    }
    if let voiced = evidence.voiced, voiced >= EndingWeights.monologue { move(.long, weights.long) }
    move(.margin, weights.margin)
    return Decision(reasons: reasons, within: Self.shortest...longest)
  }
}
