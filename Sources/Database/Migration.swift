/// One step that brings a database to its next version.
///
/// A list of steps only ever grows at its end: a step that was released is never edited, reordered
/// or removed. The version of a database is the number of steps it has been through.
public struct Migration: Sendable {
  /// What it does, as recorded in the database.
  public let name: String

  let body: @Sendable (DatabaseAccess) throws -> Void

  /// A step called `name`; `body` runs in a transaction of its own.
  public init(_ name: StaticString, body: @escaping @Sendable (DatabaseAccess) throws -> Void) {
    self.name = "\(name)"
    self.body = body
  }
}

extension DatabaseAccess {
  /// The number of steps the database has been through.
  func version() throws(DatabaseError) -> Int {
    guard case .integer(let version) = try value(text: "PRAGMA user_version") else { return 0 }
    return Int(version)
  }

  /// Takes the steps that are left, each in one transaction with its record.
  func migrate(_ steps: [Migration], application: Int32) throws {
    let done = try version()
    guard done >= 0 else {
      throw DatabaseError(.unrecognised, "its history is not this program's")
    }
    guard done <= steps.count else {
      throw DatabaseError(.newer(version: done, known: steps.count), "written by a newer program")
    }
    if done > 0 { try checkHistory(steps.prefix(done)) }
    for (index, step) in steps.enumerated().dropFirst(done) {
      try transaction {
        if index == 0 {
          try run("CREATE TABLE migration (step INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
          try run(text: "PRAGMA application_id = \(application)")
        }
        try step.body(self)
        try run(
          "INSERT INTO migration (step, name) VALUES (?, ?)", .integer(Int64(index + 1)),
          .text(step.name))
        try run(text: "PRAGMA user_version = \(index + 1)")
      }
    }
  }

  /// Checks that the steps taken are the ones known by their names.
  private func checkHistory(_ steps: ArraySlice<Migration>) throws {
    let names = try rows("SELECT name FROM migration ORDER BY step") { try $0.text(0) }
    guard names == steps.map(\.name) else {
      throw DatabaseError(.unrecognised, "its history is not this program's")
    }
  }

  /// Runs `body` between begin and commit; any failure rolls everything back.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    // Immediate: the lock is taken at once, so a write never fails half-way for want of it.
    try run("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` on one unchanging view of the database, and refuses changes.
  func reading<Value>(_ body: () throws -> Value) throws -> Value {
    isReading = true
    defer { isReading = false }
    try run("BEGIN")
    defer { if isInTransaction { try? run("ROLLBACK") } }
    return try body()
  }
}
