import FoundationEssentials
import Testing

@testable import Bench

struct TextBenchTests {
  @Test func `a table names its columns and tells the language by its name`() {
    var corpus = TextCorpus()
    let table =
      "class\tid\twritten\tspoken\nmoney\ta1\t5 €\tfünf Euro\ntext\ta2\t\"a \"\"b\"\"\\nc\"\tx\n"
    #expect(corpus.add(table: table, name: "own_de.tsv") == 2)
    #expect(
      corpus.cases.first
        == TextCase(
          name: "own_de.tsv a1", language: "de", kind: "money", written: "5 €",
          expectation: .spoken("fünf Euro")))
    #expect(corpus.cases.last?.written == "a \"b\"\nc")
    #expect(corpus.add(table: "a\tb\n1\t2\n", name: "other.tsv") == nil)
  }

  @Test func `a file of sentences tells which cases keep their marks`() {
    var corpus = TextCorpus()
    let file = """
      {"cases": [{"text": "A. B.", "sentences": ["A.", "B."], "lang": "en"},
       {"text": "- a", "sentences": ["a."], "lossless": false}]}
      """
    #expect(corpus.add(sentences: Data(file.utf8), name: "s.json") == 2)
    #expect(
      corpus.cases.map(\.expectation) == [.sentences(["A.", "B."]), .plainSentences(["a."])])
    #expect(corpus.add(sentences: Data("[1]".utf8), name: "s.json") == nil)
  }

  @Test(arguments: [
    ("Twenty-five.", "twenty five"), ("one hundred and five", "one hundred five"),
    ("« Oui ! »", "oui!"), ("rock and roll", "rock and roll"), ("It’s", "it's"),
    ("vingt-et-un", "vingt et un"),
  ])
  func `what no ear hears makes no difference`(said: String, expected: String) {
    #expect(SpokenForm.folded(said) == SpokenForm.folded(expected))
  }

  @Test(arguments: [("two", "too"), ("five, six", "five six"), ("salt and pepper", "salt pepper")])
  func `what an ear hears does`(said: String, other: String) {
    #expect(SpokenForm.folded(said) != SpokenForm.folded(other))
  }

  @Test func `a short text is cut at every pair of places`() {
    let ways = Array(TextSplits("abcd"))
    #expect(ways.contains(["a", "b", "cd"]) && ways.contains(["ab", "cd"]))
    #expect(ways.allSatisfy { $0.joined() == "abcd" })
    #expect(Array(TextSplits("")).allSatisfy { $0.joined().isEmpty })
  }

  @Test func `wrong cases are counted and told`() throws {
    let cases = [("5", "five"), ("6", "seven")].map {
      TextCase(name: $0.0, language: "en", kind: "k", written: $0.0, expectation: .spoken($0.1))
    }
    let (runs, metrics) = TextBench.run(cases) { _ in }
    #expect(metrics["correct_rate"] == .value(50, unit: "%"))
    #expect(metrics["same_at_every_split_rate"] == .value(100, unit: "%"))
    #expect(metrics["correct_rate_language_en"] == .value(50, unit: "% of 2"))
    #expect(runs.map { $0.figures["right"] } == [1, 0])
    #expect(runs[1].notes.contains("expected: seven"))
  }

  @Test func `the project's own texts are right`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let folder = package + "/Tests/Fixtures/text/"
    var corpus = TextCorpus()
    for language in ["en", "de", "fr", "es", "ja"] {
      let name = "spoken_\(language).tsv"
      let bytes = try #require(FileManager.default.contents(atPath: folder + name))
      #expect(corpus.add(table: String(decoding: bytes, as: UTF8.self), name: name) ?? 0 > 20)
    }
    let sentences = try #require(FileManager.default.contents(atPath: folder + "sentences.json"))
    #expect(corpus.add(sentences: sentences, name: "sentences.json") ?? 0 > 80)
    let wrong = corpus.cases.filter { !TextBench.outcome($0).isRight }.map { item in
      "\(item.name): \(item.written) → \(TextBench.outcome(item).result)"
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }
}
