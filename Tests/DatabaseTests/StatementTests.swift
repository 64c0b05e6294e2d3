import Database
import TestSupport
import Testing

struct StatementTests {
  let folder: TemporaryFolder
  let database: DatabaseConnection

  init() async throws {
    folder = try TemporaryFolder()
    database = try await Notebook.open(folder.file("a.db"))
  }

  @Test(arguments: [
    SQLValue.null, .text(""), .text("a"), .text("Ünï 👋🏽 \u{0} after zero"), .bytes([]),
    .bytes([0, 255, 0]),
  ])
  func `what is bound comes back the same`(value: SQLValue) async throws {
    let found = try await database.read { database in
      try database.first("SELECT ?", value) { $0.value(0) }
    }
    #expect(found == value)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max])
  func `integers keep all 64 bits`(integer: Int64) async throws {
    let found = try await database.read { database in
      try database.first("SELECT ?", .integer(integer)) { try $0.integer(0) }
    }
    #expect(found == integer)
  }

  @Test(arguments: [-0.0, 0.1, 1e308, .leastNonzeroMagnitude])
  func `doubles keep all bits`(real: Double) async throws {
    let found = try await database.read { database in
      try database.first("SELECT ?", .real(real)) { try $0.real(0) }
    }
    #expect(found?.bitPattern == real.bitPattern)
  }

  @Test func `a column of another type is an error, not a guess`() async {
    let reason = await reason {
      _ = try await database.read { try $0.first("SELECT 'a'") { try $0.integer(0) } }
    }
    #expect(reason == .mismatch)
  }

  @Test func `a column that is not there is null`() async throws {
    let found = try await database.read { try $0.first("SELECT 1") { $0.value(7) } }
    #expect(found == .null)
  }

  @Test func `one statement at a time, with as many values as question marks`() async {
    for sql in ["SELECT 1; SELECT 2", "", "-- nothing", "SELEC 1", "SELECT ?"] as [StaticString] {
      #expect(await reason { try await database.write { try $0.run(sql) } } == .misuse)
    }
    #expect(await reason { try await database.write { try $0.run("SELECT 1;\n ") } } == nil)
  }

  @Test func `a read may not change anything`() async throws {
    let reason = await reason {
      try await database.read { try $0.run("INSERT INTO page (text) VALUES ('a')") }
    }
    #expect(reason == .misuse)
    #expect(try await database.texts() == [])
  }

  @Test func `the same statement may run inside its own rows`() async throws {
    let pairs = try await database.read { database in
      try database.rows("SELECT value FROM json_each('[1,2]')") { outer in
        let first = try outer.integer(0)
        return try database.rows("SELECT value FROM json_each('[1,2]')") { inner in
          first * 10 + (try inner.integer(0))
        }
      }
    }
    #expect(pairs == [[11, 12], [21, 22]])
  }

  @Test func `more statements than are kept still work`() async throws {
    let sum = try await database.read { database in
      let many: [StaticString] = [
        "SELECT 0", "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5", "SELECT 6",
        "SELECT 7", "SELECT 8", "SELECT 9", "SELECT 10", "SELECT 11", "SELECT 12", "SELECT 13",
        "SELECT 14", "SELECT 15", "SELECT 16", "SELECT 17", "SELECT 18", "SELECT 19", "SELECT 20",
        "SELECT 21", "SELECT 22", "SELECT 23", "SELECT 24", "SELECT 25", "SELECT 26", "SELECT 27",
        "SELECT 28", "SELECT 29", "SELECT 30", "SELECT 31", "SELECT 32", "SELECT 33", "SELECT 34",
      ]
      return try (many + many).reduce(0) { try $0 + database.first($1) { try $0.integer(0) }! }
    }
    #expect(sum == 2 * 34 * 35 / 2)
  }

  @Test func `an error never repeats a value`() async throws {
    let secret = "my diagnosis"
    try await database.add(secret)
    let failures: [@Sendable (DatabaseAccess) throws -> Void] = [
      { try $0.run("INSERT INTO page (text) VALUES (?)", .text(secret)) },
      { try $0.run("INSERT INTO page (number) VALUES (?)", .text(secret)) },
      { try $0.run("SELECT json(?)", .text(secret)) },
      { try $0.run("SELECT abs(?), ?", .text(secret)) },
      { try $0.run("INSERT INTO page (follows) VALUES (?)", .integer(4711)) },
    ]
    for failure in failures {
      do {
        try await database.write(failure)
        Issue.record("must fail")
      } catch {
        #expect(!"\(error)".contains("diagnosis"))
        #expect(!"\(error)".contains("4711"))
      }
    }
  }
}
