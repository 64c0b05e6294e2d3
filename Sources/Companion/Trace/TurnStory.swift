import Sound

/// A turn told to a person: what was heard, decided, thought and said, when, and why.
public struct TurnStory: Sendable, Equatable {
  /// Whose doing something was.
  public enum Lane: String, Sendable, CaseIterable {
    case heard, decided, thought, said
  }

  /// Something that happened.
  public struct Line: Sendable, Equatable {
    /// Whose doing it was.
    public var lane: Lane
    /// When it began, in milliseconds from the end of the last word.
    public var from: Int
    /// When it ended, for what took time.
    public var until: Int?
    /// What it was, in a sentence.
    public var what: String
    /// Why, in sentences; empty where that needs no saying.
    public var why: String
  }

  /// What happened, in order.
  public private(set) var lines: [Line] = []
  /// What the times are told from, in a sentence.
  public var legend: String {
    trace.isTyped
      ? "Times are milliseconds from when your words came."
      : "Times are milliseconds from the end of your last word."
  }
  /// The stretch worth drawing: what came long before the end of the last word and long after the
  /// reply began is left out of it.
  public private(set) var drawn: ClosedRange<Int> = 0...0

  private let trace: TurnTrace

  /// The story of `trace`.
  public init(_ trace: TurnTrace) {
    self.trace = trace
    tellHeard()
    for event in trace.events where event.at >= trace.begin { tell(event) }
    tellThinking()
    tellSpeaking()
    lines = lines.enumerated().sorted {
      ($0.element.from, $0.offset) < ($1.element.from, $1.offset)
    }.map(\.element)
    drawn = stretch()
  }

  private func first(_ kind: TurnTrace.Event.Kind) -> TurnTrace.Event? {
    trace.events.first { $0.kind == kind && $0.at >= trace.begin }
  }

  private func time(_ moment: SampleTime) -> Int {
    Int((moment - trace.zero).milliseconds.rounded())
  }

  private mutating func add(
    _ lane: Lane, _ from: SampleTime, until: SampleTime? = nil, _ what: String, _ why: String = ""
  ) {
    lines.append(
      Line(lane: lane, from: time(from), until: until.map(time), what: what, why: why))
  }

  // MARK: Heard

  private mutating func tellHeard() {
    guard let end = trace.lastWordEnd else {
      add(.heard, trace.taken, "You wrote to me.")
      return
    }
    add(.heard, trace.begin, until: end, "You spoke.")
  }

  // MARK: Decided

  private mutating func tell(_ event: TurnTrace.Event) {
    switch event.kind {
    case .considered: tellPause(event)
    case .taken: add(.decided, event.at, "I took it that you were done.", Self.why(event))
    case .forgotten:
      add(
        .decided, event.at, "I took a sound for nothing.",
        "It was too short to be speech, or came while I spoke and did not stop me.")
    case .ducked:
      add(.decided, event.at, "I lowered my voice.", "Somebody seemed to talk over me.")
    case .restored:
      add(.decided, event.at, "I raised my voice again.", "Nobody seemed to want to stop me.")
    case .overheard:
      add(
        .decided, event.at, "I listened to the words over mine.",
        StoryWords.overheard[event.code ?? ""] ?? "")
    case .interrupting:
      add(.decided, event.at, "I took it that you talked over me.", StoryWords.interrupting)
    case .held:
      add(.decided, event.at, "I held my reply back.", "I heard a voice: you might go on.")
    case .released:
      add(.decided, event.at, "I let my reply go.", "The voice was nothing.")
    case .withdrawn:
      add(.decided, event.at, "I took my reply back.", "You went on, so the turn was not over.")
    case .stopped:
      add(.decided, event.at, "I stopped.", StoryWords.stop[event.code ?? ""] ?? "")
    case .draftBegun:
      add(
        .thought, event.at, "I began to draft a reply.",
        "The pause could have been the end, and waiting would have cost time.")
    case .draftDropped:
      add(.thought, event.at, "I threw the draft away.", StoryWords.drop[event.code ?? ""] ?? "")
    case .draftUsed:
      add(.thought, event.at, "I used the draft.", "It answers just the words you ended with.")
    case .filler:
      add(
        .said, event.at, "I made a short sound.",
        "Nothing had been heard for 1.2 s, and the model was not ready.")
    case .reckoned:
      add(
        .thought, event.at,
        event.code == "order" ? "I did this myself." : "I worked this out myself.",
        "No model was asked.")
    case .problem:
      let code = (event.code ?? "unexpected").replacing("_", with: " ")
      add(.thought, event.at, "Something went wrong.", "The problem is called \(code).")
    case .began, .judged, .words, .firstToken, .firstSentence, .firstAudio, .done, .wentOn, .asked:
      break
    }
  }

  private mutating func tellPause(_ event: TurnTrace.Event) {
    let verdict = trace.events.first { $0.kind == .judged && $0.end == event.end }
    add(
      .decided, event.at, "I noticed a pause.",
      verdict.map(told) ?? "You went on, or were done, before I could judge it.")
  }

  private func told(_ event: TurnTrace.Event) -> String {
    var sentences = ["At \(Self.signed(time(event.at))) ms I had judged it."]
    if let completion = event.completion {
      let percent = Int((completion * 100).rounded())
      sentences.append("By the sound of it you were done with a likelihood of \(percent) %.")
    }
    if let words = event.words, let sentence = StoryWords.words[words.code] {
      sentences.append(sentence)
    }
    return sentences.joined(separator: " ")
  }

  private static func why(_ event: TurnTrace.Event) -> String {
    guard let wait = event.wait else {
      return "You had spoken for two minutes, which is as long as a turn can be."
    }
    let parts = event.because.enumerated().map { place, reason in
      let name = StoryWords.cause[reason.cause] ?? reason.cause
      let by = Int(reason.by.milliseconds.rounded())
      let sign = place == 0 ? "" : by < 0 ? "−" : "+"
      return "\(sign)\(abs(by)) \(name)"
    }
    let sum = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
    return "I waited for \(Int(wait.milliseconds.rounded())) ms of silence\(sum)."
  }

  // MARK: Thought and said

  private mutating func tellThinking() {
    if let words = first(.words), !trace.isTyped {
      add(.thought, words.at, "I had made out your words.")
    }
    guard first(.reckoned) == nil else { return }
    guard let sentence = first(.firstSentence) else {
      if let token = first(.firstToken) { add(.thought, token.at, "The first word came to me.") }
      return
    }
    let token = first(.firstToken) ?? sentence
    let start = first(.draftUsed) == nil ? first(.words) : last(.draftBegun, before: sentence)
    add(
      .thought, min(start?.at ?? trace.taken, token.at), until: sentence.at,
      "I thought of the first sentence.",
      "Its first word came at \(Self.signed(time(token.at))) ms.")
  }

  private func last(
    _ kind: TurnTrace.Event.Kind, before event: TurnTrace.Event
  ) -> TurnTrace.Event? {
    trace.events.last { $0.kind == kind && $0.at <= event.at }
  }

  private mutating func tellSpeaking() {
    let stop = trace.events.last { $0.kind == .stopped && $0.at >= trace.taken }
    let end = stop ?? first(.done)
    let ending = first(.done)?.code ?? ""
    if let audio = first(.firstAudio) {
      add(.said, audio.at, until: end?.at, "I spoke.", StoryWords.ending[ending] ?? "")
    } else if let end {
      add(.said, end.at, "Nothing of my reply was heard.", StoryWords.ending[ending] ?? "")
    }
  }

  private func stretch() -> ClosedRange<Int> {
    let start = max(time(trace.begin), -3000)
    let replied = first(.firstAudio) ?? first(.done)
    let last = max(time(trace.taken), replied.map { time($0.at) } ?? 0) + 1500
    let end = lines.map { max($0.from, $0.until ?? $0.from) }.max() ?? 0
    let until = max(min(last, end), 200)
    guard trace.isTyped else { return min(start, until - 1000)...until }
    // Nothing came before typed words; but their mark wants room to its left.
    let enough = max(until, 1000)
    return -enough / 20...enough
  }

  /// A time with its sign, as "+420" or "−80".
  public static func signed(_ milliseconds: Int) -> String {
    milliseconds == 0 ? "0" : (milliseconds < 0 ? "−" : "+") + String(abs(milliseconds))
  }
}

extension TurnStory: Encodable {
  private enum CodingKeys: String, CodingKey {
    case lines, legend
    case from = "from_ms"
    case until = "until_ms"
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(lines, forKey: .lines)
    try values.encode(legend, forKey: .legend)
    try values.encode(drawn.lowerBound, forKey: .from)
    try values.encode(drawn.upperBound, forKey: .until)
  }
}

extension TurnStory.Line: Encodable {
  private enum CodingKeys: String, CodingKey {
    case lane, what, why
    case from = "from_ms"
    case until = "until_ms"
  }
}

extension TurnStory.Lane: Encodable {}

/// The sentences behind codes.
private enum StoryWords {
  static let words = [
    "unfinished": "The words needed another.",
    "filler": "The words ended with a sound that holds the turn, such as “um”.",
    "list": "The words were a list without its last item.",
    "question": "The words were a whole question.",
    "answer": "The words answered what I had asked.",
    "neutral": "The words could have ended there or gone on.",
  ]

  static let cause = [
    "habit": "as you usually pause",
    "turnModel": "for how the sound ended",
    "unjudged": "because the sound was not judged yet",
    "unfinishedWords": "because the words needed another",
    "filler": "because the words ended with “um” or the like",
    "list": "because a list lacked its last item",
    "brief": "because hardly anything had been said",
    "long": "because much had been said",
    "question": "because it was a whole question",
    "answer": "because it answered my question",
    "margin": "for safety",
    "bounds": "because no wait may be shorter or longer",
  ]

  static let interrupting =
    "There was enough of a clear voice, louder than the echo can be, and not with my own words."

  static let overheard = [
    "none": "There were none that I could make out.",
    "word": "I could make out a single one, which is not mine.",
    "vague": "They were not mine, but meant too little yet, or were not clear.",
    "echo": "They were my own, come back through the microphone.",
    "listening": "They only said that you listen.",
    "stop": "They asked me to stop.",
    "something": "They were not mine.",
  ]

  static let drop = [
    "went_on": "You went on.",
    "other_words": "Your final words were others.",
    "not_over": "The pause was looked at again, and the turn did not seem over.",
    "nothing": "Nothing had been said after all.",
    "stopped": "You stopped me, or wrote instead.",
  ]

  static let stop = [
    "talked_over": "You talked over me.",
    "went_on": "You went on with your turn.",
    "asked": "You pressed stop, wrote to me, or the conversation was closed.",
  ]

  static let ending = [
    "whole": "",
    "cut": "You heard only its beginning, and that is what I remember.",
    "incomplete": "The reply broke off.",
    "unheard": "",
  ]
}
