import Database
import Dialogue
import TestSupport
import Testing

@testable import Memory

struct SearchTests {
  private let folder: TemporaryFolder
  private let history: ConversationHistory

  /// What was said, the first one first; tests name turns by their place in it, from 1 on.
  private static let said = [
    "Let's meet at the Café Müller.",
    "We ate crème brûlée, \"very\" good AND cheap.",
    "NEAR the river OR not: it's 100% true, col_umn.",
    "Look 🐻 a bear, and ❤️ too.",
    "東京タワーはどこですか。",
    "학교에 갔어요",
    "cafe\u{301} MULLER again",
    "Ärger über Straßen",
    "path\\to a* file -- text:x ^start {b}",
  ]

  init() async throws {
    folder = try TemporaryFolder()
    history = try await ConversationHistory.open(in: DataFolder(folder.file("data")))
    for text in Self.said { _ = try await history.keep(person: text, at: 0) }
  }

  private func found(_ text: String, limit: Int = 100) async throws -> [Int64] {
    let words = try #require(SearchWords(text))
    return try await history.turns(with: words, limit: limit).map(\.id)
  }

  @Test(
    arguments: [
      ("cafe", [7, 1]), ("CAFÉ müller", [7, 1]), ("cafe\u{301}", [7, 1]), ("caf", []),
      ("creme brulee", [2]), ("arger UBER", [8]), ("straßen", [8]),
      // Quotation marks and words that are operators elsewhere are words.
      ("\"very", [2]), ("\"very\" \"good\"", [2]), ("\"", []), ("and", [4, 2]), ("AND", [4, 2]),
      ("near", [3]), ("OR not", [3]), ("NOT", [3]), ("bear AND", [4]), ("a* file", [9]),
      ("text:x", [9]), ("^start", [9]), ("{b}", [9]), ("-- text", [9]), ("it's", [3]),
      ("100%", [3]), ("col_umn", [3]), ("col.umn", [3]),
      // Emoji and scripts without blanks are found where they stand.
      ("🐻", [4]), ("❤", [4]), ("❤️", [4]), ("🐻 bear", [4]), ("bear🐻", [4]), ("🐻 cafe", []),
      ("😀", []), ("東京", [5]), ("タワー", [5]), ("どこ", [5]), ("京東", []), ("학교", [6]),
      // All the words have to occur.
      ("meet river", []), ("meet cafe", [1]), ("zebra", []),
      // Nothing to look for finds nothing.
      ("", []), ("  \t", []), ("!!! — …", []), ("%", []), ("_", []), ("\0", []),
      ("\0cafe\0", [7, 1]), ("bear\u{0}\" OR x", []),
    ] as [(String, [Int64])])
  func `turns in which all the words occur, the newest first`(text: String, ids: [Int64])
    async throws
  {
    #expect(try await found(text) == ids)
  }

  @Test func `what is longer than a search may be is no search`() {
    #expect(SearchWords(String(repeating: "a", count: 1_001)) == nil)
    #expect(SearchWords(String(repeating: "ab ", count: 333)) != nil)
  }

  @Test func `pages lead to older finds`() async throws {
    for number in 0..<5 { _ = try await history.keep(person: "cafe \(number)", at: 0) }
    #expect(try await found("cafe", limit: 3) == [14, 13, 12])
    let words = try #require(SearchWords("cafe"))
    #expect(try await history.turns(with: words, before: 12, limit: 3).map(\.id) == [11, 10, 7])
    let bear = try #require(SearchWords("🐻"))
    #expect(try await history.turns(with: bear, before: 4, limit: 3) == [])
  }

  @Test func `an answer is found as well, and a turn sent again only once`() async throws {
    let person = try await history.keep(person: "unicorn", request: "r", at: 0)
    _ = try await history.keep(person: "unicorn", request: "r", at: 0)
    _ = try await history.keep(
      reply: "A unicorn!", ending: .whole, answering: person.id, at: 1)
    try await history.keep(timeline: "{}", of: person.id)
    #expect(try await found("unicorn") == [11, 10])
    try await history.check()
  }

  @Test func `a turn that went on is found by all its words, and by no others`() async throws {
    let turn = try await history.keep(person: "We drove to the lighthouse", at: 0)
    let whole = try await history.extend(person: turn.id, to: "We drove to the harbour at dawn.")
    #expect(whole.id == turn.id && whole.text == "We drove to the harbour at dawn.")
    #expect(try await found("harbour dawn") == [turn.id])
    #expect(try await found("lighthouse") == [])
    _ = try await history.keep(reply: "Nice.", ending: .whole, answering: turn.id, at: 1)
    await #expect(throws: MemoryError.alreadyAnswered(turn.id)) {
      try await history.extend(person: turn.id, to: "More.")
    }
    await #expect(throws: MemoryError.noSuchTurn(9_999)) {
      try await history.extend(person: 9_999, to: "More.")
    }
  }

  @Test func `a memory from before there was a search can be searched`() async throws {
    let folder = try DataFolder(folder.file("old"))
    let database = try await DatabaseConnection.open(
      folder.database, migrations: Array(Schema.migrations.prefix(1)))
    try await database.write { database in
      try database.run(
        """
        INSERT INTO turn (speaker, text, ending, started_at)
        VALUES ('person', 'An old unicorn', 'whole', 0)
        """)
    }
    await database.close()
    let turns = try await ConversationHistory.open(in: folder)
    _ = try await turns.keep(person: "A new unicorn", at: 0)
    let words = try #require(SearchWords("unicorn"))
    let found = try await turns.turns(with: words, limit: 9).map(\.text)
    #expect(found == ["A new unicorn", "An old unicorn"])
    await turns.close()
  }
}
