import CSQLite

/// What the closure of a read or write works with: statements over one open database.
///
/// Not sendable, so it can't leave the closure; the connection keeps it on its thread. The text of
/// a statement is written in the source (`StaticString`), values are always bound.
@safe public final class DatabaseAccess {
  private var pointer: OpaquePointer?
  private var statements = StatementCache(limit: 32)

  /// Whether statements that change something are refused.
  var isReading = false

  /// Opens the file at `path`, which must exist.
  init(path: String, readOnly: Bool) throws(DatabaseError) {
    // One thread uses it, so SQLite's own locks are left out.
    let flags =
      (readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX
      | SQLITE_OPEN_PRIVATECACHE
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    unsafe pointer = opened
    // SQLite falls back to reading when a file may not be written.
    let cannotWrite =
      unsafe !readOnly && result == SQLITE_OK && sqlite3_db_readonly(opened, nil) != 0
    guard result == SQLITE_OK, !cannotWrite else {
      let error =
        unsafe cannotWrite
        ? DatabaseError(result: SQLITE_READONLY) : DatabaseError(connection: opened)
      // A handle comes even with most failures and must be closed (sqlite.org/c3ref/open.html).
      unsafe sqlite3_close_v2(opened)
      unsafe pointer = nil
      throw error
    }
  }

  deinit {
    statements.empty()
    unsafe sqlite3_close_v2(pointer)
  }

  // MARK: - Running statements

  /// Runs `sql` to its end and drops its rows.
  ///
  /// - Parameters:
  ///   - sql: Exactly one statement.
  ///   - values: One value for each `?`, in order.
  /// - Throws: A ``DatabaseError``.
  public func run(_ sql: StaticString, _ values: SQLValue...) throws(DatabaseError) {
    try run(text: "\(sql)", values)
  }

  /// The rows that `sql` answers with, each read by `read`.
  ///
  /// - Parameters:
  ///   - sql: Exactly one statement, with a `LIMIT` unless the answer is small by nature.
  ///   - values: One value for each `?`, in order.
  ///   - read: Reads one row.
  /// - Returns: What `read` returned, in order.
  /// - Throws: A ``DatabaseError``, or what `read` throws.
  public func rows<Value>(
    _ sql: StaticString, _ values: SQLValue..., read: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    var found: [Value] = []
    try forEachRow("\(sql)", values) { row in
      found.append(try read(row))
      return true
    }
    return found
  }

  /// The first row that `sql` answers with, read by `read`; nil when there is none.
  ///
  /// - Parameters:
  ///   - sql: Exactly one statement.
  ///   - values: One value for each `?`, in order.
  ///   - read: Reads the row.
  /// - Returns: What `read` returned.
  /// - Throws: A ``DatabaseError``, or what `read` throws.
  public func first<Value>(
    _ sql: StaticString, _ values: SQLValue..., read: (borrowing Row) throws -> Value
  ) throws -> Value? {
    var found: Value?
    try forEachRow("\(sql)", values) { row in
      found = try read(row)
      return false
    }
    return found
  }

  /// The row number that the latest insert got.
  public var lastInsertedRow: Int64 {
    unsafe pointer.map { unsafe sqlite3_last_insert_rowid($0) } ?? 0
  }

  /// How many rows the latest insert, update or delete touched.
  public var changedRows: Int {
    unsafe pointer.map { Int(unsafe sqlite3_changes64($0)) } ?? 0
  }

  // MARK: - For this module

  /// Runs one statement whose text may hold a number, as pragmas need.
  func run(text: String, _ values: [SQLValue] = []) throws(DatabaseError) {
    do {
      try forEachRow(text, values) { _ in true }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.misuse, "a row could not be read")
    }
  }

  /// The first column of the first row of a pragma or statement written here.
  func value(text: String) throws(DatabaseError) -> SQLValue {
    var found = SQLValue.null
    do {
      try forEachRow(text, []) { row in
        found = row.value(0)
        return false
      }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.misuse, "a row could not be read")
    }
    return found
  }

  /// Whether a transaction is open: SQLite ends one by itself after some failures.
  var isInTransaction: Bool {
    unsafe pointer.map { unsafe sqlite3_get_autocommit($0) == 0 } ?? false
  }

  /// Sets one of SQLite's switches (https://sqlite.org/c3ref/c_dbconfig_defensive.html).
  func configure(_ option: Int32, _ isOn: Bool) throws(DatabaseError) {
    let result = unsafe kith_sqlite_configure(pointer, option, isOn ? 1 : 0)
    guard result == SQLITE_OK else { throw DatabaseError(result: result) }
  }

  /// Sets one of SQLite's limits (https://sqlite.org/c3ref/c_limit_attached.html).
  func limit(_ limit: Int32, to value: Int32) {
    unsafe sqlite3_limit(pointer, limit, value)
  }

  /// How long to wait for another process that has the database locked.
  func wait(upTo milliseconds: Int32) {
    unsafe sqlite3_busy_timeout(pointer, milliseconds)
  }

  private func forEachRow(
    _ sql: String, _ values: [SQLValue], _ body: (borrowing Row) throws -> Bool
  ) throws {
    let statement = try statements.take(sql) ?? prepare(sql)
    defer {
      statement.reset()
      statements.put(statement, sql: sql)
    }
    guard !isReading || statement.isReadOnly else {
      throw DatabaseError(.misuse, "a read may not change anything")
    }
    try statement.bind(values)
    while try statement.step() {
      guard try body(Row(statement: statement)) else { return }
    }
  }

  private func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    guard let pointer = unsafe pointer else { throw DatabaseError(.closed, "closed") }
    return try unsafe Statement(sql, connection: pointer)
  }
}
