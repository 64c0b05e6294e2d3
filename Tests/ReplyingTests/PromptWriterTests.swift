import Dialogue
import Personality
import Replying
import Testing

private func history(pairs: Int) -> [Turn] {
  (0..<pairs).flatMap { index -> [Turn] in
    let id = Int64(index * 2 + 1)
    return [
      Turn(id: id, speaker: .person, text: "word \(index)", ending: .whole, startedAt: id),
      Turn(
        id: id + 1, speaker: .companion, text: "answer \(index)", ending: .whole, startedAt: id,
        answers: id),
    ]
  }
}

private let now = PromptWriter.Situation(moment: "Monday, 30 November 2026, 18:29")

@Test func `roles alternate and the person's words come last, behind what is true now`() throws {
  let writer = PromptWriter(persona: try .mira(), window: .small)
  for pairs in 0..<30 {
    let prompt = writer.prompt(answering: "Hello?", after: history(pairs: pairs), in: now)
    #expect(prompt.messages.first?.role == .system)
    for (a, b) in zip(prompt.messages.dropFirst(), prompt.messages.dropFirst(2)) {
      #expect(a.role != b.role)
    }
    #expect(prompt.messages.last?.role == .user)
    #expect(prompt.messages.last?.text == "(It is Monday, 30 November 2026, 18:29.) Hello?")
  }
}

@Test func `each prompt begins with the exact prompt before it, except at a step of the window`()
  throws
{
  let writer = PromptWriter(persona: try .mira(), window: .small)
  let examples = try Persona.mira().examples.count
  var steps = 0
  for pairs in 0..<60 {
    let before = writer.prompt(answering: "", after: history(pairs: pairs), in: now)
    let after = writer.prompt(answering: "", after: history(pairs: pairs + 1), in: now)
    let stable = before.messages.dropLast()
    if Array(after.messages.prefix(stable.count)) != Array(stable) { steps += 1 }
    let shown = (before.messages.count - 2 - examples * 2) / 2
    #expect(shown <= 10)
    #expect(pairs < 6 || shown >= 6)
  }
  #expect(steps == (60 - 6) / 4)
}

@Test func `words read ahead are a prefix of the prompt that answers them`() throws {
  let writer = PromptWriter(persona: try .mira(), window: .usual)
  let ahead = writer.prompt(answering: "", after: history(pairs: 3), in: now)
  let whole = writer.prompt(answering: "How are you?", after: history(pairs: 3), in: now)
  #expect(ahead.messages.dropLast() == whole.messages.dropLast())
  #expect(whole.messages.last?.text.hasPrefix(ahead.messages.last?.text ?? "?") == true)
}

@Test func `two goes without an answer are shown as one, and a cut reply is shown as heard`() throws
{
  let writer = PromptWriter(persona: try .mira(), window: .usual)
  let turns = [
    Turn(id: 1, speaker: .person, text: "I went to", ending: .whole, startedAt: 0),
    Turn(id: 2, speaker: .person, text: "the sea.", ending: .whole, startedAt: 1),
    Turn(
      id: 3, speaker: .companion, text: "How lovely, was", ending: .cut, startedAt: 2, answers: 2),
  ]
  let prompt = writer.prompt(
    answering: "Wait.", after: turns, in: .init(moment: "now", wasInterrupted: true))
  #expect(
    prompt.messages.suffix(3).map(\.text) == [
      "I went to the sea.", "How lovely, was",
      "(It is now. You were interrupted: they heard only what stands above.) Wait.",
    ])
}

@Test func `a conversation whose last go was never answered still alternates`() throws {
  let writer = PromptWriter(persona: try .mira(), window: .usual)
  let turns = [Turn(id: 1, speaker: .person, text: "Hello?", ending: .whole, startedAt: 0)]
  let prompt = writer.prompt(answering: "Are you there?", after: turns, in: now)
  #expect(prompt.messages.last?.text.hasPrefix("Hello? (It is") == true)
}

@Test(arguments: [
  String(repeating: "x ", count: 7000), String(repeating: "Guten Tag. ", count: 2000),
  String(repeating: "🐻", count: 4000), String(repeating: "a", count: 60_000),
  "東京" + String(repeating: "京", count: 9000),
])
func `a small model is never shown more than it bears, and gets over a very long message`(
  long: String
) throws {
  let writer = PromptWriter(persona: try .mira(), window: .small)
  func shown(_ prompt: Prompt) -> Int {
    prompt.messages.reduce(0) { $0 + $1.text.utf8.count }
  }
  let usual = shown(writer.prompt(answering: "Hi.", after: [], in: now))
  let asked = writer.prompt(answering: long + "what?", after: [], in: now)
  #expect(asked.messages.last?.text.hasSuffix("what?") == true)
  #expect(asked.messages.last?.text.contains(" … ") == true)
  #expect(shown(asked) - usual < 9_000)
  let turns = (0..<10).flatMap { index -> [Turn] in
    let id = Int64(index * 2 + 1)
    return [
      Turn(id: id, speaker: .person, text: long, ending: .whole, startedAt: id),
      Turn(
        id: id + 1, speaker: .companion, text: long, ending: .whole, startedAt: id, answers: id),
    ]
  }
  let later = writer.prompt(answering: "And now?", after: turns, in: now)
  #expect(shown(later) - usual < 18_000)
  #expect(later.messages.last?.text.hasSuffix("And now?") == true)
}
