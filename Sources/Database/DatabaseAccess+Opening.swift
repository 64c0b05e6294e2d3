import CSQLite

extension DatabaseAccess {
  /// Switches off what SQLite can do and this program never asks for.
  ///
  /// The list is https://sqlite.org/security.html#untrusted_sqlite_database_files, since a backup
  /// that is put back is a file from outside.
  func harden(_ options: DatabaseOptions) throws(DatabaseError) {
    wait(upTo: options.busyMilliseconds)
    try configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try configure(SQLITE_DBCONFIG_DQS_DML, false)
    try configure(SQLITE_DBCONFIG_DQS_DDL, false)
    try configure(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    try configure(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    limit(SQLITE_LIMIT_LENGTH, to: 16 << 20)
    limit(SQLITE_LIMIT_SQL_LENGTH, to: 100_000)
    try run(text: "PRAGMA cell_size_check = ON")
    // What is sorted must not be spilled into a temporary file that anybody could find.
    try run(text: "PRAGMA temp_store = MEMORY")
  }

  /// Makes a commit mean that it is on the disk, and a deletion that it is gone from the file.
  func makeDurable(_ options: DatabaseOptions) throws(DatabaseError) {
    guard try value(text: "PRAGMA journal_mode = WAL") == .text("wal") else {
      throw DatabaseError(.cannotOpen, "this file system can't hold a write-ahead log")
    }
    try run(text: "PRAGMA synchronous = FULL")
    try run(text: "PRAGMA secure_delete = ON")
    try run(text: "PRAGMA wal_autocheckpoint = \(max(1, options.checkpointPages))")
    // A log that once grew large gives its space back.
    try run(text: "PRAGMA journal_size_limit = 4194304")
    if let pages = options.maximumPages {
      try run(text: "PRAGMA max_page_count = \(max(1, pages))")
    }
  }

  /// Refuses a database that this program did not write or does not know yet.
  ///
  /// The header of the file was looked at before, but a newer one may still be in the log.
  func recognise(_ known: Int, _ options: DatabaseOptions) throws(DatabaseError) {
    guard case .integer(let application) = try value(text: "PRAGMA application_id"),
      case .integer(let objects) = try value(text: "SELECT count(*) FROM sqlite_schema")
    else { throw DatabaseError(.damaged, "the file is not a database") }
    let version = try version()
    if objects == 0, application == 0, version == 0 { return }
    try Self.judge(version, Int32(truncatingIfNeeded: application), known: known, options)
    if options.readOnly, version < known {
      throw DatabaseError(
        .unrecognised, "older than this program, which has to bring it up to date")
    }
  }

  /// Refuses the two numbers of a database when they are not this program's.
  static func judge(
    _ version: Int, _ application: Int32, known: Int, _ options: DatabaseOptions
  ) throws(DatabaseError) {
    guard application == options.application || (application == 0 && version == 0) else {
      throw DatabaseError(.unrecognised, "a database of another program")
    }
    guard version <= known else {
      throw DatabaseError(.newer(version: version, known: known), "written by a newer program")
    }
  }

  /// Looks through the whole database for contradictions.
  ///
  /// SQLite's report may quote what is stored, so it is dropped.
  func check() throws(DatabaseError) {
    guard try value(text: "PRAGMA quick_check(1)") == .text("ok") else {
      throw DatabaseError(.damaged, "the database contradicts itself")
    }
  }
}
