import Companion
import Dialogue
import Sound
import Speaking
import TestSupport
import Testing

/// Short sounds while the model takes its time.
struct FillerTests {
  private let replier = ScriptedReplier([.hanging([])])
  private var stage: Stage
  private var now = SampleTime.zero

  init() async throws {
    stage = try Stage(
      hearing: ["What do you think of it all."], replier: replier, fillers: ["Hm."])
    try await stage.conversation.open()
    await stage.settleFillers()
    await stage.pass(800, speaking: true)
    now = stage.now
  }

  /// Lets silence pass without waiting for what is being worked out.
  ///
  /// - Returns: Whether anything was heard, and whether it was a word of the reply.
  private mutating func silence(_ milliseconds: Int) async -> (sound: Bool, words: Bool) {
    var heard = (sound: false, words: false)
    for _ in 0..<milliseconds / 20 {
      let output = await stage.conversation.hear(.silence(at: now))
      now = now + Frame.span
      heard.sound = heard.sound || output.samples.contains { $0 != 0 }
      heard.words = heard.words || output.isSpeech
      await Task.yield()
    }
    return heard
  }

  /// Waits until the turn is over and its words are kept.
  private mutating func endTurn() async {
    for _ in 0..<200 where stage.events.decisions.isEmpty { _ = await silence(20) }
    for _ in 0..<100_000 where await stage.turns.turns.isEmpty { await Task.yield() }
  }

  private mutating func finish(saying rest: String) async throws {
    replier.finishHanging(saying: rest)
    await stage.settle()
    _ = await silence(3000)
    await stage.settle()
    #expect(
      await stage.turns.turns.map(\.text) == ["What do you think of it all.", "A great deal."])
    let captions = stage.events.all.compactMap {
      if case .sentenceBegan(_, let caption) = $0 { caption.written } else { nil }
    }
    #expect(captions == ["A great deal."])
  }

  @Test mutating func `one is heard after a second and a bit, and is neither shown nor kept`()
    async throws
  {
    await endTurn()
    #expect(await silence(1100).sound == false)
    let filled = await silence(600)
    #expect(filled.sound && !filled.words)
    _ = await silence(400)
    #expect(await silence(4000).sound == false)
    try await finish(saying: "A great deal.")
  }

  @Test mutating func `none is heard while the first sentence is being written`() async throws {
    await endTurn()
    _ = await silence(900)
    replier.goOn(saying: "A great")
    for _ in 0..<100_000 where !stage.events.hasReplyText { await Task.yield() }
    #expect(await silence(1400).sound == false)
    // A model that writes as slowly as this makes people wonder all the same.
    let filled = await silence(400)
    #expect(filled.sound && !filled.words)
    try await finish(saying: " deal.")
  }
}

extension EventLog {
  fileprivate var hasReplyText: Bool {
    all.contains { if case .replyText = $0 { true } else { false } }
  }
}
