import Dialogue
import Journal
import Sound
import TestSupport
import Testing

@testable import Companion

/// What a conversation keeps with its turns.
struct TracingTests {
  private func trace(_ stage: Stage, of turn: Int64 = 1) async throws -> TurnTrace {
    try TurnTrace(json: Array(try #require(await stage.turns.timelines[turn]).utf8))
  }

  private func whats(_ trace: TurnTrace) -> [String] {
    TurnStory(trace).lines.map(\.what)
  }

  @Test func `a turn is kept with what was decided in it, and without a word`() async throws {
    let replier = ScriptedReplier(saying: ["Good morning to you."])
    var stage = try Stage(hearing: ["Good morning."], replier: replier)
    await stage.pass(1000)
    await stage.pass(800, speaking: true)
    await stage.pass(3000)
    await stage.settle()
    let text = try #require(await stage.turns.timelines[1])
    #expect(!text.contains("morning") && !text.contains("Good"))
    let trace = try await trace(stage)
    #expect(trace.replay().difference == nil)
    #expect(trace.first == .zero && !trace.isCut)
    let timeline = try #require(stage.events.replies.first?.timeline)
    #expect(trace.taken == timeline.turnEnd && trace.lastWordEnd == timeline.lastWordEnd)
    #expect(
      whats(trace) == [
        "You spoke.", "I began to draft a reply.", "I thought of the first sentence.",
        "I noticed a pause.", "I took it that you were done.", "I used the draft.",
        "I had made out your words.", "I spoke.",
      ])
    let taken = try #require(TurnStory(trace).lines.first { $0.what.contains("done") })
    #expect(taken.why.hasPrefix("I waited for "))
    #expect(taken.why.contains(" ms of silence: ") && taken.why.contains("how the sound ended"))
  }

  @Test func `who goes on sees the reply taken back, in the trace of the whole turn`() async throws
  {
    let replier = ScriptedReplier(saying: [
      "Fine then, go wherever you like to go.", "Rome is lovely.", "Rome is lovely.",
    ])
    var stage = try Stage(hearing: ["I want to go", "I want to go to Rome."], replier: replier)
    await stage.pass(1400, speaking: true)
    for _ in 0..<100 where stage.events.decisions.isEmpty { await stage.pass(20) }
    await stage.pass(200)
    await stage.pass(1200, speaking: true)
    await stage.pass(4000)
    await stage.settle()
    let trace = try await trace(stage)
    #expect(trace.replay().difference == nil)
    let told = whats(trace)
    #expect(told.filter { $0 == "I took it that you were done." }.count == 2)
    #expect(told.contains("I stopped."))
    let texts = await stage.turns.turns.map(\.text)
    #expect(told.last == "I spoke.", "\(told) \(texts)")
  }

  @Test func `an interruption and a draft that was dropped are told with their reasons`()
    async throws
  {
    let replier = ScriptedReplier(saying: [
      "Never heard.", String(repeating: "Rome is lovely at this time of the year. ", count: 9),
    ])
    var stage = try Stage(
      hearing: ["I want to go.", "I want to go to Rome."], over: ["What about Paris?"],
      replier: replier, completion: 0.3)
    await stage.pass(800, speaking: true)
    await stage.pass(300)
    await stage.pass(600, speaking: true)
    await stage.pass(4000)
    await stage.pass(1000, speaking: true)
    await stage.settle()
    let trace = try await trace(stage)
    #expect(trace.replay().difference == nil)
    let lines = TurnStory(trace).lines
    #expect(lines.contains { $0.what == "I threw the draft away." && $0.why == "You went on." })
    #expect(lines.contains { $0.what == "I stopped." && $0.why == "You talked over me." })
    let spoken = try #require(lines.first { $0.what == "I spoke." })
    #expect(spoken.why.contains("only its beginning"))
  }

  @Test func `typed words have a trace too`() async throws {
    let replier = ScriptedReplier(saying: ["Hello."])
    var stage = try Stage(replier: replier)
    await stage.conversation.write("Hi.")
    await stage.settle()
    await stage.pass(2000)
    await stage.settle()
    let trace = try await trace(stage)
    #expect(trace.lastWordEnd == nil && !trace.isCut)
    #expect(whats(trace).first == "You wrote to me.")
    #expect(trace.replay().difference == nil)
    let story = TurnStory(trace)
    #expect(story.legend.contains("your words came") && !story.legend.contains("last word"))
    // Nothing had to be made out, and the mark of their coming is not cut at the edge.
    #expect(!whats(trace).contains("I had made out your words."))
    #expect(story.lines[0].from == 0)
    #expect(story.drawn.lowerBound < 0 && -story.drawn.lowerBound * 20 <= story.drawn.upperBound)
  }

  @Test(arguments: [
    ("What is two plus two?", "I worked this out myself."), ("Louder.", "I did this myself."),
  ])
  func `what code answers says that no model was asked`(words: String, told: String) async throws {
    let replier = ScriptedReplier(saying: [])
    var stage = try Stage(replier: replier, errands: .plain())
    await stage.conversation.write(words)
    await stage.settle()
    await stage.pass(2000)
    await stage.settle()
    let trace = try await trace(stage)
    let line = TurnStory(trace).lines.first { $0.lane == .thought }
    #expect(line?.what == told && line?.why == "No model was asked.")
    #expect(TurnStory(trace).lines.filter { $0.lane == .thought }.count == 1)
    #expect(try TurnTrace(json: Array(trace.json.utf8)) == trace)
    #expect(replier.prompts.isEmpty)
  }

  @Test func `what went wrong is in the trace as a code`() async throws {
    let gone = Problem(.brainUnreachable, "It is not there.", action: "Start it.")
    var stage = try Stage(
      hearing: ["Hello."], replier: ScriptedReplier([.failing([], gone), .failing([], gone)]))
    await stage.pass(800, speaking: true)
    await stage.pass(3000)
    await stage.settle()
    let lines = TurnStory(try await trace(stage)).lines
    #expect(lines.contains { $0.why == "The problem is called brain unreachable." })
    #expect(lines.last?.what == "Nothing of my reply was heard.")
  }
}
