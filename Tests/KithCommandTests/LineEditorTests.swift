import Testing

@testable import KithCommand

struct LineEditorTests {
  private func typed(_ keys: String, width: Int = 80) -> (editor: LineEditor, shown: String) {
    var editor = LineEditor(column: 5)
    editor.width = width
    let shown = keys.utf8.reduce(into: "") { $0 += editor.type($1).shown }
    return (editor, shown)
  }

  @Test(arguments: [
    ("hello", "hello"), ("hellp\u{7F}o", "hello"), ("hellp\u{8}o", "hello"),
    ("one two \u{17}", "one "), ("one two\u{15}", ""), ("\u{7F}\u{7F}a", "a"),
    ("a\tb", "a b"), ("a\u{1B}[Ab\u{1B}[1;5Cc\u{1B}OHd", "abcd"), ("a\u{0C}\u{01}b", "ab"),
    ("漢é👩🏽‍🚀", "漢é👩🏽‍🚀"), ("漢é👩🏽‍🚀\u{7F}", "漢é"), ("a\u{4}b", "ab"),
  ])
  func `what is typed`(keys: String, text: String) {
    #expect(typed(keys).editor.text == text)
  }

  @Test func `the line is given with the key that ends it, and the next one begins`() {
    var (editor, shown) = typed("hi")
    #expect(shown == "hi")
    #expect(editor.type(10) == LineEditor.Step(shown: "\n", line: "hi"))
    #expect(editor.text == "")
    #expect(editor.type(4) == LineEditor.Step(isEnd: true))
  }

  @Test func `bytes that are no text are passed over`() {
    var editor = LineEditor(column: 0)
    for byte: UInt8 in [0xFF, 0x80, 0xC3, 0x41, 0xE2, 0x82, 0x0A] { _ = editor.type(byte) }
    #expect(editor.text == "")
    for byte: UInt8 in [0xC3, 0x41, 0xF0, 0x9F, 0x98, 0x80] { _ = editor.type(byte) }
    #expect(editor.text == "A😀")
  }

  @Test func `an erased character leaves the line as if it was never typed`() {
    // Back to the start of the row, to the last character that stays, and that one anew.
    #expect(typed("abc\u{7F}").shown == "abc\r\u{1B}[6C\u{1B}[Jb")
  }

  @Test func `erasing goes back over the end of a row`() {
    #expect(typed("abcdefgh\u{15}", width: 10).shown == "abcdefgh\r\u{1B}[1A\u{1B}[5C\u{1B}[J")
    // A full row: the cursor has not left it yet.
    #expect(typed("abcde\u{7F}", width: 10).shown == "abcde\r\u{1B}[8C\u{1B}[Jd")
    #expect(typed("abcdefg\u{7F}", width: 10).shown == "abcdefg\r\u{1B}[Jf")
    #expect(typed("abcdef\u{7F}", width: 10).shown == "abcdef\r\u{1B}[1A\u{1B}[9C\u{1B}[Je")
  }

  @Test func `a line that is too long rings`() {
    var editor = LineEditor(column: 0)
    for _ in 0..<LineEditor.longestLine { _ = editor.type(UInt8(ascii: "a")) }
    #expect(editor.type(UInt8(ascii: "b")) == LineEditor.Step(shown: "\u{7}"))
    #expect(editor.text.utf8.count == LineEditor.longestLine)
  }
}
