import Database
import TestSupport
import Testing

struct MigrationTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.db")
  }

  struct Refusal: Error {}

  private static let wordCount = Migration("count words") { database in
    try database.run("ALTER TABLE page ADD COLUMN words INTEGER NOT NULL DEFAULT 0")
    try database.run("UPDATE page SET words = 1")
  }

  private func names(_ database: DatabaseConnection) async throws -> [String] {
    try await database.read {
      try $0.rows("SELECT name FROM migration ORDER BY step") { try $0.text(0) }
    }
  }

  @Test func `each step runs once and is recorded`() async throws {
    let database = try await Notebook.open(path)
    try await database.add("old")
    await database.close()
    for _ in 0..<2 {
      let steps = Notebook.migrations + [Self.wordCount]
      let database = try await DatabaseConnection.open(path, migrations: steps)
      #expect(try await names(database) == ["make the notebook", "count words"])
      let words = try await database.read {
        try $0.first("SELECT words FROM page") { try $0.integer(0) }
      }
      #expect(words == 1)
      await database.close()
    }
  }

  @Test func `a step that fails changes nothing, the ones before it stay`() async throws {
    let failing = Migration("fail") { database in
      try database.run("CREATE TABLE half (id INTEGER)")
      throw Refusal()
    }
    let steps = Notebook.migrations + [Self.wordCount, failing]
    await #expect(throws: Refusal.self) {
      _ = try await DatabaseConnection.open(path, migrations: steps)
    }
    let database = try await DatabaseConnection.open(
      path, migrations: Notebook.migrations + [Self.wordCount])
    #expect(try await names(database).count == 2)
    let halves = try await database.read {
      try $0.first("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") { try $0.integer(0) }
    }
    #expect(halves == 0)
  }

  @Test func `a newer database is refused and not a byte of it changes`() async throws {
    let steps = Notebook.migrations + [Self.wordCount]
    await (try DatabaseConnection.open(path, migrations: steps)).close()
    let before = bytes(of: path)
    #expect(
      await reason { _ = try await Notebook.open(path) } == .newer(version: 2, known: 1))
    #expect(bytes(of: path) == before)
    #expect(!exists(path + "-wal"))
  }

  @Test func `a newer database is known as newer while that is only in its log`() async throws {
    let copy = folder.file("b.db")
    await (try Notebook.open(path)).close()
    let newer = try await DatabaseConnection.open(
      path, migrations: Notebook.migrations + [Self.wordCount])
    let before = (bytes(of: path), bytes(of: path + "-wal"))
    try write(before.0, to: copy)
    try write(before.1, to: copy + "-wal")
    #expect(
      await reason { _ = try await Notebook.open(copy) } == .newer(version: 2, known: 1))
    #expect(bytes(of: copy) == before.0)
    #expect(bytes(of: copy + "-wal") == before.1)
    await newer.close()
  }

  @Test func `a history with other names is refused`() async throws {
    await (try Notebook.open(path)).close()
    let other = [Migration("something else") { _ in }]
    #expect(
      await reason { _ = try await DatabaseConnection.open(path, migrations: other) }
        == .unrecognised)
  }

  @Test(arguments: [Int32(-1), .min], [false, true])
  func `a version below zero is refused and not a byte of it changes`(
    version: Int32, readOnly: Bool
  ) async throws {
    await (try Notebook.open(path)).close()
    var content = bytes(of: path)
    // https://sqlite.org/fileformat2.html#user_version_number
    for place in 0..<4 {
      content[60 + place] = UInt8(truncatingIfNeeded: version >> (24 - 8 * place))
    }
    try write(content, to: path)
    var options = DatabaseOptions()
    options.readOnly = readOnly
    let reason = await reason { [options] in _ = try await Notebook.open(path, options) }
    #expect(reason == .unrecognised)
    #expect(bytes(of: path) == content)
    #expect(bytes(of: path + "-wal").isEmpty)
  }

  @Test func `a reader does not bring an older database up to date`() async throws {
    await (try Notebook.open(path)).close()
    var options = DatabaseOptions()
    options.readOnly = true
    let steps = Notebook.migrations + [Self.wordCount]
    let reason = await reason { [options] in
      _ = try await DatabaseConnection.open(path, migrations: steps, options: options)
    }
    #expect(reason == .unrecognised)
  }
}
