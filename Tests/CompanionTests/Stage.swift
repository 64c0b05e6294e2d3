import Companion
import Dialogue
import Hearing
import Personality
import Replying
import Sound
import Speaking
import Synchronization
import TestSupport

/// A conversation over scripted parts, driven by drawn sound.
struct Stage {
  let conversation: Conversation
  let turns: ScriptedTurns
  let events = EventLog()
  private(set) var now = SampleTime.zero

  init(
    hearing words: [String] = [], over: [String]? = nil, replier: ScriptedReplier,
    turns: ScriptedTurns = ScriptedTurns(), completion: Float? = 0.95,
    voice: ScriptedVoice? = ScriptedVoice(), fillers: [String] = [],
    pauses: LearnedPauses? = nil, errands: Errands? = nil
  ) throws {
    self.turns = turns
    let events = events
    conversation = Conversation(
      parts: ConversationParts(
        activity: LevelActivity(), transcriber: ScriptedTranscriber(words, over: over),
        turnModel: completion.map { ScriptedTurnModel($0) }, replier: replier, voice: voice,
        fillers: fillers, pauses: pauses),
      writer: PromptWriter(persona: try .mira(), window: .usual), store: turns,
      clock: ConversationClock(now: { 1_000 }, inWords: { _ in "noon" }),
      errands: errands, tell: { events.note($0) })
  }

  /// Speaks or keeps silent for a while; when something is being worked out, time stands still.
  ///
  /// - Returns: What was heard of the reply, in frames.
  @discardableResult
  mutating func pass(
    _ milliseconds: Int, speaking: Bool = false,
    until stops: (Playout.Output) -> Bool = { _ in false }
  ) async -> [Playout.Output] {
    var heard: [Playout.Output] = []
    for _ in 0..<milliseconds / 20 {
      let output = await hear(speaking: speaking)
      heard.append(output)
      await settle()
      if stops(output) { break }
    }
    return heard
  }

  /// Waits until the short sounds are voiced.
  func settleFillers() async {
    while await !conversation.areFillersReady { await Task.yield() }
  }

  /// Speaks or keeps silent for a while, in which time passes whatever is being worked out.
  mutating func passWithoutWaiting(_ milliseconds: Int, speaking: Bool = false) async {
    for _ in 0..<milliseconds / 20 {
      _ = await hear(speaking: speaking)
      for _ in 0..<20 { await Task.yield() }
    }
  }

  private mutating func hear(speaking: Bool) async -> Playout.Output {
    let samples: [Int16] = (0..<Frame.length).map {
      speaking ? ($0 % 40 < 20 ? 12_000 : -12_000) : 0
    }
    let frame = Frame(start: now, samples: samples)
    now = frame.end
    return await conversation.hear(frame)
  }

  /// Waits until nothing is being worked out.
  func settle() async {
    while await conversation.isComputing { await Task.yield() }
  }
}

/// What a conversation told.
final class EventLog: Sendable {
  private let log = Mutex<[ConversationEvent]>([])

  func note(_ event: ConversationEvent) {
    log.withLock { $0.append(event) }
  }

  var all: [ConversationEvent] { log.withLock { $0 } }

  var problems: [Problem] {
    all.compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }

  var decisions: [EndOfTurn.Decision] {
    all.compactMap { if case .personEnded(_, let decision) = $0 { decision } else { nil } }
  }

  var replies: [CompanionTurn] {
    all.compactMap { if case .companionTurn(let turn) = $0 { turn } else { nil } }
  }
}
