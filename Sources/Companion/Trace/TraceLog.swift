import Hearing
import Sound

/// Remembers what the last minutes were decided from, so that a turn can be told from its end.
///
/// What it costs is a byte or two for each window; it forgets what is older than a trace may be.
struct TraceLog: Sendable {
  private struct Heard: Sendable {
    var window: TurnTrace.Window
    /// Whether the decisions before it have no bearing on those after it.
    var isFresh: Bool
  }

  /// What is dropped at once, so that not every window moves all the others.
  private static let piece = 500

  private var heard: [Heard] = []
  /// Events with the number of windows that came before them since the conversation began.
  private var events: [TurnTrace.Event] = []
  /// How many windows were dropped.
  private var dropped = 0
  /// When the first window of all began.
  private var origin: SampleTime?
  /// What was known of the person's pauses from a window on, each time it was something else.
  private var habits: [(window: Int, habit: PauseHabit)] = []

  /// How many windows came so far.
  private var count: Int { dropped + heard.count }

  /// Takes a window before anything is decided by it.
  ///
  /// - Parameters:
  ///   - start: When it began.
  ///   - window: What it was like.
  ///   - turnTaking: What decides, before it does.
  ///   - overlap: The same.
  mutating func heard(
    _ start: SampleTime, _ window: TurnTrace.Window, before turnTaking: TurnTaking,
    _ overlap: Overlap
  ) {
    if origin == nil { origin = start }
    if habits.last?.habit != turnTaking.habit { habits.append((count, turnTaking.habit)) }
    let isFresh = turnTaking.isFresh(at: start) && overlap.isFresh
    heard.append(Heard(window: window, isFresh: isFresh))
    if heard.count >= TurnTrace.mostWindows + Self.piece { drop(Self.piece) }
  }

  /// Notes whether a reply is still under way after somebody was looked for who talks over it.
  mutating func stillBusy(_ isBusy: Bool) {
    guard !heard.isEmpty else { return }
    heard[heard.count - 1].window.isStillBusy = isBusy
  }

  /// Notes what was decided of somebody who seems to talk over a reply.
  mutating func decided(_ action: Overlap.Action, at now: SampleTime) {
    note(TurnTrace.Event(action, at: now))
  }

  /// Notes what the words said over a reply mean for it.
  mutating func overheard(
    _ words: OverlapWords, of question: Overlap.Question, at now: SampleTime
  ) {
    var event = TurnTrace.Event(.overheard, at: now)
    event.end = question.end
    event.code = words.code
    note(event)
  }

  /// Notes what turn-taking decided, and why a turn ended that did.
  mutating func decided(
    _ action: TurnTaking.Action, at now: SampleTime, because ending: EndOfTurn.Decision?
  ) {
    if let event = TurnTrace.Event(action, at: now, ending: ending) { note(event) }
  }

  /// Notes a verdict before turn-taking is told of it.
  mutating func judged(
    _ speech: TurnTaking.Speech, _ evidence: EndOfTurn.Evidence, at now: SampleTime
  ) {
    var event = TurnTrace.Event(.judged, at: now)
    event.end = speech.end
    event.completion = evidence.completion
    event.words = evidence.words
    note(event)
  }

  /// Notes that the person went on at `start` with a turn that was taken.
  mutating func wentOn(at start: SampleTime, now: SampleTime) {
    var event = TurnTrace.Event(.wentOn, at: now)
    event.start = start
    note(event)
  }

  /// Notes something else that happened.
  ///
  /// - Parameters:
  ///   - kind: What it was.
  ///   - now: How far the audio had come.
  ///   - code: Why.
  mutating func note(_ kind: TurnTrace.Event.Kind, at now: SampleTime, code: String? = nil) {
    var event = TurnTrace.Event(kind, at: now)
    event.code = code
    note(event)
  }

  private mutating func note(_ event: TurnTrace.Event) {
    var event = event
    event.window = count
    events.append(event)
    // Without its events a window is worth nothing: both are forgotten together.
    if events.count > TurnTrace.mostEvents { drop(max(1, events[100].window - dropped)) }
  }

  private mutating func drop(_ windows: Int) {
    let windows = min(windows, heard.count)
    heard.removeFirst(windows)
    dropped += windows
    events.removeAll { $0.window < dropped }
    while habits.count > 1, habits[1].window <= dropped { habits.removeFirst() }
    // Only where nothing is heard at all: typed words, again and again.
    if events.count > TurnTrace.mostEvents { events.removeFirst(100) }
  }

  /// The trace of a turn that is over.
  ///
  /// - Parameters:
  ///   - timeline: When each of its stages was reached.
  ///   - end: How the reply ended.
  ///   - problem: What went wrong with it.
  /// - Returns: All that bears on it, from some time before it until now.
  func trace(_ timeline: TurnTimeline, end: String, problem: String?) -> TurnTrace {
    let begin = timeline.firstWord ?? timeline.turnEnd
    let from = beginning(before: begin)
    let kept = heard[max(0, from - dropped)...].prefix(TurnTrace.mostWindows)
    let first = origin.map { $0 + Self.span(from) } ?? begin
    var trace = TurnTrace(
      first: first, windows: kept.map(\.window),
      habit: habits.last { $0.window <= from }?.habit ?? PauseHabit(), events: [], begin: begin,
      lastWordEnd: timeline.lastWordEnd, taken: timeline.turnEnd,
      isCut: !kept.isEmpty && (first > begin || kept.first?.isFresh == false))
    let stages = timeline.stages(end: end, problem: problem)
    // What was decided just before the first window was decided from earlier ones.
    let its = events.filter {
      $0.window > from || ($0.window == from && !$0.isDecision && !$0.isInput)
    }
    trace.events = its.map { event in
      var event = event
      event.window -= from
      return event
    }
    for var stage in stages {
      let place = trace.events.firstIndex { $0.at > stage.at } ?? trace.events.count
      stage.window = place > 0 ? trace.events[place - 1].window : 0
      trace.events.insert(stage, at: place)
    }
    trace.events.removeAll { $0.window > trace.windows.count }
    return trace
  }

  /// The window at which a replay of what follows can begin.
  ///
  /// It lies ten seconds before the turn at most, or where it has to be earlier, as late as it can
  /// be. Where there is none, what is known has to do.
  private func beginning(before begin: SampleTime) -> Int {
    guard let origin else { return count }
    let turn = Int((begin - origin).samples / Activity.window.samples)
    let wanted = turn - Int(TurnTrace.before.samples / Activity.window.samples)
    let fresh = heard.indices.filter { heard[$0].isFresh }.map { $0 + dropped }
    return fresh.first { $0 >= wanted && $0 <= turn } ?? fresh.last { $0 < wanted }
      ?? max(wanted, dropped)
  }

  private static func span(_ windows: Int) -> SampleSpan {
    SampleSpan(samples: Int64(windows) * Activity.window.samples)
  }
}

extension TurnTimeline {
  /// The stages that were reached, in order.
  fileprivate func stages(end: String, problem: String?) -> [TurnTrace.Event] {
    let stages: [(TurnTrace.Event.Kind, SampleTime?)] = [
      (.words, transcript), (.firstToken, firstToken), (.firstSentence, firstSentence),
      (.firstAudio, firstAudio), (.problem, problem == nil ? nil : done), (.done, done),
    ]
    return stages.compactMap { kind, at in
      guard let at else { return nil }
      var event = TurnTrace.Event(kind, at: at)
      if kind == .done { event.code = end }
      if kind == .problem { event.code = problem }
      return event
    }
  }
}
