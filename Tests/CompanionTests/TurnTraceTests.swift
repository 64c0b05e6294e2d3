import Dialogue
import Hearing
import Sound
import TestSupport
import Testing

@testable import Companion

/// Drives turn-taking and its log with made-up sound, as a conversation does.
private struct MadeUpTalk {
  var numbers: SeededNumbers
  var machine = TurnTaking()
  var overlap = Overlap()
  var log = TraceLog()
  var traces: [TurnTrace] = []
  private var now = SampleTime.zero
  private var verdicts: [(speech: TurnTaking.Speech, due: SampleTime)] = []
  private var questions: [(question: Overlap.Question, due: SampleTime)] = []
  private var busyUntil = SampleTime.zero
  private var ended: TurnTimeline?

  init(seed: UInt64) {
    numbers = SeededNumbers(seed)
  }

  mutating func run(windows: Int) {
    var isVoice = false
    for _ in 0..<windows {
      // Pauses are longer than what is said between them, or no turn would ever end.
      if Int.random(in: 0..<(isVoice ? 14 : 60), using: &numbers) == 0 { isVoice.toggle() }
      window(isVoice)
      judgeWhatIsDue()
      if ended != nil, now >= busyUntil { finish() }
    }
  }

  private mutating func window(_ isVoice: Bool) {
    let probability = Float.random(in: isVoice ? 0.35...1 : 0...0.501, using: &numbers)
    let excess: Float = now < busyUntil ? Float.random(in: -9...24, using: &numbers) : .infinity
    let window = TurnTrace.Window(
      probability: probability, excess: excess, isBusy: now < busyUntil)
    log.heard(now, window, before: machine, overlap)
    var activity = window.activity(at: now)
    now = activity.end
    if window.isBusy || overlap.isDeciding {
      decided(overlap.heard(activity, excess: window.excess))
    } else {
      overlap.reset()
    }
    if !overlap.isSomebody(window.excess) { activity.probability = 0 }
    let isStillBusy = activity.start < busyUntil
    log.stillBusy(isStillBusy)
    decided(machine.heard(activity, companionBusy: isStillBusy))
  }

  private mutating func decided(_ actions: [Overlap.Action]) {
    for action in actions {
      log.decided(action, at: now)
      if case .listen(let question) = action {
        let delay = Double(Int.random(in: 0..<300, using: &numbers))
        questions.append((question, now + .milliseconds(delay)))
      }
      if case .stop = action {
        machine.stoppedReply()
        busyUntil = .zero
      }
    }
  }

  private mutating func decided(_ actions: [TurnTaking.Action]) {
    for action in actions {
      log.decided(action, at: now, because: machine.lastEnding?.decision)
      switch action {
      case .consider(let speech):
        let delay = Double(Int.random(in: 0..<400, using: &numbers))
        verdicts.append((speech, now + .milliseconds(delay)))
      case .take(let speech):
        ended = TurnTimeline(
          firstWord: speech.start, lastWordEnd: speech.end, turnEnd: now)
        busyUntil = now + .milliseconds(Double(Int.random(in: 0..<9000, using: &numbers)))
      case .began(let start) where Bool.random(using: &numbers) && now < busyUntil:
        machine.stoppedReply()
        log.note(.withdrawn, at: now)
        machine.learnPause(before: start)
        log.wentOn(at: start, now: now)
      case .began, .showWords, .transcribe, .forget: break
      }
    }
  }

  private mutating func judgeWhatIsDue() {
    while let first = questions.first, first.due <= now {
      questions.removeFirst()
      let all: [OverlapWords] = [.none, .echo, .listening, .stop, .something]
      let words = all.randomElement(using: &numbers) ?? .none
      log.overheard(words, of: first.question, at: now)
      decided(overlap.judged(words, of: first.question))
    }
    while let first = verdicts.first, first.due <= now {
      verdicts.removeFirst()
      let evidence = EndOfTurn.Evidence(
        completion: Bool.random(using: &numbers) ? Float.random(in: 0...1, using: &numbers) : nil,
        words: EndOfTurn.Words.allCases.randomElement(using: &numbers))
      log.judged(first.speech, evidence, at: now)
      decided(machine.judged(first.speech, evidence: evidence, now: now))
    }
  }

  private mutating func finish() {
    guard var timeline = ended else { return }
    timeline.done = now
    traces.append(log.trace(timeline, end: "whole", problem: nil))
    ended = nil
  }
}

struct TurnTraceTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `a trace replays to itself, whatever was heard`(seed: UInt64) throws {
    var talk = MadeUpTalk(seed: seed)
    talk.run(windows: 9_000)
    let whole = talk.traces.filter { !$0.isCut }
    #expect(whole.count >= 5)
    for trace in whole {
      let read = try TurnTrace(json: Array(trace.json.utf8))
      #expect(read == trace)
      #expect(trace.begin >= trace.first)
      let replay = read.replay()
      #expect(replay.difference == nil)
      #expect(replay.recorded.contains { $0.kind == .taken })
      #expect(!TurnStory(trace).lines.isEmpty)
    }
  }

  @Test func `a trace tells where another rule decides otherwise`() throws {
    var talk = MadeUpTalk(seed: 7)
    talk.run(windows: 2_000)
    var trace = try #require(talk.traces.first)
    let place = try #require(trace.events.firstIndex { $0.kind == .taken })
    trace.events[place].wait = .milliseconds(5000)
    let replay = trace.replay()
    let decisions = trace.events[..<place].filter(\.isDecision).count
    #expect(replay.difference == decisions)
  }

  @Test func `the longest trace is short enough to be kept`() throws {
    var log = TraceLog()
    var now = SampleTime(milliseconds: 3_600_000)
    var machine = TurnTaking()
    // Speech and pauses that come as fast as they are looked at, for an hour.
    for window in 0..<20_000 {
      let isVoice = window % 12 < 5
      let heard = TurnTrace.Window(
        probability: isVoice ? 0.9 : 0.1, excess: 0, isBusy: window % 2 == 0)
      log.heard(now, heard, before: machine, Overlap())
      let activity = heard.activity(at: now)
      now = activity.end
      for action in machine.heard(activity, companionBusy: false) {
        log.decided(action, at: now, because: machine.lastEnding?.decision)
        if case .consider(let speech) = action {
          log.judged(speech, .init(completion: 0.123456, words: .unfinished), at: now)
          log.note(.draftDropped, at: now, code: "other_words")
        }
      }
    }
    let timeline = TurnTimeline(
      firstWord: now - .milliseconds(1000), lastWordEnd: now, turnEnd: now)
    let trace = log.trace(timeline, end: "whole", problem: nil)
    #expect(trace.events.count <= TurnTrace.mostEvents)
    #expect(trace.json.utf8.count <= TurnTrace.maximumBytes)
    _ = try TurnTrace(json: Array(trace.json.utf8))
  }

  @Test(arguments: [
    ("", "no trace"), ("[]", "no trace"), ("{}", "no trace"),
    ("{\"kith_trace\":\"1\"}", "no trace"),
    ("{\"kith_trace\":2}", "version 2"), ("{\"kith_trace\":1}", "missing or malformed"),
    (changed("\"clock\":24000", "\"clock\":48000"), "clock"),
    (changed("\"probabilities\":\"AAD//w==\"", "\"probabilities\":\"?\""), "windows can't be read"),
    (changed("\"excesses\":\"AAD//w==\"", "\"excesses\":\"AAD/\""), "windows can't be read"),
    (changed("\"busy\":[[2,3]]", "\"busy\":[[2,4]]"), "does not hold"),
    (changed("\"busy\":[[2,3]]", "\"busy\":[[0,3],[0,3]]"), "does not hold"),
    (changed("\"busy\":[[2,3]]", "\"busy\":[[3,2]]"), "does not hold"),
    (changed("\"busy\":[[2,3]]", "\"busy\":[[-1,2]]"), "does not hold"),
    (changed("\"busy\":[[2,3]]", "\"busy\":[[]]"), "does not hold"),
    (changed("\"begin\":0", "\"begin\":-1"), "times that can't be"),
    (changed("\"begin\":0", "\"begin\":9223372036854775807"), "times that can't be"),
    (changed("\"begin\":0", "\"begin\":1e99"), "missing or malformed"),
    (changed("[9600]", "[-1]"), "pauses"),
    (changed("\"taken\":3072", "\"taken\":-4"), "times that can't be"),
    (changed("\"kind\":\"began\"", "\"kind\":\"sang\""), "does not know"),
    (changed("\"window\":3", "\"window\":5"), "out of order"),
    (changed("\"window\":3", "\"window\":-1"), "out of order"),
    (changed("\"start\":0", "\"start\":-5"), "times or probabilities"),
    (changed("\"start\":0", "\"completion\":1.5"), "times or probabilities"),
    (changed("\"start\":0", "\"words\":\"hello\""), "words of a kind"),
    (changed("\"start\":0", "\"code\":\"what she said\""), "reasons that can't be"),
    (changed("\"start\":0", "\"because\":[{\"cause\":\"\",\"by\":1}]"), "reasons that can't be"),
    (String(repeating: " ", count: 65_537), "64 KB"),
    (String(repeating: "[", count: 60_000), "no trace"),
  ])
  func `what is no trace is refused with a sentence`(text: String, expected: String) {
    do {
      _ = try TurnTrace(json: Array(text.utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.sentence.contains(expected), "\(error.sentence)")
    }
  }

  @Test func `a small trace is written as the format says`() throws {
    let trace = try TurnTrace(json: Array(Self.small.utf8))
    #expect(trace.windows.map(\.likelihood) == [0, 0, 255, 255])
    #expect(trace.windows.map(\.excess) == [-64, -64, 63.5, 63.5])
    #expect(trace.windows.map(\.isBusy) == [false, false, true, true])
    #expect(trace.windows.map(\.isStillBusy) == [false, true, true, true])
    #expect(trace.json == Self.small)
  }

  @Test func `one half is no speech, and a little more is`() {
    for (probability, isSpeech) in [(Float(0.5), false), (0.5001, true), (0, false), (1, true)] {
      let window = TurnTrace.Window(probability: probability, isBusy: false)
      #expect(window.activity(at: .zero).isSpeech == isSpeech)
    }
    for (excess, kept) in [(Float(2.999), Float(2.5)), (3, 3), (-200, -64), (.infinity, 63.5)] {
      #expect(TurnTrace.Window(probability: 0, excess: excess, isBusy: true).excess == kept)
    }
  }

  @Test(arguments: TemporaryFolder.names(in: tracesFolder).filter { $0.hasSuffix(".json") })
  func `turns that were recorded are decided as they were`(name: String) throws {
    let trace = try TurnTrace(json: bytes(of: "\(tracesFolder)/\(name)"))
    #expect(!trace.isCut)
    let replay = trace.replay()
    #expect(replay.recorded.count > 1)
    #expect(replay.difference == nil, "\(name) is decided otherwise from there on: \(replay.made)")
  }

  /// A file that a hand can change.
  fileprivate static let small = """
    {"begin":0,"busy":[[2,3]],"clock":24000,"events":[{"at":2400,"kind":"began","start":0,\
    "window":3}],"excesses":"AAD//w==","first":0,"is_cut":false,"kith_trace":1,\
    "pauses":[9600],"probabilities":"AAD//w==",\
    "still_busy":[[1,3]],"taken":3072}
    """

  private static func changed(_ text: String, _ other: String) -> String {
    let changed = small.replacing(text, with: other)
    precondition(changed != small)
    return changed
  }
}

/// Where traces of real sound through the real engines lie.
private let tracesFolder =
  "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/traces"
