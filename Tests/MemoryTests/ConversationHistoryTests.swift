import Database
import Dialogue
import Journal
import Memory
import TestSupport
import Testing

struct ConversationHistoryTests {
  let folder: TemporaryFolder
  let history: ConversationHistory

  init() async throws {
    folder = try TemporaryFolder()
    history = try await ConversationHistory.open(in: DataFolder(folder.file("data")))
  }

  private func reopened() async throws -> ConversationHistory {
    await history.close()
    return try await ConversationHistory.open(in: DataFolder(folder.file("data")))
  }

  /// Keeps `pairs` pairs of a turn and its answer.
  private func talk(_ pairs: Int) async throws -> [Turn] {
    var turns: [Turn] = []
    for pair in 0..<pairs {
      let at = Int64(pair) * 10_000
      turns.append(try await history.keep(person: "Question \(pair)?", at: at))
      turns.append(
        try await history.keep(
          reply: "Answer \(pair).", ending: .whole, answering: turns[pair * 2].id, at: at + 1_000))
    }
    return turns
  }

  @Test func `what was said is there tomorrow`() async throws {
    let person = try await history.keep(person: "Mijn hond heet Bär 🐻.", at: 1_796_063_343_000)
    let reply = try await history.keep(
      reply: "A fine", ending: .cut, answering: person.id, at: 1_796_063_345_000)
    #expect(person.speaker == .person)
    #expect(reply.answers == person.id)
    let again = try await reopened()
    #expect(try await again.latest(10) == [person, reply])
    #expect(await again.wasLeftOpen == false)
  }

  @Test func `ids rise even when the clock goes back`() async throws {
    let first = try await history.keep(person: "one", at: 5_000)
    let second = try await history.keep(person: "two", at: 1_000)
    #expect(second.id > first.id)
    #expect(try await history.latest(2).map(\.text) == ["one", "two"])
  }

  @Test func `pages lead backwards to the beginning`() async throws {
    let turns = try await talk(5)
    #expect(try await history.count() == 10)
    #expect(try await history.latest(4) == Array(turns.suffix(4)))
    var pages: [[Turn]] = []
    var before = Int64.max
    while case let page = try await history.turns(before: before, limit: 4), let first = page.first
    {
      pages.append(page)
      before = first.id
    }
    #expect(pages.map(\.count) == [4, 4, 2])
    #expect(pages.reversed().flatMap { $0 } == turns)
  }

  @Test(arguments: [(-5, 0), (0, 0), (3, 3), (1_000_000, 10)])
  func `any count is fine`(count: Int, found: Int) async throws {
    _ = try await talk(5)
    #expect(try await history.latest(count).count == found)
  }

  @Test func `a span of time is found, page by page`() async throws {
    let turns = try await talk(5)
    let span = Int64(10_000)..<Int64(31_000)
    let first = try await history.turns(startedIn: span, limit: 3)
    #expect(first == Array(turns[2..<5]))
    #expect(
      try await history.turns(startedIn: span, after: first[2].id, limit: 3)
        == Array(turns[5..<7]))
  }

  @Test func `a turn is answered once`() async throws {
    let turns = try await talk(1)
    #expect(try await history.answer(to: turns[0].id) == turns[1])
    await #expect(throws: MemoryError.alreadyAnswered(turns[0].id)) {
      try await history.keep(reply: "Again.", ending: .whole, answering: turns[0].id, at: 0)
    }
    #expect(try await history.count() == 2)
  }

  @Test func `only a turn of the person can be answered`() async throws {
    let turns = try await talk(1)
    for id in [turns[1].id, 99, -1, 0] {
      await #expect(throws: MemoryError.noSuchTurn(id)) {
        try await history.keep(reply: "Hm.", ending: .whole, answering: id, at: 0)
      }
    }
    #expect(try await history.count() == 2)
  }

  @Test func `a reply nothing was heard of is kept as that`() async throws {
    let person = try await history.keep(person: "Hello", at: 0)
    let reply = try await history.keep(reply: "", ending: .cut, answering: person.id, at: 1)
    #expect(reply.text == "")
    #expect(try await history.latest(1) == [reply])
  }

  @Test(arguments: ["", " ", "\n\t\u{2003}"])
  func `a turn without words is none`(text: String) async {
    await #expect(throws: MemoryError.turnEmpty) { try await history.keep(person: text, at: 0) }
  }

  @Test func `a turn may be 64 KB long and not a byte more`() async throws {
    let longest = String(repeating: "é", count: 32_768)
    let turn = try await history.keep(person: longest, at: 0)
    #expect(try await history.latest(1) == [turn])
    await #expect(throws: MemoryError.turnTooLong(bytes: 65_537)) {
      try await history.keep(person: longest + "a", at: 0)
    }
    await #expect(throws: MemoryError.turnTooLong(bytes: 65_537)) {
      try await history.keep(reply: longest + "a", ending: .whole, answering: turn.id, at: 0)
    }
    #expect(try await history.count() == 1)
  }

  @Test(arguments: ["a\u{0}b", "'; DROP TABLE turn; --", "\u{202E}abc", "👩‍👩‍👧‍👦", "e\u{301}"])
  func `words come back exactly as they were`(text: String) async throws {
    _ = try await history.keep(person: text, at: 0)
    let again = try await reopened()
    let found = try await again.latest(1).first?.text
    #expect(found.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func `a message sent twice under one id is kept once`() async throws {
    let first = try await history.keep(person: "Hello", request: "abc", at: 1)
    let second = try await history.keep(person: "Hello", request: "abc", at: 2)
    #expect(first == second)
    let other = try await history.keep(person: "Hello", request: "abd", at: 3)
    #expect(other.id != first.id)
    let again = try await reopened()
    #expect(try await again.keep(person: "Hello", request: "abc", at: 4) == first)
    #expect(try await again.count() == 2)
  }

  @Test func `an id used for other words, empty or long is refused`() async throws {
    _ = try await history.keep(person: "Hello", request: "abc", at: 1)
    let wrong = [("Goodbye", "abc"), ("Hi", ""), ("Hi", String(repeating: "x", count: 129))]
    for (text, request) in wrong {
      await #expect(throws: MemoryError.requestUnusable) {
        try await history.keep(person: text, request: request, at: 2)
      }
    }
    #expect(try await history.count() == 1)
  }

  @Test func `messages kept at the same time under one id are one`() async throws {
    let ids = try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { [history] in
          try await history.keep(person: "Hello", request: "same", at: 1).id
        }
      }
      return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try await history.count() == 1)
  }

  @Test func `a turn's times are kept with it`() async throws {
    let turn = try await history.keep(person: "Hello", at: 0)
    #expect(try await history.timeline(of: turn.id) == nil)
    try await history.keep(timeline: #"{"turn_end_ms":1200}"#, of: turn.id)
    try await history.keep(timeline: #"{"turn_end_ms":1300}"#, of: turn.id)
    #expect(try await history.timeline(of: turn.id) == #"{"turn_end_ms":1300}"#)
    let wrong = ["{", "", "\"" + String(repeating: "x", count: 65_535) + "\""]
    for timeline in wrong {
      await #expect(throws: MemoryError.timelineUnusable) {
        try await history.keep(timeline: timeline, of: turn.id)
      }
    }
    await #expect(throws: MemoryError.noSuchTurn(99)) {
      try await history.keep(timeline: "{}", of: 99)
    }
  }

  @Test func `a closed history says so`() async {
    await history.close()
    await #expect(throws: MemoryError.databaseClosed) {
      try await history.keep(person: "late", at: 0)
    }
  }

  @Test func `a full disk loses nothing`() async throws {
    var options = DatabaseOptions()
    options.maximumPages = 30
    await history.close()
    let data = try DataFolder(folder.file("data"))
    let small = try await ConversationHistory.open(in: data, options: options)
    var kept: [Turn] = []
    for index in 0..<40 {
      do {
        let text = "\(index) " + String(repeating: "word ", count: 600)
        kept.append(try await small.keep(person: text, at: 0))
      } catch {
        #expect(error == .diskFull(path: data.database))
        #expect(error.problem.code == .diskFull)
      }
    }
    #expect((1..<40).contains(kept.count))
    #expect(try await small.latest(100) == kept)
  }
}
