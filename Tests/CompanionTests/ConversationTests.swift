import Companion
import Dialogue
import Journal
import Sound
import Speaking
import TestSupport
import Testing

private let unreachable = Problem(.brainUnreachable, "It is not there.", action: "Start it.")

@Test func `what was said is kept, answered out loud and the answer is kept`() async throws {
  let replier = ScriptedReplier(saying: ["Hello there. How are you?"])
  var stage = try Stage(hearing: ["Good morning."], replier: replier)
  try await stage.conversation.open()
  await stage.pass(300)
  await stage.pass(800, speaking: true)
  let heard = await stage.pass(4000)
  #expect(heard.filter(\.isSpeech).count >= 24, "five words of 100 ms")
  let turns = await stage.turns.turns
  #expect(turns.map(\.text) == ["Good morning.", "Hello there. How are you?"])
  #expect(turns.map(\.ending) == [.whole, .whole])
  #expect(turns.last?.answers == 1)
  let timeline = try #require(stage.events.replies.first?.timeline)
  let stages = [
    timeline.lastWordEnd, timeline.turnEnd, timeline.transcript, timeline.firstAudio, timeline.done,
  ].map { $0?.samples ?? -1 }
  #expect(stages == stages.sorted() && stages.allSatisfy { $0 > 0 })
  let made = [
    timeline.lastWordEnd, timeline.firstToken, timeline.firstSentence, timeline.firstAudio,
  ].map { $0?.samples ?? -1 }
  #expect(made == made.sorted() && made.allSatisfy { $0 > 0 })
}

@Test func `the next prompt holds the conversation so far`() async throws {
  let replier = ScriptedReplier(saying: ["One.", "Two."])
  var stage = try Stage(hearing: ["First.", "Second."], replier: replier)
  for _ in 0..<2 {
    await stage.pass(800, speaking: true)
    await stage.pass(3000)
  }
  #expect(replier.prompts.count == 2)
  let last = try #require(replier.prompts.last).messages.suffix(3).map(\.text)
  #expect(last == ["First.", "One.", "(It is noon.) Second."])
}

@Test func `a conversation goes on where an earlier one ended`() async throws {
  let earlier = [
    Turn(id: 1, speaker: .person, text: "My sister lives in Lisbon.", ending: .whole, startedAt: 0),
    Turn(id: 2, speaker: .companion, text: "Lovely.", ending: .whole, startedAt: 0, answers: 1),
  ]
  let replier = ScriptedReplier(saying: ["In Lisbon."])
  var stage = try Stage(
    hearing: ["Where?"], replier: replier, turns: ScriptedTurns(earlier))
  try await stage.conversation.open()
  await stage.pass(800, speaking: true)
  await stage.pass(3000)
  #expect(
    replier.prompts.first?.messages.contains { $0.text == "My sister lives in Lisbon." } == true)
}

@Test func `talking over a reply stops it, and only what was heard is kept`() async throws {
  let words = (1...25).map { "word\($0)" }.joined(separator: " ") + "."
  let replier = ScriptedReplier([
    .hanging([.text(words + " More follows here.")]), .events([.text("Yes?"), .finished(.stop)]),
  ])
  var stage = try Stage(hearing: ["Tell me.", "Stop."], replier: replier)
  await stage.pass(800, speaking: true)
  // The model never ends, so time has to pass while it computes.
  var now = SampleTime(milliseconds: 800)
  func pass(_ milliseconds: Int, speaking: Bool, stopAt: Bool = false) async -> Int {
    var silentFrames = 0
    for _ in 0..<milliseconds / 20 {
      let samples: [Int16] = (0..<480).map { speaking ? ($0 % 40 < 20 ? 12_000 : -12_000) : 0 }
      let output = await stage.conversation.hear(Frame(start: now, samples: samples))
      now = now + Frame.span
      silentFrames = output.isSpeech ? 0 : silentFrames + 1
      for _ in 0..<20 { await Task.yield() }
    }
    return silentFrames
  }
  _ = await pass(1900, speaking: false)
  let silent = await pass(700, speaking: true)
  #expect(silent >= 10, "the reply has been silent since about 350 ms after the interruption")
  _ = await pass(3000, speaking: false)
  await stage.settle()
  let kept = await stage.turns.turns
  #expect(replier.cancelled == 1)
  #expect(kept.map(\.speaker) == [.person, .companion, .person, .companion])
  #expect(kept[1].ending == .cut)
  #expect(words.hasPrefix(kept[1].text) && !kept[1].text.isEmpty)
  #expect(kept[1].text.split(separator: " ").count < 25)
  let prompt = try #require(replier.prompts.last)
  #expect(prompt.messages.suffix(2).first?.text == kept[1].text)
  #expect(prompt.messages.last?.text.contains("interrupted") == true)
}

@Test func `a model that fails in the middle leaves an incomplete reply and a problem`()
  async throws
{
  let replier = ScriptedReplier([.failing([.text("Well, I think that")], unreachable)])
  var stage = try Stage(hearing: ["Why?"], replier: replier)
  await stage.pass(800, speaking: true)
  await stage.pass(3000)
  let kept = await stage.turns.turns
  #expect(kept.map(\.text) == ["Why?", "Well, I think that"])
  #expect(kept.last?.ending == .incomplete)
  #expect(stage.events.problems == [unreachable])
  #expect(stage.events.replies.first?.isComplete == false)
}

@Test func `a model that is not there loses no word`() async throws {
  let replier = ScriptedReplier([.failing([], unreachable)])
  var stage = try Stage(hearing: ["Are you there?"], replier: replier)
  await stage.pass(800, speaking: true)
  await stage.pass(2000)
  #expect(await stage.turns.turns.map(\.text) == ["Are you there?"])
  #expect(stage.events.problems == [unreachable])
  #expect(await stage.conversation.isIdle)
}

@Test func `a model that says nothing is told as a problem`() async throws {
  var stage = try Stage(hearing: ["Hm?"], replier: ScriptedReplier([.events([.finished(.stop)])]))
  await stage.pass(800, speaking: true)
  await stage.pass(2000)
  #expect(stage.events.problems.map(\.code) == [.brainSilent])
}

@Test func `a stream that breaks off is never kept as whole`() async throws {
  let replier = ScriptedReplier([.events([.text("I was going to"), .finished(.brokeOff)])])
  var stage = try Stage(hearing: ["What?"], replier: replier)
  await stage.pass(800, speaking: true)
  await stage.pass(3000)
  #expect(await stage.turns.turns.last?.ending == .incomplete)
}

@Test func `without a voice the reply goes on in writing`() async throws {
  let mute = Problem(.voiceFailed, "It can't speak.", action: "Run kith doctor.")
  let replier = ScriptedReplier(saying: ["I am still here. Really."])
  var stage = try Stage(hearing: ["Hello?"], replier: replier, voice: ScriptedVoice(failing: mute))
  await stage.pass(800, speaking: true)
  await stage.pass(2000)
  #expect(stage.events.problems == [mute])
  #expect(await stage.turns.turns.last?.text == "I am still here. Really.")
}

@Test func `a full disk is told, nothing is acknowledged and the conversation goes on`()
  async throws
{
  let full = Problem(.diskFull, "There is no room.", action: "Free some.")
  let replier = ScriptedReplier(saying: ["Never heard.", "Fine."])
  var stage = try Stage(hearing: ["One.", "Two."], replier: replier)
  await stage.turns.fail(with: full)
  await stage.pass(800, speaking: true)
  await stage.pass(2000)
  #expect(stage.events.problems == [full])
  #expect(stage.events.replies.isEmpty)
  await stage.turns.fail(with: nil)
  await stage.pass(800, speaking: true)
  await stage.pass(2000)
  #expect(await stage.turns.turns.map(\.text) == ["Two.", "Fine."])
}

@Test func `noise without words is no turn`() async throws {
  let replier = ScriptedReplier(saying: ["?"])
  var stage = try Stage(hearing: ["[BLANK_AUDIO]"], replier: replier)
  await stage.pass(800, speaking: true)
  await stage.pass(2000)
  #expect(await stage.turns.turns.isEmpty)
  #expect(replier.prompts.isEmpty)
  #expect(await stage.conversation.isIdle)
}

@Test func `typed words are answered in writing without any sound`() async throws {
  let replier = ScriptedReplier(saying: ["Written **answer**. Done."])
  let stage = try Stage(replier: replier, voice: nil)
  await stage.conversation.write("Hello.")
  await stage.settle()
  #expect(await stage.turns.turns.map(\.text) == ["Hello.", "Written answer. Done."])
}

@Test func `reasoning is neither spoken nor kept`() async throws {
  let replier = ScriptedReplier([
    .events([
      .reasoning("Let me see."), .text("<think>Is it"), .text(" so?</think>Yes."), .finished(.stop),
    ])
  ])
  let stage = try Stage(replier: replier, voice: nil)
  await stage.conversation.write("Is it?")
  await stage.settle()
  #expect(await stage.turns.turns.last?.text == "Yes.")
  #expect(stage.events.replies.first?.reasoningHidden == true)
}

@Test func `what turns out to be reasoning is not spoken, even when it was whole sentences`()
  async throws
{
  let replier = ScriptedReplier([
    .events([
      .text("The person asks. I will think about that. "), .text("Let me see.</think>Yes."),
      .finished(.stop),
    ])
  ])
  var stage = try Stage(hearing: ["Is it?"], replier: replier)
  await stage.pass(800, speaking: true)
  await stage.pass(3000)
  let reply = try #require(stage.events.replies.first)
  #expect(reply.spoken == "Yes." && reply.written == "Yes.")
  #expect(reply.reply?.text == "Yes.")
  #expect(reply.reasoningHidden)
}

@Test func `a stream that breaks off is told as a problem, and a thought is never shown`()
  async throws
{
  let replier = ScriptedReplier([
    .events([.text("<think>Secret.</think>I was going"), .finished(.brokeOff)])
  ])
  let stage = try Stage(replier: replier, voice: nil)
  await stage.conversation.write("What?")
  await stage.settle()
  #expect(stage.events.problems.map(\.code) == [.brainBrokeOff])
  #expect(stage.events.replies.first?.written == "I was going")
  let shown = stage.events.all.compactMap {
    if case .replyText(let text) = $0 { text } else { nil }
  }
  #expect(shown.joined() == "I was going")
}

@Test func `a written reply that is stopped is kept as far as it was shown`() async throws {
  let replier = ScriptedReplier([.hanging([.text("One sentence. And half of ano")])])
  let stage = try Stage(replier: replier, voice: nil)
  await stage.conversation.write("Go on.")
  while !stage.events.all.contains(where: { if case .replyText = $0 { true } else { false } }) {
    await Task.yield()
  }
  await stage.conversation.close()
  let kept = await stage.turns.turns
  #expect(kept.last?.text == "One sentence. And half of ano")
  #expect(kept.last?.ending == .cut)
  #expect(stage.events.replies.count == 1)
}

@Test func `who waits for an answer learns that there is none`() async throws {
  let full = Problem(.diskFull, "There is no room.", action: "Free some.")
  let stage = try Stage(replier: ScriptedReplier([]), voice: nil)
  await stage.turns.fail(with: full)
  await stage.conversation.write("Hello.")
  await stage.conversation.close()
  #expect(stage.events.all.suffix(2) == [.problem(full), .nothingSaid])
}

@Test func `words that are stopped before the model is asked are kept and told`() async throws {
  let stage = try Stage(replier: ScriptedReplier(saying: ["Never."]), voice: nil)
  await stage.conversation.write("First.")
  await stage.conversation.write("Second.")
  await stage.conversation.close()
  let kept = await stage.turns.turns
  #expect(kept.filter { $0.speaker == .person }.map(\.text) == ["First.", "Second."])
  #expect(stage.events.replies.map(\.person.text) == ["First.", "Second."])
}
