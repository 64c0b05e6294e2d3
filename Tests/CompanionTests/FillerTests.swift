import Companion
import Dialogue
import Sound
import Speaking
import TestSupport
import Testing

/// Short sounds while the model takes its time.
struct FillerTests {
  /// Lets a moment of silence pass without waiting for what is being worked out.
  private func silence(
    _ milliseconds: Int, from now: inout SampleTime, in conversation: Conversation
  ) async -> [Playout.Output] {
    var heard: [Playout.Output] = []
    for _ in 0..<milliseconds / 20 {
      heard.append(await conversation.hear(.silence(at: now)))
      now = now + Frame.span
    }
    return heard
  }

  @Test func `one is heard after a second and a bit, and is neither shown nor kept`() async throws {
    let replier = ScriptedReplier([.hanging([])])
    var stage = try Stage(
      hearing: ["What do you think of it all."], replier: replier, fillers: ["Hm."])
    try await stage.conversation.open()
    await stage.settleFillers()
    await stage.pass(800, speaking: true)
    var now = stage.now
    let early = await silence(1500, from: &now, in: stage.conversation)
    #expect(early.allSatisfy { $0.samples.allSatisfy { $0 == 0 } })
    let late = await silence(600, from: &now, in: stage.conversation)
    #expect(late.contains { $0.samples.contains { $0 != 0 } })
    #expect(late.allSatisfy { !$0.isSpeech })
    let after = await silence(4000, from: &now, in: stage.conversation)
    #expect(after.dropFirst(20).allSatisfy { $0.samples.allSatisfy { $0 == 0 } })
    replier.finishHanging(saying: "A great deal.")
    await stage.settle()
    _ = await silence(3000, from: &now, in: stage.conversation)
    await stage.settle()
    #expect(
      await stage.turns.turns.map(\.text) == ["What do you think of it all.", "A great deal."])
    let captions = stage.events.all.compactMap {
      if case .sentenceBegan(_, let caption) = $0 { caption.written } else { nil }
    }
    #expect(captions == ["A great deal."])
  }
}
