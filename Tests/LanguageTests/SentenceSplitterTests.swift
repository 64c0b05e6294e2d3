import FoundationEssentials
import Language
import Testing

struct SentenceSplitterTests {
  @Test(arguments: [
    ("Dr. Smith is here. He came.", ["Dr. Smith is here.", "He came."]),
    ("Pi is 3.14 or so. Yes.", ["Pi is 3.14 or so.", "Yes."]),
    ("I live in the U.S. and like it. Do you?", ["I live in the U.S. and like it.", "Do you?"]),
    ("Fruit, e.g. apples. Good.", ["Fruit, e.g. apples.", "Good."]),
    ("Well… maybe. What?! No!", ["Well… maybe.", "What?!", "No!"]),
    (
      "\"Stop.\" She ran. (He did not. He slept.) Then dawn.",
      [
        "\"Stop.\"", "She ran.", "(He did not. He slept.)", "Then dawn.",
      ]
    ),
    ("It is 98.6 degrees. 1,000 people came.", ["It is 98.6 degrees.", "1,000 people came."]),
    (
      "J. R. R. Tolkien wrote it. You and I. We know.",
      [
        "J. R. R. Tolkien wrote it.", "You and I.", "We know.",
      ]
    ),
    ("1. Wash it. 2. Dry it.", ["1. Wash it.", "2. Dry it."]),
    ("元気？うん。またね！", ["元気？", "うん。", "またね！"]),
    ("No. I don't. No. 5 is alive.", ["No.", "I don't.", "No. 5 is alive."]),
    ("   ", []),
    ("no end", ["no end"]),
  ])
  func `sentences end where a reader would say so`(text: String, sentences: [String]) {
    #expect(SentenceSplitter.sentences(of: text) == sentences)
  }

  @Test func `a sentence is out as soon as the next one begins`() {
    var splitter = SentenceSplitter()
    #expect(splitter.feed("I am here.") == [])
    #expect(splitter.feed(" ") == [])
    #expect(splitter.feed("W") == ["I am here."])
    #expect(splitter.feed("hy not? 3") == ["Why not?"])
    #expect(splitter.finish() == ["3"])
  }

  @Test func `a sentence without an end is cut gracefully`() {
    let clause = "and on it went, and "
    let sentences = SentenceSplitter.sentences(of: String(repeating: clause, count: 100))
    #expect(sentences.count > 3)
    #expect(sentences.dropLast().allSatisfy { $0.hasSuffix(",") && $0.count <= 600 })
    let solid = SentenceSplitter.sentences(of: String(repeating: "x", count: 1500))
    #expect(solid.map(\.count) == [600, 600, 300])
  }

  @Test(arguments: [
    (
      "Well, when I was young, we lived by the sea. Yes.",
      [
        "Well, when I was young,", "we lived by the sea.", "Yes.",
      ]
    ),
    ("Yes, of course. We can.", ["Yes, of course.", "We can."]),
    (
      "I have 1,000 small boats, and they float.", ["I have 1,000 small boats,", "and they float."]
    ),
    ("I would love to go there but it rains.", ["I would love to go there", "but it rains."]),
    (
      "He said to me \"come, my friend, now\" and went, so we slept.",
      [
        "He said to me \"come, my friend, now\" and went,", "so we slept.",
      ]
    ),
  ])
  func `the first piece may be a clause`(text: String, expected: [String]) {
    var splitter = SentenceSplitter(cutsFirstClause: true)
    #expect(splitter.feed(text) + splitter.finish() == expected)
    for way in pieces(of: text) {
      #expect(way.flatMap { splitter.feed($0) } + splitter.finish() == expected)
    }
  }

  struct Case: Decodable {
    var id: String
    var lang: String
    var text: String
    var sentences: [String]
    var lossless: Bool
  }

  struct File: Decodable {
    var cases: [Case]
  }

  @Test(.enabled(if: textCases != nil, "the texts are not here"))
  func `nine of ten sentences of other people end right`() throws {
    let path = try #require(textCases) + "/sentences.json"
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(filePath: path)))
    var wrong: [String: [String]] = [:]
    var all: [String: Int] = [:]
    for item in file.cases where item.lossless {
      let result = SentenceSplitter.sentences(of: item.text)
      all[item.lang, default: 0] += 1
      if result != item.sentences.map(flat) { wrong[item.lang, default: []].append(item.id) }
      for way in pieces(of: item.text) {
        var splitter = SentenceSplitter()
        #expect(way.flatMap { splitter.feed($0) } + splitter.finish() == result)
      }
    }
    let english = wrong["en", default: []]
    #expect(english.count * 10 <= all["en", default: 0], "\(english)")
    let count = wrong.values.reduce(0) { $0 + $1.count }
    #expect(count * 5 <= all.values.reduce(0, +), "\(wrong)")
  }

  private func flat(_ sentence: String) -> String {
    sentence.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
