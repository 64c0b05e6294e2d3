import Database
import TestSupport
import Testing

struct TransactionTests {
  let folder: TemporaryFolder
  let database: DatabaseConnection

  init() async throws {
    folder = try TemporaryFolder()
    database = try await Notebook.open(folder.file("a.db"))
  }

  struct Refusal: Error {}

  @Test func `a write is kept whole or not at all`() async throws {
    try await database.add("before")
    await #expect(throws: Refusal.self) {
      try await database.write { database in
        try database.run("INSERT INTO page (text) VALUES ('half')")
        throw Refusal()
      }
    }
    #expect(try await database.texts() == ["before"])
    try await database.add("after")
    #expect(try await database.texts() == ["before", "after"])
  }

  @Test func `a broken rule takes the whole write back`() async throws {
    try await database.add("one")
    let reason = await reason {
      try await database.write { database in
        try database.run("INSERT INTO page (text) VALUES ('two')")
        try database.run("INSERT INTO page (text) VALUES ('one')")
      }
    }
    #expect(reason == .constraint)
    #expect(try await database.texts() == ["one"])
  }

  @Test func `references are enforced`() async {
    let reason = await reason {
      try await database.write { try $0.run("INSERT INTO page (follows) VALUES (99)") }
    }
    #expect(reason == .constraint)
  }

  @Test func `writes from many tasks come one after the other`() async throws {
    try await withThrowingTaskGroup { group in
      for index in 0..<50 {
        group.addTask { [database] in try await database.add("\(index)") }
      }
      try await group.waitForAll()
    }
    #expect(try await Set(database.texts()).count == 50)
  }

  @Test func `it tells the new row and the rows it touched`() async throws {
    let (row, changed) = try await database.write { database in
      try database.run("INSERT INTO page (text) VALUES ('a'), ('b'), ('c')")
      return (database.lastInsertedRow, database.changedRows)
    }
    #expect(row == 3)
    #expect(changed == 3)
  }

  @Test func `a closed database says so`() async {
    await database.close()
    #expect(await reason { try await database.add("late") } == .closed)
    #expect(await reason { _ = try await database.texts() } == .closed)
  }

  @Test func `a reader beside the writer sees what was kept`() async throws {
    try await database.add("one")
    var options = DatabaseOptions()
    options.readOnly = true
    let reader = try await Notebook.open(folder.file("a.db"), options)
    #expect(try await reader.texts() == ["one"])
    try await database.add("two")
    #expect(try await reader.texts() == ["one", "two"])
    #expect(await reason { try await reader.add("three") } != nil)
    #expect(try await database.texts() == ["one", "two"])
  }

  @Test func `many connections opened and dropped leave no thread behind`() async throws {
    for _ in 0..<20 {
      let other = try TemporaryFolder()
      let database = try await Notebook.open(other.file("b.db"))
      try await database.add("a")
    }
    #expect(try await database.texts() == [])
  }
}
