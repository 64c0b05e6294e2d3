public import Hearing
public import Sound

extension TurnTrace {
  /// Something that went in, was decided or was reached.
  public struct Event: Sendable, Equatable {
    /// What it was.
    public enum Kind: String, Sendable, CaseIterable {
      // Decided from the windows and the verdicts; a replay decides these anew.
      case began, considered, taken, forgotten
      case ducked, restored, asked, interrupting

      // What came back from the models, and what the decisions were told.
      case judged, withdrawn, overheard
      case wentOn = "went_on"

      // What became of the reply.
      case draftBegun = "draft_begun"
      case draftDropped = "draft_dropped"
      case draftUsed = "draft_used"
      case held, released, filler, stopped, problem, reckoned
      case words
      case firstToken = "first_token"
      case firstSentence = "first_sentence"
      case firstAudio = "first_audio"
      case done
    }

    /// What it was.
    public var kind: Kind
    /// How far the audio had come.
    public var at: SampleTime
    /// How many windows of the trace came before it.
    public var window: Int
    /// When the speech it is about began.
    public var start: SampleTime?
    /// When the speech it is about ended.
    public var end: SampleTime?
    /// How much of that sounded like speech.
    public var voiced: SampleSpan?
    /// How likely the turn model thinks the end of the turn.
    public var completion: Float?
    /// What the words sound like.
    public var words: EndOfTurn.Words?
    /// How much silence was waited for.
    public var wait: SampleSpan?
    /// What the wait is made of.
    public var because: [Reason] = []
    /// Why, or how it ended: a code.
    public var code: String?

    /// Whether it bears on what is decided.
    var isInput: Bool { [.judged, .withdrawn, .wentOn, .overheard].contains(kind) }

    /// An event of which no more is known than when it was.
    public init(_ kind: Kind, at: SampleTime, window: Int = 0) {
      self.kind = kind
      self.at = at
      self.window = window
    }

    /// Whether a replay decides it anew.
    public var isDecision: Bool {
      switch kind {
      case .began, .considered, .taken, .forgotten, .ducked, .restored, .asked, .interrupting:
        true
      default: false
      }
    }
  }

  /// Something that moved a wait.
  public struct Reason: Sendable, Equatable {
    /// What it was: a code.
    public var cause: String
    /// By how much.
    public var by: SampleSpan

    /// A cause with what it adds.
    public init(_ cause: String, by: SampleSpan) {
      self.cause = cause
      self.by = by
    }
  }
}

extension TurnTrace.Event {
  /// What turn-taking decided; nil for what is shown along the way and changes nothing.
  ///
  /// - Parameters:
  ///   - action: The decision.
  ///   - at: How far the audio had come.
  ///   - window: How many windows came before it.
  ///   - ending: What the wait was made of, for the end of a turn; nil for the longest turn.
  init?(
    _ action: TurnTaking.Action, at: SampleTime, window: Int = 0, ending: EndOfTurn.Decision?
  ) {
    switch action {
    case .began(let start):
      self.init(.began, at: at, window: window)
      self.start = start
    case .showWords, .transcribe:
      return nil
    case .consider(let speech):
      self.init(.considered, speech, at: at, window: window)
    case .take(let speech):
      self.init(.taken, speech, at: at, window: window)
      wait = ending?.wait
      because = ending?.reasons.map { .init($0.cause.rawValue, by: $0.by) } ?? []
    case .forget(let speech):
      self.init(.forgotten, speech, at: at, window: window)
    }
  }

  /// What was decided of somebody who seems to talk over a reply.
  init(_ action: Overlap.Action, at: SampleTime, window: Int = 0) {
    switch action {
    case .duck: self.init(.ducked, at: at, window: window)
    case .restore: self.init(.restored, at: at, window: window)
    case .listen(let question):
      self.init(.asked, at: at, window: window)
      start = question.start
      end = question.end
    case .stop(let start):
      self.init(.interrupting, at: at, window: window)
      self.start = start
    }
  }

  private init(_ kind: Kind, _ speech: TurnTaking.Speech, at: SampleTime, window: Int) {
    self.init(kind, at: at, window: window)
    start = speech.start
    end = speech.end
    voiced = speech.voiced
  }
}

extension EndOfTurn.Words {
  /// The word for it in a trace.
  var code: String {
    switch self {
    case .neutral: "neutral"
    case .unfinished: "unfinished"
    case .filler: "filler"
    case .list: "list"
    case .question: "question"
    case .answer: "answer"
    }
  }

  /// What `code` stands for.
  init?(code: String) {
    guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = found
  }
}

extension OverlapWords {
  /// The word for it in a trace.
  var code: String {
    switch self {
    case .none: "none"
    case .word: "word"
    case .vague: "vague"
    case .echo: "echo"
    case .listening: "listening"
    case .stop: "stop"
    case .something: "something"
    }
  }

  /// What `code` stands for.
  init?(code: String) {
    guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = found
  }
}
