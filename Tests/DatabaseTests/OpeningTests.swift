import Database
import Glibc
import TestSupport
import Testing

struct OpeningTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.db")
  }

  /// A database with a few hundred kilobytes in it, closed.
  private func makeDatabase() async throws {
    let database = try await Notebook.open(path)
    for index in 0..<40 {
      try await database.add("\(index) " + String(repeating: "x", count: 5_000))
    }
    await database.close()
  }

  @Test func `only the owner may use the files`() async throws {
    let database = try await Notebook.open(path)
    try await database.add("a")
    for suffix in ["", "-wal", "-shm"] {
      #expect(permissions(of: path + suffix) == 0o600)
    }
    await database.close()
    chmod(path, 0o644)
    _ = try await Notebook.open(path)
    #expect(permissions(of: path) == 0o600)
  }

  @Test func `it is opened as durable and careful as promised`() async throws {
    let database = try await Notebook.open(path)
    let expected: [(StaticString, SQLValue)] = [
      ("PRAGMA journal_mode", .text("wal")), ("PRAGMA synchronous", .integer(2)),
      ("PRAGMA foreign_keys", .integer(1)), ("PRAGMA secure_delete", .integer(1)),
      ("PRAGMA trusted_schema", .integer(0)), ("PRAGMA temp_store", .integer(2)),
      ("PRAGMA cell_size_check", .integer(1)), ("PRAGMA user_version", .integer(1)),
      ("PRAGMA application_id", .integer(0x4B69_7468)),
    ]
    for (pragma, value) in expected {
      #expect(try await database.write { try $0.first(pragma) { $0.value(0) } } == value)
    }
  }

  @Test func `a deleted word is gone from the file`() async throws {
    let database = try await Notebook.open(path)
    let word = "zanzibarite"
    try await database.add(word)
    try await database.checkpoint()
    #expect(String(decoding: bytes(of: path), as: UTF8.self).contains(word))
    try await database.write { try $0.run("DELETE FROM page") }
    try await database.checkpoint()
    #expect(!String(decoding: bytes(of: path), as: UTF8.self).contains(word))
    #expect(!exists(path + "-wal") || bytes(of: path + "-wal").isEmpty)
  }

  @Test func `closing leaves one file and nothing to repair`() async throws {
    try await makeDatabase()
    #expect(!exists(path + "-wal"))
    let database = try await Notebook.open(path)
    #expect(await !database.wasLeftOpen)
    #expect(try await database.texts().count == 40)
  }

  @Test func `garbage is refused and left alone`() async throws {
    let garbages: [[UInt8]] = [
      Array("hello".utf8), [0], Array(repeating: 0, count: 4_096),
      Array("SQLite format 3\0".utf8), Array("<html>".utf8) + Array(repeating: 32, count: 9_000),
    ]
    for garbage in garbages {
      try write(garbage, to: path)
      #expect(await reason { _ = try await Notebook.open(path) } == .damaged)
      #expect(bytes(of: path) == garbage)
      #expect(!exists(path + "-wal"))
    }
  }

  @Test(arguments: [50, 100, 2_000, 4_096, 6_000, 8_192, 100_000])
  func `a database cut short is refused and left alone`(size: Int) async throws {
    try await makeDatabase()
    let whole = bytes(of: path)
    #expect(whole.count > 200_000)
    try write(Array(whole[..<size]), to: path)
    #expect(await reason { _ = try await Notebook.open(path) } == .damaged)
    #expect(bytes(of: path) == Array(whole[..<size]))
  }

  @Test func `a log whose database is gone is refused and kept`() async throws {
    for database in [[], nil] as [[UInt8]?] {
      unlink(path)
      if let database { try write(database, to: path) }
      try write([1, 2, 3], to: path + "-wal")
      #expect(await reason { _ = try await Notebook.open(path) } == .damaged)
      #expect(bytes(of: path + "-wal") == [1, 2, 3])
    }
  }

  @Test func `an empty file is a new database`() async throws {
    try write([], to: path)
    let database = try await Notebook.open(path)
    try await database.add("a")
    #expect(try await database.texts() == ["a"])
  }

  @Test func `after a crash everything kept is there and was checked`() async throws {
    let crashed = folder.file("crashed.db")
    let database = try await Notebook.open(path)
    try await database.add("kept")
    // What a crash leaves behind is a copy of the files while they are in use.
    try write(bytes(of: path), to: crashed)
    try write(bytes(of: path + "-wal"), to: crashed + "-wal")
    let again = try await Notebook.open(crashed)
    #expect(await again.wasLeftOpen)
    #expect(try await again.texts() == ["kept"])
  }

  @Test func `after a crash a contradiction is found and nothing is written`() async throws {
    let crashed = folder.file("crashed.db")
    try await makeDatabase()
    let database = try await Notebook.open(path)
    try await database.add("kept")
    var damaged = bytes(of: path)
    for index in 8_192..<60_000 { damaged[index] = 0x5A }
    try write(damaged, to: crashed)
    let log = bytes(of: path + "-wal")
    try write(log, to: crashed + "-wal")
    #expect(await reason { _ = try await Notebook.open(crashed) } == .damaged)
    #expect(bytes(of: crashed) == damaged)
    #expect(bytes(of: crashed + "-wal") == log)
  }

  @Test func `a folder or a pipe in the way is refused`() async throws {
    mkdir(path, 0o700)
    #expect(await reason { _ = try await Notebook.open(path) } == .cannotOpen)
    rmdir(path)
    mkfifo(path, 0o600)
    #expect(await reason { _ = try await Notebook.open(path) } == .cannotOpen)
  }

  @Test func `a missing folder is refused`() async throws {
    let path = folder.file("no/such/a.db")
    #expect(await reason { _ = try await Notebook.open(path) } == .cannotOpen)
  }

  @Test func `a database of another program is refused and left alone`() async throws {
    var options = DatabaseOptions()
    options.application = 42
    await (try Notebook.open(path, options)).close()
    let before = bytes(of: path)
    #expect(await reason { _ = try await Notebook.open(path) } == .unrecognised)
    #expect(bytes(of: path) == before)
  }
}
