import CSQLite

/// A prepared statement, finalised when it is let go.
///
/// Not sendable: it stays on the thread of its connection.
@safe final class Statement {
  private let pointer: OpaquePointer
  private let connection: OpaquePointer

  /// Prepares `sql`, which must be exactly one statement.
  @unsafe init(_ sql: String, connection: OpaquePointer) throws(DatabaseError) {
    var prepared: OpaquePointer?
    var trailing = 0
    var sql = sql
    let result = sql.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let result = unsafe sqlite3_prepare_v3(
          connection, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &prepared, &tail)
        if let start = text.baseAddress, let tail = unsafe tail {
          trailing = unsafe text[(tail - start)...].count { $0 > 0x20 }
        }
        return result
      }
    }
    guard result == SQLITE_OK else {
      // The text of a statement is written in the source, so SQLite may name what it disliked.
      let message = unsafe String(cString: sqlite3_errmsg(connection))
      throw unsafe DatabaseError(connection: connection, message: message)
    }
    guard let pointer = unsafe prepared, trailing == 0 else {
      unsafe sqlite3_finalize(prepared)
      throw DatabaseError(.misuse, "not exactly one statement")
    }
    unsafe self.pointer = pointer
    unsafe self.connection = connection
  }

  deinit {
    unsafe sqlite3_finalize(pointer)
  }

  /// Whether it leaves the database as it is.
  var isReadOnly: Bool {
    unsafe sqlite3_stmt_readonly(pointer) != 0
  }

  /// The number of columns of a row.
  var columnCount: Int {
    Int(unsafe sqlite3_column_count(pointer))
  }

  /// Gives it one value for each of its parameters, in order.
  func bind(_ values: [SQLValue]) throws(DatabaseError) {
    guard values.count == Int(unsafe sqlite3_bind_parameter_count(pointer)) else {
      throw DatabaseError(.misuse, "wrong number of values")
    }
    for (index, value) in values.enumerated() {
      let result = bind(value, at: Int32(index + 1))
      guard result == SQLITE_OK else { throw DatabaseError(result: result) }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return unsafe sqlite3_bind_null(pointer, index)
    case .integer(let integer):
      return unsafe sqlite3_bind_int64(pointer, index, integer)
    case .real(let real):
      return unsafe sqlite3_bind_double(pointer, index, real)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
          // SQLite takes a null address for NULL, so an empty text needs an address of its own.
          unsafe bytes.baseAddress.map {
            unsafe kith_sqlite_bind_text(pointer, index, $0, UInt64(bytes.count))
          } ?? kith_sqlite_bind_text(pointer, index, "", 0)
        }
      }
    case .bytes(let bytes):
      if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(pointer, index, 0) }
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe kith_sqlite_bind_bytes(pointer, index, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws(DatabaseError) -> Bool {
    let result = unsafe sqlite3_step(pointer)
    switch result & 0xff {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      // Only a broken rule is worth SQLite's own words: it names the column. Other messages may
      // quote a value, such as a search that can't be parsed.
      let message =
        unsafe result & 0xff == SQLITE_CONSTRAINT
        ? String(cString: sqlite3_errmsg(connection)) : nil
      throw unsafe DatabaseError(connection: connection, message: message)
    }
  }

  /// Makes it ready to run again, and lets go of its values.
  func reset() {
    unsafe sqlite3_reset(pointer)
    unsafe sqlite3_clear_bindings(pointer)
  }
}

// MARK: - Columns

extension Statement {
  /// The value in `column` of the current row.
  func value(_ column: Int) -> SQLValue {
    let column = Int32(column)
    switch unsafe sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(pointer, column))
    case SQLITE_TEXT: return .text(unsafe String(decoding: bytes(column), as: UTF8.self))
    case SQLITE_BLOB: return .bytes(unsafe Array(bytes(column)))
    default: return .null
    }
  }

  /// The bytes in `column`, valid until the next step.
  @unsafe private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // The address must be asked for before the count (https://sqlite.org/c3ref/column_blob.html).
    let start = unsafe sqlite3_column_blob(pointer, column)
    let count = Int(unsafe sqlite3_column_bytes(pointer, column))
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }
}
