import Language
import Testing

struct ReplyProseTests {
  @Test(arguments: [
    ("It is **four**.", "It is **four**."), ("<think>Hm.</think>\n\nFour.", "Four."),
    ("They ask.\nSo?</think>\nFour.", "Four."), ("2 < 3", "2 < 3"), ("<think>For ever", ""),
    ("", ""), ("<b", "<b"),
  ])
  func `what is shown of a reply, however it is cut`(written: String, shown: String) {
    for size in [1, 2, 3, 7, 100] {
      var prose = ReplyProse()
      var rest = written[...]
      while !rest.isEmpty {
        _ = prose.feed(String(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      _ = prose.finish()
      #expect(prose.text == shown, "in pieces of \(size)")
    }
  }

  @Test func `the pieces together are the text`() {
    var prose = ReplyProse()
    var shown = ""
    for letter in "<think>Why?</think>\n\n Well, a < b." { shown += prose.feed(String(letter)) }
    shown += prose.finish()
    #expect(shown == "Well, a < b." && shown == prose.text)
    #expect(!shown.contains("Why"))
  }
}
