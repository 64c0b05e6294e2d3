import Dialogue
import Journal
import Sound
import Speaking
import TestSupport
import Testing

struct ReadingAloudTests {
  private func pieces(_ text: String) -> [ReplyText.Piece] {
    var reply = ReplyText(cutsFirstClause: false)
    return reply.feed(text) + reply.finish()
  }

  @Test func `a text is spoken sentence after sentence, its words timed from the first sample`()
    async throws
  {
    var told: [Int] = []
    let reading = try await ReadingAloud(
      pieces("One two. 🐻 Three."), by: ScriptedVoice(), rate: 1
    ) { told.append($0) }
    #expect(reading.words.map(\.text) == ["One", "two.", "Three."])
    #expect(told.count == 2)
    let third = try #require(reading.words.last)
    #expect(third.start.milliseconds > 200 && third.end.samples <= Int64(reading.samples.count))
    let start = Int(third.start.samples)
    #expect(reading.samples[start..<(start + 100)].allSatisfy { $0 != 0 })
  }

  @Test func `what a voice can't do is thrown`() async throws {
    let problem = Problem(.voiceFailed, "It failed.", action: "Wait.")
    await #expect(throws: problem) {
      _ = try await ReadingAloud(pieces("One."), by: ScriptedVoice(failing: problem), rate: 1)
    }
  }

  @Test func `nothing sayable makes no sound`() async throws {
    #expect(try await ReadingAloud(pieces("🐻"), by: ScriptedVoice(), rate: 1).samples.isEmpty)
  }
}
