public import Sound

/// Decides what becomes of a reply when somebody seems to talk over it.
///
/// The voice is ducked at once, and stopped only when two checks pass: enough confident speech that is
/// louder than the echo can be, and words that are not the reply's own. Otherwise it comes back; ducking
/// changes the loudness alone, so it comes back at the same word.
///
/// A pure value: windows and verdicts go in, actions come out.
public struct Overlap: Sendable {
  /// What is to be done.
  public enum Action: Sendable, Equatable {
    /// Lower the voice by 12 dB.
    case duck
    /// Bring the voice back.
    case restore
    /// Make out the words of this sound and answer with `judged`.
    case listen(Question)
    /// Stop the reply: somebody has been talking since then.
    case stop(at: SampleTime)
  }

  /// A stretch of sound whose words are asked for.
  public struct Question: Sendable, Equatable {
    /// Tells it from earlier ones.
    public var number: Int
    /// When the sound begins.
    public var start: SampleTime
    /// When it ends.
    public var end: SampleTime
    /// How much of it sounded like somebody's speech lately, and how clearly.
    public var voiced = SampleSpan.zero
    /// The mean probability of that, 0…1.
    public var confidence: Float = 0
    /// The highest probability of a window of it, 0…1.
    public var peak: Float = 0
  }

  /// The limits.
  public struct Settings: Sendable, Equatable {
    /// Windows of speech, of the last six, that duck the voice: 120 ms.
    public var duckAfter = 4
    /// Windows of confident speech that stop the voice: 0.35 s.
    public var enough = 11
    /// Windows that are enough when the words ask for silence, and after which words are asked for.
    public var soon = 7
    /// Windows in which a short word may have been said: 130 ms.
    public var word = 4
    /// Windows that are enough for a single word: 0.45 s.
    public var oneWord = 14
    /// Windows that are enough for words that mean little, or are not heard clearly: 0.64 s.
    public var vague = 20
    /// Windows of new speech after which the words are asked for again.
    public var askEvery = 3
    /// The probability from which speech is confident.
    public var confident: Float = 0.7
    /// The mean probability from which speech is clear; sneezes and barks are rarely.
    public var clear: Float = 0.85
    /// By how much speech must exceed the echo to duck the voice, in decibels.
    public var duckExcess: Float = 3
    /// By how much it must exceed the echo to stop it: at least double.
    public var stopExcess: Float = 6
    /// Silence after which nobody talks any more.
    public var quiet = SampleSpan.milliseconds(224)
    /// After a longer pause, what somebody said before it does not count.
    public var longestPause = SampleSpan.milliseconds(640)
    /// How long the voice stays ducked without a decision.
    public var patience = SampleSpan.milliseconds(780)
    /// Confident speech older than this does not count.
    public var memory = SampleSpan.milliseconds(960)
    /// How much sound is looked at for words.
    public var longestQuestion = SampleSpan.milliseconds(3000)

    /// The usual limits.
    public init() {}
  }

  /// One window of the microphone, as far as it matters here.
  private struct Window: Sendable {
    var activity: Activity
    var excess: Float
  }

  /// Somebody seems to talk.
  private struct Alarm: Sendable {
    /// When it began.
    var start: SampleTime
    /// The sound before this is known to be the reply's.
    var from: SampleTime
    var duckedAt: SampleTime
    var isDucked = true
    var lastSpeech: SampleTime
    /// Confident windows lately, all of them so far, and all when words were last asked for.
    var confident = 0
    var total = 0
    var asked = 0
    var isAsking = false
    /// Whether nobody talks any more and only the last words are waited for.
    var isEnding = false
    var words: OverlapWords?
  }

  /// Somebody who said something and paused before it was enough.
  private struct Pause: Sendable {
    /// The sound before this is known to be the reply's.
    var from: SampleTime
    /// When the pause began.
    var start: SampleTime
  }

  private let settings: Settings
  private var recent: [Window] = []
  private var alarm: Alarm?
  private var pause: Pause?
  private var questions = 0

  /// A listener to a reply over which nobody talks.
  public init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Whether the voice is ducked.
  public var isDucked: Bool { alarm?.isDucked == true }

  /// Whether it is being decided if somebody talks.
  public var isDeciding: Bool { alarm != nil }

  /// Whether nothing that was heard so far bears on what is decided from now on.
  public var isFresh: Bool { alarm == nil && pause == nil && !recent.contains { isSpeech($0) } }

  /// Whether speech in a window may be somebody's: the window exceeds the echo of what is played by
  /// `excess` decibels.
  public func isSomebody(_ excess: Float) -> Bool {
    excess >= settings.duckExcess
  }

  /// Takes the next window of sound while there is a reply.
  ///
  /// - Parameters:
  ///   - activity: How much like speech it was.
  ///   - excess: How much louder it was than the echo of what is played, in decibels.
  /// - Returns: What is to be done, in order.
  public mutating func heard(_ activity: Activity, excess: Float) -> [Action] {
    recent.append(Window(activity: activity, excess: excess))
    let horizon = activity.end - settings.memory
    recent.removeAll { $0.activity.start < horizon }
    if let pause, activity.start - pause.start > settings.longestPause { self.pause = nil }
    guard alarm != nil else { return began() }
    return went(on: recent[recent.count - 1])
  }

  /// Takes the words of a question.
  ///
  /// - Parameters:
  ///   - words: What they mean.
  ///   - question: Whose they are; an old one is ignored.
  /// - Returns: What is to be done, in order.
  public mutating func judged(_ words: OverlapWords, of question: Question) -> [Action] {
    guard var alarm, alarm.isAsking, question.number == questions else { return [] }
    alarm.isAsking = false
    alarm.words = question.confidence < settings.clear ? words.ifUnclear : words
    if words == .echo {
      // The level was wrong; only what comes now, over a voice that is ducked, tells more.
      alarm.from = question.end
      alarm.confident = 0
      alarm.total = 0
      alarm.asked = 0
    }
    self.alarm = alarm
    let decision = decide()
    return decision.isEmpty && alarm.isEnding ? end() : decision
  }

  /// Forgets everything: the reply is over.
  public mutating func reset() {
    recent.removeAll()
    alarm = nil
    pause = nil
  }

  // MARK: Windows

  private mutating func began() -> [Action] {
    let speaking = recent.suffix(6).filter { isSpeech($0) }
    guard speaking.count >= settings.duckAfter, let first = speaking.first,
      let last = recent.last
    else { return [] }
    var alarm = Alarm(
      start: first.activity.start, from: pause?.from ?? first.activity.start,
      duckedAt: last.activity.end, lastSpeech: last.activity.end)
    pause = nil
    alarm.total = recent.filter { $0.activity.start >= alarm.from && isConfident($0) }.count
    self.alarm = alarm
    return [.duck] + count(at: last.activity.end)
  }

  private mutating func went(on window: Window) -> [Action] {
    guard var alarm else { return [] }
    let now = window.activity.end
    if isSpeech(window) {
      alarm.lastSpeech = now
      alarm.isEnding = false
    }
    if isConfident(window), window.activity.start >= alarm.from { alarm.total += 1 }
    self.alarm = alarm
    if now - alarm.lastSpeech >= settings.quiet { return lastWords(at: now) + giveUp(at: now) }
    return count(at: now) + giveUp(at: now)
  }

  /// Counts confident speech and asks for words when there is enough.
  private mutating func count(at now: SampleTime) -> [Action] {
    guard var alarm else { return [] }
    alarm.confident = recent.filter { $0.activity.start >= alarm.from && isConfident($0) }.count
    self.alarm = alarm
    let decision = decide()
    return decision.isEmpty && isDue(alarm) && !alarm.isAsking ? ask(at: now) : decision
  }

  /// Asks once more when somebody stopped talking: "stop" is said in no time.
  private mutating func lastWords(at now: SampleTime) -> [Action] {
    guard let alarm else { return [] }
    if !alarm.isAsking, alarm.isEnding || alarm.total < settings.word || alarm.asked == alarm.total
    {
      return end()
    }
    self.alarm?.isEnding = true
    return alarm.isAsking ? [] : ask(at: now)
  }

  private mutating func ask(at now: SampleTime) -> [Action] {
    guard var alarm else { return [] }
    questions += 1
    alarm.isAsking = true
    alarm.asked = alarm.total
    self.alarm = alarm
    let start = max(alarm.from, now - settings.longestQuestion)
    var question = Question(number: questions, start: start, end: now)
    let speaking = recent.filter { $0.activity.start >= start && isSpeech($0) }
    question.voiced = SampleSpan(samples: Int64(speaking.count) * Activity.window.samples)
    question.peak = speaking.reduce(0) { max($0, $1.activity.probability) }
    question.confidence =
      speaking.reduce(0) { $0 + $1.activity.probability } / Float(max(1, speaking.count))
    return [.listen(question)]
  }

  /// Whether it is time to ask for words: early, when there is enough speech, and now and then.
  private func isDue(_ alarm: Alarm) -> Bool {
    if alarm.asked == 0 { return alarm.total >= settings.soon }
    return alarm.total - alarm.asked >= settings.askEvery
  }

  private mutating func decide() -> [Action] {
    guard let alarm, let words = alarm.words else { return [] }
    let needed: Int? =
      switch words {
      case .stop: alarm.isEnding ? settings.word : settings.soon
      case .something: settings.enough
      case .word: settings.oneWord
      case .vague: settings.vague
      case .none, .listening, .echo: nil
      }
    guard let needed, alarm.confident >= needed else { return [] }
    // Little and then silence is more often a comment than a question.
    if alarm.isEnding, words == .word || words == .vague { return [] }
    reset()
    return [.stop(at: alarm.start)]
  }

  /// Brings the voice back when it took too long to find out; listening goes on.
  private mutating func giveUp(at now: SampleTime) -> [Action] {
    guard let alarm, alarm.isDucked else { return [] }
    // After an echo, speech over the ducked voice is waited for a little longer.
    let isLikely = alarm.words == .echo && alarm.confident >= settings.soon
    let patience = isLikely ? settings.patience + .milliseconds(400) : settings.patience
    guard now - alarm.duckedAt >= patience else { return [] }
    self.alarm?.isDucked = false
    return [.restore]
  }

  private mutating func end() -> [Action] {
    let wasDucked = isDucked
    // Whoever searches for words goes on in a moment, and has said something already.
    if let alarm, alarm.words?.saysSomething == true {
      pause = Pause(from: alarm.from, start: alarm.lastSpeech)
    }
    alarm = nil
    return wasDucked ? [.restore] : []
  }

  private func isSpeech(_ window: Window) -> Bool {
    window.activity.isSpeech && isSomebody(window.excess)
  }

  private func isConfident(_ window: Window) -> Bool {
    window.activity.probability >= settings.confident && window.excess >= settings.stopExcess
  }
}
