public import Sound

/// How long to wait in a pause before taking the turn.
///
/// The silence alone decides while nothing else is known. The turn model and the words shorten or
/// lengthen the wait, but never end a turn by themselves: on its own the model cuts people off.
public struct EndOfTurn: Sendable, Equatable {
  /// What the words so far sound like.
  public enum Words: Sendable, Equatable {
    /// Nothing in particular, or not yet known.
    case neutral
    /// They trail off ("and then we went to the").
    case unfinished
    /// They ask a whole question.
    case question
  }

  /// What is known about a pause.
  public struct Evidence: Sendable, Equatable {
    /// How likely the turn model thinks it that the turn is over, 0…1; nil while it is not known.
    public var completion: Float?
    /// What the words sound like.
    public var words: Words

    /// Evidence about a pause.
    public init(completion: Float? = nil, words: Words = .neutral) {
      self.completion = completion
      self.words = words
    }
  }

  /// The shortest wait.
  public var shortest = SampleSpan.milliseconds(350)
  /// The longest wait.
  public var longest = SampleSpan.milliseconds(1700)
  /// The wait while nothing but the silence is known.
  public var unknown = SampleSpan.milliseconds(900)

  /// The rule with its usual waits.
  public init() {}

  /// How much silence ends the turn.
  ///
  /// - Parameter evidence: What is known about the pause.
  /// - Returns: A wait between ``shortest`` and ``longest``.
  public func wait(_ evidence: Evidence) -> SampleSpan {
    var wait = unknown
    if let completion = evidence.completion {
      switch completion {
      case 0.85...: wait = .milliseconds(400)
      case 0.5...: wait = .milliseconds(550)
      case 0.15...: wait = .milliseconds(850)
      default: wait = .milliseconds(1250)
      }
    }
    switch evidence.words {
    case .neutral: break
    case .unfinished: wait = max(wait, .milliseconds(1000)) + .milliseconds(300)
    case .question: wait = min(wait, .milliseconds(550)) - .milliseconds(50)
    }
    return min(max(wait, shortest), longest)
  }
}
