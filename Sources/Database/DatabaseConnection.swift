import CSQLite

/// An open SQLite database with a thread of its own.
///
/// Everything runs on that thread, in the order it was asked for, so slow disks hold up nobody but
/// those who wait for an answer. What ``write(_:)`` returned is on the disk: the write-ahead log is
/// synced at every commit (`synchronous=FULL`).
public actor DatabaseConnection {
  private let path: String
  private let thread: SerialThread
  private var access: DatabaseAccess?
  private var held: (any Sendable)?

  /// Whether the last program to use it did not close it, so that it was checked when opened.
  public private(set) var wasLeftOpen = false

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Opens the database at `path`, makes it when there is none, and brings it up to date.
  ///
  /// A database that is newer, damaged or of another program is left exactly as it is.
  ///
  /// - Parameters:
  ///   - path: The file, used by no other connection of this process that writes.
  ///   - migrations: All steps from an empty database to the current version.
  ///   - options: How it is opened.
  /// - Returns: The open connection.
  /// - Throws: A ``DatabaseError``, or what a step throws.
  public static func open(
    _ path: String, migrations: [Migration], options: DatabaseOptions = DatabaseOptions()
  ) async throws -> DatabaseConnection {
    let connection = DatabaseConnection(path: path, thread: try SerialThread())
    do {
      try await connection.open(migrations, options)
      return connection
    } catch {
      // Letting go would close it too, but some time later.
      await connection.close()
      throw error
    }
  }

  private init(path: String, thread: SerialThread) {
    self.path = path
    self.thread = thread
  }

  isolated deinit {
    close()
    thread.finish()
  }

  // MARK: - Use

  /// Runs `body` in one transaction: when this returns, all of it is on the disk.
  ///
  /// - Parameter body: Reads and changes; runs on the database's thread.
  /// - Returns: What `body` returned.
  /// - Throws: A ``DatabaseError`` or what `body` throws; then nothing was changed.
  public func write<Value: Sendable>(
    _ body: @Sendable (DatabaseAccess) throws -> Value
  ) throws -> Value {
    let access = try openAccess()
    return try access.transaction { try body(access) }
  }

  /// Runs `body` on one unchanging view of the database.
  ///
  /// - Parameter body: Only reads; runs on the database's thread.
  /// - Returns: What `body` returned.
  /// - Throws: A ``DatabaseError`` or what `body` throws.
  public func read<Value: Sendable>(
    _ body: @Sendable (DatabaseAccess) throws -> Value
  ) throws -> Value {
    let access = try openAccess()
    return try access.reading { try body(access) }
  }

  /// Writes the whole log back into the database and empties it.
  ///
  /// - Throws: A ``DatabaseError``; nothing is lost then, the log stays.
  public func checkpoint() throws {
    try openAccess().run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Looks through the whole database for contradictions.
  ///
  /// - Throws: `damaged` when there is one.
  public func check() throws {
    try openAccess().check()
  }

  /// Closes the database; every later call throws `closed`.
  public func close() {
    access = nil
    held = nil
  }

  private func openAccess() throws(DatabaseError) -> DatabaseAccess {
    guard let access else { throw DatabaseError(.closed, "closed") }
    return access
  }

  // MARK: - Opening

  private func open(_ migrations: [Migration], _ options: DatabaseOptions) throws {
    held = options.heldWhileOpen
    wasLeftOpen = DatabaseFile.hasLog(path)
    if !options.readOnly { try prepareFile(migrations.count, options) }
    let access = try DatabaseAccess(path: path, readOnly: options.readOnly)
    // Until the database is known to be ours and whole, closing it must not write the log back.
    try access.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    try access.harden(options)
    try access.recognise(migrations.count, options)
    if !options.readOnly {
      if wasLeftOpen { try access.check() }
      try access.makeDurable(options)
      try access.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
      try access.migrate(migrations, application: options.application)
      try DatabaseFile.protect(path)
    }
    self.access = access
  }

  private func prepareFile(_ known: Int, _ options: DatabaseOptions) throws(DatabaseError) {
    switch try DatabaseFile(at: path) {
    case .fresh:
      try DatabaseFile.create(at: path)
    case .database(let version, let application):
      try DatabaseAccess.judge(version, application, known: known, options)
    }
    try DatabaseFile.protect(path)
  }
}
