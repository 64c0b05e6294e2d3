import Companion
import Dialogue
import Language
import Skills
import Sound
import Speaking
import Synchronization
import TestSupport
import Testing

/// What was kept for good by orders.
final class Keepsakes: Sendable {
  private let kept = Mutex<(speeds: [Double], phrases: [String])>(([], []))
  var speeds: [Double] { kept.withLock { $0.speeds } }
  var phrases: [String] { kept.withLock { $0.phrases } }
  func keep(speed: Double) { kept.withLock { $0.speeds.append(speed) } }
  func keep(phrase: String) { kept.withLock { $0.phrases.append(phrase) } }
}

extension Errands {
  /// Errands at noon of the first day, without timers.
  static func plain(_ keepsakes: Keepsakes = Keepsakes()) -> Errands {
    Errands(
      name: "Mira",
      clock: LocalClock(
        now: { 1_000 },
        wall: { _ in WallTime(day: CalendarDay(number: 0), hour: 12, minute: 0) },
        instant: { _ in nil }), timers: nil, speeds: 0.7...1.3,
      keepSpeed: { keepsakes.keep(speed: $0) }, keepWakePhrase: { keepsakes.keep(phrase: $0) })
  }
}

@Suite(.timeLimit(.minutes(1))) struct OrderTests {
  private func write(_ words: String, _ stage: inout Stage) async {
    await stage.conversation.write(words)
    await stage.settle()
    await stage.pass(15_000) { $0.isLast }
    await stage.settle()
  }

  private func shown(to replier: ScriptedReplier) -> [String] {
    replier.prompts.flatMap { $0.messages.map(\.text) }
  }

  @Test func `what code knows is said like a reply, without asking the model, which sees it later`()
    async throws
  {
    let replier = ScriptedReplier(saying: ["Gladly."])
    var stage = try Stage(replier: replier, errands: .plain())
    await write("What's 17 times 23?", &stage)
    #expect(replier.prompts.isEmpty)
    let answer = try #require(await stage.turns.turns.last)
    #expect(answer.speaker == .companion && answer.text.contains("391") && answer.ending == .whole)
    await write("Tell me about the sea.", &stage)
    #expect(shown(to: replier).contains(answer.text))
  }

  @Test func `the model never sees an order, nor what was said to it`() async throws {
    let replier = ScriptedReplier(saying: ["Gladly."])
    let keepsakes = Keepsakes()
    var stage = try Stage(replier: replier, errands: .plain(keepsakes))
    await write("Could you speak a bit slower, please?", &stage)
    await write("Louder.", &stage)
    await write("Good night.", &stage)
    await write("Tell me about the sea.", &stage)
    #expect(keepsakes.speeds == [0.9])
    let orders = stage.events.all.compactMap {
      if case .ordered(let order) = $0 { order } else { nil }
    }
    #expect(orders == [.settings, .louder, .sleep])
    let kept = await stage.turns.turns
    #expect(kept.count == 8)
    for text in kept.prefix(6).map(\.text) {
      #expect(!shown(to: replier).contains { $0.contains(text) }, "\(text)")
    }
  }

  @Test func `after a fresh start the model is shown nothing from before`() async throws {
    let replier = ScriptedReplier(saying: ["It is deep.", "It is high."])
    let turns = ScriptedTurns()
    var stage = try Stage(replier: replier, turns: turns, errands: .plain())
    await write("Tell me about the sea.", &stage)
    await write("Let's start over.", &stage)
    // Also after a restart.
    let later = ScriptedReplier(saying: ["It is high."])
    var again = try Stage(replier: later, turns: turns, errands: .plain())
    try await again.conversation.open()
    await write("Tell me about the sky.", &again)
    let messages = shown(to: later)
    #expect(messages.contains { $0.contains("the sky") })
    #expect(!messages.contains { $0.contains("the sea") || $0.contains("deep") })
    #expect(await turns.turns.count == 6)
  }

  @Test func `the rest of a reply that was stopped is said when it is asked for`() async throws {
    let replier = ScriptedReplier(
      saying: ["One two three four. Five six seven eight. Nine ten.", "Well."])
    var stage = try Stage(replier: replier, errands: .plain())
    await stage.conversation.write("Count.")
    await stage.settle()
    // The first sentence, and a part of the second.
    await stage.pass(600)
    await stage.conversation.write("stop")
    await stage.settle()
    await stage.pass(200)
    await write("keep going", &stage)
    let texts = await stage.turns.turns.filter { $0.speaker == .companion }.map(\.text)
    #expect(texts.count == 2)
    #expect(texts.first?.hasPrefix("One two three four.") == true)
    #expect(texts.last == "Five six seven eight. Nine ten.")
    #expect(replier.prompts.count == 1)
    await write("Tell me about the sea.", &stage)
    let messages = shown(to: replier)
    #expect(messages.contains { $0.hasSuffix("Five six seven eight. Nine ten.") })
    #expect(!messages.contains { $0.contains("keep going") || $0 == "stop" })
  }

  @Test func `without a reply that was stopped, keep going is for the model`() async throws {
    let replier = ScriptedReplier(saying: ["With what?"])
    var stage = try Stage(replier: replier, errands: .plain())
    await write("Keep going.", &stage)
    #expect(replier.prompts.count == 1)
  }

  @Test func `a new wake phrase is kept only after a yes`() async throws {
    let keepsakes = Keepsakes()
    let replier = ScriptedReplier(saying: ["Gladly.", "Gladly."])
    var stage = try Stage(replier: replier, errands: .plain(keepsakes))
    await write("Change your wake phrase to hey Robin.", &stage)
    #expect(await stage.turns.turns.last?.text.contains("hey robin") == true)
    await write("no", &stage)
    #expect(keepsakes.phrases == [])
    await write("yes", &stage)
    #expect(keepsakes.phrases == [] && replier.prompts.count == 1)
    await write("Change your wake phrase to hey Robin.", &stage)
    await write("hmm", &stage)
    await write("Yes, please.", &stage)
    #expect(keepsakes.phrases == ["hey robin"] && replier.prompts.count == 1)
  }

  @Test func `what can't be kept is left to the model, without a promise`() async throws {
    let replier = ScriptedReplier(saying: ["I see.", "I see."])
    var stage = try Stage(replier: replier, errands: .plain())
    await write("Remember that my sister lives in Lisbon.", &stage)
    await write("What do you remember about my sister?", &stage)
    #expect(replier.prompts.count == 2)
  }
}
