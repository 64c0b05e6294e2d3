import Testing

@testable import Engines

struct VoiceAlignmentTests {
  @Test(arguments: [
    ("plain", "həlˈoʊ ðˈɛɹ", ["həlˈoʊ", "ðˈɛɹ"], ["həlˈoʊ", "ðˈɛɹ"]),
    ("joined", "fɹʌmðə stˈɑːɹt", ["fɹʌm", "ðə", "stˈɑːɹt"], ["fɹʌm", "+ðə", "stˈɑːɹt"]),
    (
      "split", "θɹˈiː pɔɪnt wˈʌn fˈoːɹ kˈiːloʊz", ["θɹˈiː pɔɪnt wˈʌn fˈoːɹ", "kˈiːloʊz"],
      ["θɹˈiː pɔɪnt wˈʌn fˈoːɹ", "kˈiːloʊz"]
    ),
    (
      "joined and split, as many groups as words", "ɪnðə nˈaɪntiːn ˈeɪɾi",
      ["ɪn", "ðə", "nˈaɪntiːn ˈeɪɾi"], ["ɪn", "+ðə", "nˈaɪntiːn ˈeɪɾi"]
    ),
    (
      "reduced", "ˌaʊɾəv ðə bˈɑːks", ["ˈaʊt", "ʌv", "ðə", "bˈɑːks"],
      ["ˌaʊɾ", "+əv", "ðə", "bˈɑːks"]
    ),
    ("a word nothing is said of", "hˈaɪ ðˈɛɹ", ["hˈaɪ", "", "ðˈɛɹ"], ["hˈaɪ", "", "ðˈɛɹ"]),
    ("nothing", "", ["", ""], ["", ""]),
    ("nothing came back", "", ["hˈaɪ"], [""]),
  ])
  func `each word gets the phonemes that say it`(
    name: String, clause: String, alone: [String], parts: [String]
  ) {
    let found = WordAlignment.parts(of: clause, words: alone)
    #expect(found.map { ($0.runsOn ? "+" : "") + $0.ipa } == parts)
  }

  @Test func `whatever is aligned, nothing is lost and the order stays`() {
    var random = SeededNoise(seed: 7)
    let sounds = Array("ptkaiouəˈːszn")
    for _ in 0..<300 {
      func word() -> String {
        String(
          (0..<Int.random(in: 1...6, using: &random)).map { _ in
            sounds.randomElement(using: &random)!
          })
      }
      let alone = (0..<Int.random(in: 1...6, using: &random)).map { _ in word() }
      let clause = (0..<Int.random(in: 1...6, using: &random)).map { _ in word() }
        .joined(separator: " ")
      let parts = WordAlignment.parts(of: clause, words: alone)
      #expect(parts.count == alone.count)
      let said = parts.map(\.ipa).joined().filter { $0 != " " }
      #expect(Array(said.unicodeScalars) == Array(clause.filter { $0 != " " }.unicodeScalars))
    }
  }
}
