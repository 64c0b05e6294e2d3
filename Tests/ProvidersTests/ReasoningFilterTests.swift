import TestSupport
import Testing

@testable import Providers

private func sorted(
  _ pieces: [String], hold: ReasoningFilter.Hold = .nothing
) -> (said: String, thought: String) {
  var filter = ReasoningFilter(hold: hold)
  var (said, thought) = ("", "")
  for piece in pieces.map({ filter.feed($0) }) + [filter.end()] {
    for stretch in piece {
      switch stretch {
      case .said(let text): said += text
      case .thought(let text): thought += text
      }
    }
  }
  return (said, thought)
}

struct ReasoningFilterTests {
  static let table: [(text: String, said: String, thought: String)] = [
    ("Hello.", "Hello.", ""),
    ("<think>a b</think>Hello.", "Hello.", "a b"),
    ("<think>\n a\n</think>\n\n Hello.", "Hello.", "a"),
    ("<THINK>a</Think>b", "b", "a"),
    ("<thinking>a</thinking>b", "b", "a"),
    ("<thought>a</thought>b", "b", "a"),
    ("<reasoning>a</reasoning>b", "b", "a"),
    ("Sure. <think>a</think> Fine.", "Sure. Fine.", "a"),
    ("<think>a<b</think>c", "c", "a<b"),
    ("<think>a", "", "a"),
    ("<think>", "", ""),
    ("I <3 you", "I <3 you", ""),
    ("a < b", "a < b", ""),
    ("a <", "a <", ""),
    ("<thin", "<thin", ""),
    ("<thinker>x", "<thinker>x", ""),
    ("Write `<think>` now", "Write `<think>` now", ""),
    ("Say \"<think>\" now", "Say \"<think>\" now", ""),
    ("It`s\n<think>a</think>b", "It`s\nb", "a"),
    ("Bye.<|im_end|>", "Bye.", ""),
    ("Bye.</s>", "Bye.", ""),
    ("Bye.<end_of_turn>\nuser: x", "Bye.", ""),
    ("<think>a<|im_end|>b", "", "a"),
    ("x <tool_call>{}</tool_call>", "x <tool_call>{}</tool_call>", ""),
  ]

  @Test(arguments: table)
  func `thoughts and words are told apart wherever they are cut`(
    text: String, said: String, thought: String
  ) {
    let letters = text.map(String.init)
    #expect(sorted([text]) == (said, thought))
    #expect(sorted(letters) == (said, thought))
    for place in 0...letters.count {
      let cut = [letters[..<place].joined(), letters[place...].joined()]
      #expect(sorted(cut) == (said, thought))
    }
  }

  @Test func `a thought that is only closed is held back as far as it was asked for`() {
    let text = ["internal ", "reasoning</thi", "nk>Good morning."]
    #expect(sorted(text, hold: .firstSentence) == ("Good morning.", "internal reasoning"))
    #expect(sorted(text, hold: .untilClosed) == ("Good morning.", "internal reasoning"))
    let long = ["First. Second. ", "Third.</think>Good morning."]
    #expect(sorted(long, hold: .untilClosed) == ("Good morning.", "First. Second. Third."))
    #expect(sorted(long, hold: .firstSentence).said == "First. Second. Third.Good morning.")
  }

  @Test func `what is held back comes out in the end`() {
    #expect(sorted(["No thought here"], hold: .untilClosed).said == "No thought here")
    #expect(sorted(["No end"], hold: .firstSentence).said == "No end")
    let endless = String(repeating: "a", count: 40_000)
    #expect(sorted([endless], hold: .untilClosed).said.count < 10_000)
  }

  @Test func `the first sentence is let go as soon as it is whole`() {
    var filter = ReasoningFilter(hold: .firstSentence)
    #expect(filter.feed("Well, yes") == [])
    #expect(filter.feed(".") == [.said("Well, yes.")])
    #expect(filter.feed(" And") == [.said(" And")])
  }
}
