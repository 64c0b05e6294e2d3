import Testing

@testable import Engines

struct VoiceClauseTests {
  /// The clauses as `spoken words|mark`.
  private func read(_ sentence: String) -> [String] {
    Clause.split(sentence).map { clause in
      clause.words.map(\.spoken).filter { !$0.isEmpty }.joined(separator: " ") + "|"
        + (clause.end.map(String.init) ?? "")
    }
  }

  @Test(arguments: [
    ("Hello there, how are you?", ["Hello there|,", "how are you|?"]),
    ("It costs 3.14 at 10:30.", ["It costs 3.14 at 10:30|."]),
    (
      "Dr. Smith met Mrs. Jones on St. James St. today",
      [
        "Dr Smith met Mrs Jones on St James St today|"
      ]
    ),
    ("J. K. Rowling wrote it.", ["J K Rowling wrote it|."]),
    ("At 5 p.m. sharp, e.g. here.", ["At 5 p.m sharp|,", "e.g here|."]),
    ("So I did. Then he left.", ["So I did|.", "Then he left|."]),
    ("“Yes!” she said (quietly).", ["Yes|!", "she said quietly|."]),
    ("wait… what", ["wait|…", "what|"]),
    ("one - two — three", ["one|—", "two|—", "three|"]),
    ("and/or", ["and or|"]),
    ("It’s -5° or .5", ["It's -5° or .5|"]),
    ("well-known O’Brien’s", ["well-known O'Brien's|"]),
    ("....", ["|."]),
    ("", []),
    (" \n\t ", []),
  ])
  func `a sentence is cut at its clause marks and nowhere else`(
    sentence: String, clauses: [String]
  ) {
    #expect(read(sentence) == clauses)
  }

  @Test(arguments: ["🙂", "こんにちは", "Привет", "\u{0}", "\u{1B}[31m", "[[zvzvzv]]", "<b>", "***"])
  func `what cannot be said and what would be a command leaves no trace`(word: String) {
    let spoken = Clause.split(word).flatMap(\.words).map(\.spoken).joined()
    #expect(!spoken.contains { "[]<>\u{0}\u{1B}".contains($0) })
    #expect(spoken.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `every written word is in one clause, also when nothing of it is said`() {
    let words = Clause.split("Hi 🙂 there, « ami » — yes").flatMap(\.words).map(\.written)
    #expect(words == ["Hi", "🙂", "there,", "«", "ami", "»", "—", "yes"])
  }

  @Test func `long texts are cut to what the phonemizer takes`() {
    let endless = Clause.split(String(repeating: "word ", count: 400))
    #expect(endless.flatMap(\.words).count == 120)
    let held = Clause.split(String(repeating: "é", count: 5000))
    for clause in endless + held {
      let line = clause.words.map(\.spoken).joined(separator: " ")
      #expect(line.utf8.count < 900)
    }
  }

  @Test(arguments: [
    ("My sister lives in Lisbon.", "livz"), ("Our lives changed.", nil),
    ("Where do you live?", "liv"),
    ("I love live music.", nil), ("We went live.", nil), ("The cat's nine lives", nil),
    ("Please close the door.", "cloze"), ("We are close.", nil), ("You can use it.", "yooz"),
    ("The use of it", nil),
  ])
  func `words said in two ways are read by their neighbours`(sentence: String, spelling: String?) {
    let spoken = Clause.split(sentence).flatMap(\.words).map(\.spoken)
    let spellings = ["livz", "liv", "cloze", "yooz"]
    #expect(spoken.first { spellings.contains($0) } == spelling)
  }
}
