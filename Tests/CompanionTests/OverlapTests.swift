import Companion
import Dialogue
import Sound
import Speaking
import TestSupport
import Testing

private let long = "One two three four five six seven eight nine ten eleven twelve thirteen."

/// A reply that is being heard: 13 words of 100 ms, and more behind them.
private func speaking(_ over: [String], then words: [String] = []) async throws -> Stage {
  let replier = ScriptedReplier([
    .events([.text(long + " " + long), .finished(.stop)]),
    .events([.text("Yes?"), .finished(.stop)]),
  ])
  var stage = try Stage(hearing: words, over: over, replier: replier)
  await stage.conversation.write("Tell me.")
  await stage.settle()
  await stage.pass(300)
  return stage
}

extension EventLog {
  fileprivate var ducks: [Bool] {
    all.compactMap { if case .ducked(_, let isDucked) = $0 { isDucked } else { nil } }
  }

  fileprivate var isInterrupted: Bool {
    all.contains { if case .interrupted = $0 { true } else { false } }
  }
}

@Test func `somebody who talks over a reply ducks it at once and stops it`() async throws {
  var stage = try await speaking(["what about the garden"], then: ["What about the garden?"])
  let heard = await stage.pass(700, speaking: true)
  #expect(stage.events.ducks == [true])
  #expect(stage.events.isInterrupted)
  #expect(heard.firstIndex { !$0.isSpeech }.map { $0 * 20 } ?? 0 <= 480)
  await stage.pass(2500)
  let kept = await stage.turns.turns
  #expect(kept.map(\.text).suffix(2) == ["What about the garden?", "Yes?"])
}

@Test(arguments: ["mm-hm", "yeah right", "okay", "ha ha ha"])
func `a backchannel lets the reply go on at the same word`(words: String) async throws {
  var stage = try await speaking([words, words, words])
  let over = await stage.pass(500, speaking: true)
  let after = await stage.pass(900)
  #expect(stage.events.ducks == [true, false])
  #expect(!stage.events.isInterrupted)
  let silent = (over + after).filter { !$0.isSpeech }
  #expect(silent.count <= 3, "only the pause between two sentences")
  await stage.pass(3000)
  let kept = await stage.turns.turns
  #expect(kept.map(\.text) == ["Tell me.", long + " " + long])
  #expect(kept.last?.ending == .whole)
}

@Test func `what sounds like the reply's own words does not stop it`() async throws {
  var stage = try await speaking(["three four five", "six seven eight", "nine ten"])
  await stage.pass(700, speaking: true)
  #expect(!stage.events.isInterrupted)
}

@Test func `stop acts sooner than other words`() async throws {
  var stage = try await speaking(["stop"], then: ["Stop."])
  let heard = await stage.pass(400, speaking: true)
  #expect(stage.events.isInterrupted)
  #expect(heard.firstIndex { !$0.isSpeech }.map { $0 * 20 } ?? 999 <= 320)
}

@Test func `somebody who stops a reply and says nothing is asked to go on`() async throws {
  var stage = try await speaking(["what about"], then: [""])
  await stage.pass(500, speaking: true)
  #expect(stage.events.isInterrupted)
  let after = await stage.pass(4000)
  #expect(after.filter(\.isSpeech).count == 15, "three words of 100 ms")
  let asides = stage.events.all.filter {
    switch $0 {
    case .asideBegan, .asideEnded: true
    default: false
    }
  }
  #expect(asides.count == 2)
  let kept = await stage.turns.turns
  #expect(kept.map(\.speaker) == [.person, .companion], "the apology is not kept")
  #expect(await stage.conversation.isIdle)
}

@Test func `an invitation that is talked over makes room for what is said`() async throws {
  var stage = try await speaking(["what about", "the garden"], then: ["", "The garden, please."])
  await stage.pass(500, speaking: true)
  await stage.pass(3000, until: \.isSpeech)
  await stage.pass(900, speaking: true)
  await stage.pass(2500)
  let kept = await stage.turns.turns
  #expect(kept.map(\.text).suffix(2) == ["The garden, please.", "Yes?"])
}

@Test func `the next prompt knows that the reply was stopped`() async throws {
  let replier = ScriptedReplier([
    .hanging([.text(long + " More follows here.")]), .events([.text("Yes?"), .finished(.stop)]),
  ])
  let stage = try Stage(replier: replier)
  await stage.conversation.write("Tell me.")
  var now = SampleTime.zero
  for _ in 0..<60 {
    _ = await stage.conversation.hear(.silence(at: now))
    now = now + Frame.span
    for _ in 0..<20 { await Task.yield() }
  }
  await stage.conversation.stop()
  await stage.conversation.write("And?")
  await stage.settle()
  #expect(replier.cancelled == 1)
  #expect(replier.prompts.last?.messages.last?.text.contains("interrupted") == true)
}
