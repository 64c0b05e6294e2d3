import Dialogue
import Journal
import Speaking
import TestSupport
import Testing

@testable import Companion

/// Sixteen times as much as a reply may hold, a kilobyte at a time; thoughts may be eight times it.
private func endless(_ piece: (String) -> ReplyEvent) -> [ReplyEvent] {
  let kilobyte = String(repeating: "On and on. ", count: 93)
  return Array(repeating: piece(kilobyte), count: Conversation.longestReply / 64)
}

@Test func `a reply without an end is stopped, and the conversation goes on`() async throws {
  let replier = ScriptedReplier([
    .events(endless { .text($0) } + [.finished(.stop)]),
    .events([.text("Short."), .finished(.stop)]),
  ])
  let stage = try Stage(replier: replier, voice: nil)
  await stage.conversation.write("Tell me all.")
  await stage.settle()
  #expect(stage.events.problems.map(\.code) == [.brainFailed])
  let cut = try #require(await stage.turns.turns.last)
  #expect(cut.speaker == .companion && cut.ending == .incomplete)
  #expect((8_192...Conversation.longestReply).contains(cut.text.utf8.count))
  #expect(stage.events.replies.map(\.isComplete) == [false])
  await stage.conversation.write("Shorter, please.")
  await stage.settle()
  let kept = await stage.turns.turns
  #expect(kept.map(\.ending) == [.whole, .incomplete, .whole, .whole])
  #expect(kept.last?.text == "Short.")
  #expect(stage.events.problems.count == 1)
}

@Test func `a reply that comes all at once and is too long is kept as far as it may go`()
  async throws
{
  let text = String(repeating: "Öde. ", count: Conversation.longestReply)
  let replier = ScriptedReplier([.events([.text(text), .finished(.stop)])])
  let stage = try Stage(replier: replier, voice: nil)
  await stage.conversation.write("Tell me all.")
  await stage.settle()
  let cut = try #require(await stage.turns.turns.last)
  #expect(cut.ending == .incomplete)
  #expect(cut.text.hasPrefix("Öde. Öde. ") && cut.text.utf8.count > 16_000)
  #expect(cut.text.utf8.count <= Conversation.longestReply)
}

@Test func `a model that thinks without an end is stopped, and told once`() async throws {
  let replier = ScriptedReplier([.events(endless { .reasoning($0) } + [.finished(.stop)])])
  let stage = try Stage(replier: replier, voice: nil)
  await stage.conversation.write("Tell me all.")
  await stage.settle()
  #expect(stage.events.problems.map(\.code) == [.brainFailed])
  #expect(await stage.turns.turns.map(\.text) == ["Tell me all."])
  #expect(await stage.conversation.isIdle)
}

@Test func `a spoken reply without an end is spoken as far as it came`() async throws {
  let replier = ScriptedReplier([.events(endless { .text($0) } + [.finished(.stop)])])
  var stage = try Stage(hearing: ["Tell me all."], replier: replier)
  await stage.pass(800, speaking: true)
  let heard = await stage.pass(3_000)
  #expect(heard.filter(\.isSpeech).count > 0)
  #expect(stage.events.problems.map(\.code) == [.brainFailed])
  await stage.conversation.close()
  #expect(await stage.turns.turns.last?.ending == .cut)
}
