public import Dialogue
import Hearing
import Language
public import Replying
public import Sound
public import Speaking

/// One conversation: frames of sound go in, frames of the reply come out, and what was said is kept.
///
/// Every decision is made by pure values (``TurnTaking``, `Playout`, `PromptWriter`) on the clock of
/// the audio; the actor only carries out what they decide. Frames must come in order, one call at a
/// time.
public actor Conversation {
  var parts: ConversationParts
  let writer: PromptWriter
  let store: any TurnStore
  let clock: ConversationClock
  let listener: (any RemoteListener)?
  let errands: Errands?
  let tell: @Sendable (ConversationEvent) -> Void

  /// How far the audio has come.
  var now = SampleTime.zero
  var turnTaking = TurnTaking()
  var ear = Ear()
  var activity: (any VoiceActivityStream)?
  var isDeaf = false
  /// What the turns so far were, oldest first.
  var history: [Turn] = []
  var wasInterrupted = false
  var reply: ReplyRun?
  /// A reply made in a pause, in case the turn is over.
  var draft: Draft?
  /// A turn that was taken although the person went on with it.
  var tooSoon: TurnTakenTooSoon?
  /// The reply that was talked over last, while the rest of it may still be asked for.
  var cut: CutReply?
  /// What Kith asked because of an order.
  var pending: PendingQuestion?
  var runs = 0
  /// From the end of the person's turn until the reply is made; ends by itself, waited for by `close`.
  var answering: Task<Turn?, Never>?
  /// The last 20 ms of a reply that was stopped.
  var fading: Playout?
  /// The verdict on the pause in progress; replaced by the next one.
  var judgement: Task<Void, Never>?
  var pendingJudgements = 0
  /// Finds out what was said in the pause in progress, and drafts the answer.
  var preparation: Task<Void, Never>?
  /// The latest transcript, and when the speech ended that it is of, so that it is not made twice.
  var latestTranscript: (end: SampleTime, words: Task<String, any Error>)?
  /// Words while the person talks; skipped while one is being made.
  var wordsSoFar: Task<Void, Never>?
  /// Reading the next prompt ahead; cancelled by the next one.
  var ahead: Task<Void, Never>?
  /// Short sounds for when the model takes its time, voiced ahead.
  var fillers: [SpokenSound] = []
  var preparing: Task<Void, Never>?
  /// Rows are written one after the other.
  var keeping: Task<Void, Never>?
  var pendingRows = 0
  /// What the decisions of the last minutes were made from.
  var trace = TraceLog()
  /// What is known of somebody who talks over a reply, and of the reply's echo.
  var over = OverReply()

  /// Turns of earlier conversations that are at hand for the prompt.
  static let remembered = 64

  /// A conversation that has not begun.
  ///
  /// - Parameters:
  ///   - parts: What it hears, thinks and speaks with.
  ///   - writer: Writes the prompts.
  ///   - store: Keeps the turns.
  ///   - clock: The time of day.
  ///   - listener: Plays the replies elsewhere; without one they come out of ``hear(_:)``.
  ///   - errands: Whom to turn to with orders; without it all words go to the model.
  ///   - tell: Is told what happens, in order; must not block.
  public init(
    parts: ConversationParts, writer: PromptWriter, store: any TurnStore, clock: ConversationClock,
    listener: (any RemoteListener)? = nil, errands: Errands? = nil,
    tell: @escaping @Sendable (ConversationEvent) -> Void
  ) {
    self.parts = parts
    self.writer = writer
    self.store = store
    self.clock = clock
    self.listener = listener
    self.errands = errands
    self.tell = tell
  }

  /// Takes up where the last conversation ended, and lets the model read what was said.
  ///
  /// - Throws: A `ProblemConvertible` error when the earlier turns can't be read.
  public func open() async throws {
    history = try await store.latest(Self.remembered)
    turnTaking = TurnTaking(habit: parts.pauses?.habit ?? PauseHabit())
    readAhead()
    prepareFillers()
  }

  /// Takes 20 ms from the microphone and gives the 20 ms to be played next.
  ///
  /// - Parameter frame: The next frame.
  /// - Returns: What is to be heard; silence while there is nothing to say, or when the reply is
  ///   played elsewhere.
  public func hear(_ frame: Frame) async -> Playout.Output {
    now = frame.end
    followListener(from: frame.start)
    for window in ear.take(parts.cancelsEcho ? over.clean(frame) : over.whole(frame)) {
      let probability = await speechProbability(window.samples)
      let somebody = watch(window.start, probability, window.samples)
      let isBusy = noteStillBusy()
      for action in turnTaking.heard(somebody, companionBusy: isBusy) { act(on: action) }
    }
    dropOutdatedDraft()
    withdrawIfGoingOn()
    fillSilence()
    return listener == nil ? noted(play()) : .silence
  }

  /// Answers words that were typed.
  ///
  /// - Parameters:
  ///   - words: What the person wrote; at most 64 KB.
  ///   - request: The sender's id of these words; sent again, they are kept and answered once.
  public func write(_ words: String, request: String? = nil) {
    dropDraft(.stopped)
    if reply != nil { interrupt(at: now) }
    let plain = words.withoutControls
    begin(speech: nil, request: request) { plain }
  }

  /// Stops the reply, as a tap on the button does.
  public func stop() {
    dropDraft(.stopped)
    if reply != nil { interrupt(at: now) }
  }

  /// Whether something is being worked out that the next sound has to wait for: a transcript, a
  /// verdict on a pause, a reply or a draft that is not yet all voiced.
  public var isComputing: Bool {
    pendingJudgements > 0 || pendingRows > 0 || draft?.run.isProducing == true
      || reply?.isProducing == true || reply?.isCompleting == true
  }

  /// Whether nobody speaks and nothing is under way.
  public var isIdle: Bool {
    !isComputing && reply == nil && !turnTaking.isInTurn
  }

  /// Ends the conversation: words that are over are kept, and a reply is stopped and kept as heard.
  public func close() async {
    stop()
    judgement?.cancel()
    preparation?.cancel()
    wordsSoFar?.cancel()
    ahead?.cancel()
    preparing?.cancel()
    _ = await answering?.value
    await keeping?.value
  }

  private func speechProbability(_ window: [Float]) async -> Float {
    do {
      let stream: any VoiceActivityStream
      if let activity {
        stream = activity
      } else {
        stream = try await parts.activity.makeStream()
        activity = stream
      }
      let probability = try await stream.probability(of: window)
      isDeaf = false
      return probability
    } catch {
      // Told once, not thirty times a second; the next window tries again.
      if !isDeaf { tell(.problem(.from(error))) }
      isDeaf = true
      return 0
    }
  }
}
