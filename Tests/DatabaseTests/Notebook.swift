import Database

/// A small schema to test with.
enum Notebook {
  static let migrations = [
    Migration("make the notebook") { database in
      try database.run(
        """
        CREATE TABLE page (
          id INTEGER PRIMARY KEY, text TEXT UNIQUE, number REAL, bytes BLOB,
          follows INTEGER REFERENCES page (id)
        ) STRICT
        """)
    }
  ]

  static func open(
    _ path: String, _ options: DatabaseOptions = DatabaseOptions()
  ) async throws -> DatabaseConnection {
    try await DatabaseConnection.open(path, migrations: migrations, options: options)
  }
}

extension DatabaseConnection {
  func add(_ text: String) throws {
    try write { try $0.run("INSERT INTO page (text) VALUES (?)", .text(text)) }
  }

  func texts() throws -> [String] {
    try read { try $0.rows("SELECT text FROM page ORDER BY id") { try $0.text(0) } }
  }
}

/// Why `body` failed, nil when it didn't.
func reason(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async -> DatabaseError.Reason? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? DatabaseError)?.reason
  }
}
