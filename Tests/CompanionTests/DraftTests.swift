import Companion
import Dialogue
import Journal
import Sound
import Speaking
import TestSupport
import Testing

/// Drafts and turns that go on after they were taken.
struct DraftTests {
  @Test func `a reply drafted in the pause is heard as soon as the turn is over`() async throws {
    let replier = ScriptedReplier(saying: ["Good morning to you."])
    var stage = try Stage(hearing: ["Good morning."], replier: replier)
    await stage.pass(800, speaking: true)
    await stage.pass(3000)
    let timeline = try #require(stage.events.replies.first?.timeline)
    #expect(timeline.isDrafted)
    #expect(try #require(timeline.firstSentence) < timeline.turnEnd)
    #expect((try #require(timeline.firstAudio) - timeline.turnEnd).milliseconds <= 40)
    #expect(replier.prompts.count == 1)
    #expect(await stage.turns.turns.map(\.text) == ["Good morning.", "Good morning to you."])
  }

  @Test func `a draft is dropped without a trace when the person goes on`() async throws {
    let replier = ScriptedReplier(saying: ["Never heard. Never.", "Rome is lovely."])
    var stage = try Stage(
      hearing: ["I want to go.", "I want to go to Rome."], replier: replier, completion: 0.3)
    await stage.pass(800, speaking: true)
    await stage.pass(300)
    #expect(replier.prompts.count == 1)
    await stage.pass(600, speaking: true)
    await stage.pass(4000)
    #expect(await stage.turns.turns.map(\.text) == ["I want to go to Rome.", "Rome is lovely."])
    #expect(stage.events.replies.count == 1)
    let shown = stage.events.all.compactMap {
      if case .replyText(let text) = $0 { text } else { nil }
    }
    #expect(shown.joined() == "Rome is lovely.")
    #expect(replier.prompts.last?.messages.contains { $0.text.contains("Never") } == false)
  }

  @Test func `who says um goes on, so that nothing is drafted`() async throws {
    let replier = ScriptedReplier(saying: ["Where?"])
    var stage = try Stage(hearing: ["And then we went to, um"], replier: replier, completion: 0.3)
    await stage.pass(800, speaking: true)
    await stage.pass(500)
    #expect(replier.prompts.isEmpty)
    await stage.pass(4000)
    #expect(stage.events.replies.map(\.timeline.isDrafted) == [false])
  }

  @Test func `problems of a draft are told only when it is used`() async throws {
    let gone = Problem(.brainUnreachable, "It is not there.", action: "Start it.")
    let replier = ScriptedReplier([
      .failing([], gone), .events([.text("Here I am."), .finished(.stop)]),
    ])
    var stage = try Stage(
      hearing: ["Are you.", "Are you there, Mira."], replier: replier, completion: 0.3)
    await stage.pass(800, speaking: true)
    await stage.pass(300)
    await stage.pass(600, speaking: true)
    await stage.pass(4000)
    #expect(stage.events.problems.isEmpty)
    #expect(await stage.turns.turns.last?.text == "Here I am.")
  }

  @Test func `who goes on after the turn was taken is answered once, to all of it`() async throws {
    let replier = ScriptedReplier(saying: [
      "Fine then, go wherever you like to go.", "Rome is lovely.",
    ])
    var stage = try Stage(
      hearing: ["I want to go", "I want to go to Rome."], replier: replier)
    await stage.pass(800, speaking: true)
    await stage.pass(600)
    await stage.pass(700, speaking: true)
    await stage.pass(4000)
    let kept = await stage.turns.turns.map(\.text)
    #expect(kept == ["I want to go to Rome.", "Rome is lovely."])
    #expect(replier.prompts.count == 2 && stage.events.replies.last?.timeline.isDrafted == true)
    let asked = try #require(replier.prompts.last).messages
    #expect(asked.last?.text.hasSuffix("I want to go to Rome.") == true)
    #expect(!asked.contains { $0.text == "I want to go" || $0.text.contains("Fine") })
  }

  @Test func `a click after the turn was taken holds the reply back for a moment only`()
    async throws
  {
    let replier = ScriptedReplier(saying: ["One two three four five six seven eight."])
    var stage = try Stage(hearing: ["Count for me."], replier: replier)
    await stage.pass(800, speaking: true)
    var heard = await stage.pass(1100)
    heard += await stage.pass(160, speaking: true)
    heard += await stage.pass(3000)
    #expect(heard.filter(\.isSpeech).count >= 19)
    #expect(
      await stage.turns.turns.map(\.text) == [
        "Count for me.", "One two three four five six seven eight.",
      ])
  }
}
