import Language
import Testing

struct PronounceableTests {
  @Test(arguments: [
    ("I was born in 1994.", "I was born in nineteen ninety four."),
    (
      "It costs $3.50, or 3–5 euros.", "It costs three dollars fifty cents, or three to five euros."
    ),
    (
      "Dr. Smith lives at 12 Elm St. near St. Mary.",
      "doctor Smith lives at twelve Elm Street near Saint Mary."
    ),
    (
      "Open 24/7, call 555-123-4567!",
      "Open twenty four seven, call five five five, one two three, four five six seven!"
    ),
    ("Henry VIII & Elizabeth II", "Henry the eighth and Elizabeth the second"),
    ("See you at 5:05 p.m.", "See you at five oh five PM."),
    (
      "On 3 May 2024 I ran 10 km in 1 1/2 hours.",
      "On the third of May twenty twenty four I ran ten kilometres in one and a half hours."
    ),
    (
      "She is 98.6 °F and 5'6\" tall.",
      "She is ninety eight point six degrees Fahrenheit and five foot six tall."
    ),
    ("The 2nd of 1,000 is 100%.", "The second of one thousand is one hundred percent."),
    ("Hello there, how are you?", "Hello there, how are you?"),
    ("No. I won't. No. 5 will.", "No. I won't. number five will."),
    (
      "I have 12345678901234567890 of them.",
      "I have one two three four five six seven eight nine zero one two three four five six seven eight nine zero of them."
    ),
    ("Call +1 555 123 4567.", "Call plus one, five five five, one two three, four five six seven."),
    (
      "In 1066 version 2.0.1 won 3:1.",
      "In ten sixty six version two point zero point one won three to one."
    ),
    (
      "It is 50/50, $20/month on 9/11.",
      "It is fifty fifty, twenty dollars per month on nine eleven."
    ),
    ("Flight BA2490, 5*3*2", "Flight BA two four nine zero, five times three times two"),
    ("He is at 221B Baker St. She is not.", "He is at two two one B Baker Street. She is not."),
    ("", ""), ("-", ""), ("Köszönöm, 3 alma.", "Köszönöm, three alma."),
  ])
  func `a sentence is spelled out as it is said`(written: String, spoken: String) {
    #expect(Pronounceable.spoken(written) == spoken)
  }

  @Test func `any short text is spelled out without a crash`() {
    let signs = Array("0123456789.,:/-–$£%'\"()&@#=+* aZIVXst°²½…\u{301}")
    for _ in 0..<20_000 {
      let text = String((0..<Int.random(in: 0...12)).compactMap { _ in signs.randomElement() })
      _ = Pronounceable.spoken(text)
    }
  }

  @Test(.enabled(if: textCases != nil, "the texts are not here"))
  func `most texts of other people are said as they say`() throws {
    var wrong: [String] = []
    let table = try rows("tts_normalise_en.tsv")
    for row in table {
      let written = row[1].replacing("\\n", with: "\n")
      let spoken = SentenceSplitter.sentences(of: SpeakableText.text(of: written))
        .map { Pronounceable.spoken($0) }.joined(separator: " ")
      if folded(spoken) != folded(row[2]) { wrong.append("\(row[0]): \(spoken)") }
    }
    #expect(wrong.count * 100 <= table.count * 5, "\(wrong)")
  }

  /// Capitals and a last full stop make no difference to what is heard.
  private func folded(_ text: String) -> String {
    let words = text.lowercased().split(separator: " ").joined(separator: " ")
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
