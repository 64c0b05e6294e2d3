import TestSupport
import Testing

@testable import KithCommand

struct LineWrapperTests {
  /// The lines of `text` behind a name, as a terminal of so many columns shows them.
  private func lines(_ pieces: [String], width: Int, indent: Int = 5) -> [String] {
    var wrapper = LineWrapper(indent: indent, width: width)
    let shown = pieces.reduce(into: "") { $0 += wrapper.feed($1) } + wrapper.finish()
    return shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func lines(_ text: String, width: Int, indent: Int = 5) -> [String] {
    lines([text], width: width, indent: indent)
  }

  @Test func `a line ends at a space, and the next begins under the first word`() {
    #expect(
      lines("It sailed on and on, and nobody knew where to.", width: 30)
        == ["It sailed on and on, and", "     nobody knew where to."])
  }

  @Test func `a word that just fits stays, and the last column is free`() {
    #expect(lines("aaaa bbbb cccc dddd eeee", width: 30) == ["aaaa bbbb cccc dddd eeee"])
    #expect(lines("aaaa bbbb cccc dddd eeee", width: 29) == ["aaaa bbbb cccc dddd", "     eeee"])
  }

  @Test func `only a word longer than a line is broken inside`() {
    let long = String(repeating: "x", count: 60)
    #expect(
      lines("See \(long) there", width: 30)
        == [
          "See", "     " + String(repeating: "x", count: 24),
          "     " + String(repeating: "x", count: 24),
          "     " + String(repeating: "x", count: 12) + " there",
        ])
  }

  @Test func `line ends of the text are kept, and empty lines hold no blanks`() {
    #expect(
      lines("One.\n\nTwo.\r\n  - three", width: 40) == ["One.", "", "     Two.", "       - three"])
  }

  @Test func `wide characters take two columns and break anywhere but before a mark that closes`() {
    #expect(lines("漢字漢字漢字漢字漢字漢字漢。漢", width: 32) == ["漢字漢字漢字漢字漢字漢字", "     漢。漢"])
    #expect(lines("👨‍👩‍👧 🇵🇹 ❤️", width: 40) == ["👨‍👩‍👧 🇵🇹 ❤️"])
    #expect(Columns.of("👨‍👩‍👧🇵🇹❤️é漢") == 9)
  }

  @Test func `a space that holds two words together is no end of a line`() {
    #expect(
      lines("about twenty 100\u{A0}km of road", width: 24)
        == ["about twenty", "     100\u{A0}km of road"])
  }

  @Test func `what a terminal would take as a command is left out`() {
    #expect(lines("a\u{1B}[2Jb\u{7}\u{9B}c\rd", width: 40) == ["a[2Jbcd"])
  }

  @Test func `without a known width nothing is broken`() {
    let long = String(repeating: "word ", count: 50)
    #expect(lines(long + "end", width: 0) == [long + "end"])
  }

  @Test func `a very narrow terminal has no indent`() {
    #expect(lines("one two three", width: 12) == ["one", "two three"])
  }

  @Test(arguments: [20, 30, 41])
  func `the same text gives the same lines however it is cut`(width: Int) {
    let text = "Olá! 漢字かな。 A wonderful 👩🏽‍🚀 e\u{301}tude\nin_one_very_long_word_that_does_not_fit ok."
    let whole = lines(text, width: width)
    #expect(whole.allSatisfy { Columns.of($0) < width })
    #expect(whole.joined().filter { $0 != " " } == text.filter { !$0.isWhitespace })
    let scalars = Array(text.unicodeScalars)
    for place in scalars.indices {
      let halves = [scalars[..<place], scalars[place...]].map { part in
        var half = ""
        half.unicodeScalars.append(contentsOf: part)
        return half
      }
      #expect(lines(halves, width: width) == whole, "cut at \(place)")
    }
    #expect(lines(scalars.map { String(Character($0)) }, width: width) == whole)
  }

  @Test func `nothing is given out before its word is whole`() {
    var wrapper = LineWrapper(indent: 5, width: 40)
    #expect(wrapper.feed("Hel") == "")
    #expect(wrapper.feed("lo wor") == "Hello")
    #expect(wrapper.feed("ld") == "")
    #expect(wrapper.finish() == " world")
  }

  @Test func `a new width counts from the next word on`() {
    var wrapper = LineWrapper(indent: 5, width: 80)
    let first = wrapper.feed("One two three four five six seven ")
    wrapper.resize(to: 40)
    #expect(
      first + wrapper.feed("eight nine ") == "One two three four five six seven\n     eight nine")
  }
}
