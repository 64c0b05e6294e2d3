import Speaking
import Testing

struct ReplyTextTests {
  @Test(arguments: [
    ("Here is how.\n\n```swift\n", "Here is how."), ("Here is how:\n```\n", "Here is how:"),
    ("Look here.\n\n", "Look here."), ("Look here.\n|", "Look here."),
    ("Look here.\n| a | b |\n|---|", "Look here."), ("These are they:\n- m", "These are they:"),
    ("These are they:\n1. m", "These are they:"), ("First this.\n## T", "First this."),
    ("# Dinner\n", "Dinner."), ("- milk\n", "milk."), ("So it is.\n---\n", "So it is."),
    ("Let me look. <tool_call>", "Let me look."), ("Let me look.\n{\"", "Let me look."),
    ("He said \"no.\n\n", "He said \"no."), ("これは\n\n", "これは"),
  ])
  func `a sentence is out before what follows it is written`(text: String, sentence: String) {
    var reply = ReplyText(cutsFirstClause: false)
    var out: [String] = []
    for scalar in text.unicodeScalars { out += reply.feed(String(scalar)).map(\.written) }
    #expect(out == [sentence])
  }

  @Test func `a thought or a mark in the middle ends no sentence`() {
    for text in ["I am <think>no</think> here.", "I am here, *so* **to say**."] {
      var reply = ReplyText(cutsFirstClause: false)
      #expect(reply.feed(text).isEmpty)
    }
  }
}
