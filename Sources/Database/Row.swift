/// One row of an answer; it can't outlive the closure it is given to.
public struct Row: ~Copyable {
  let statement: Statement

  /// The value in `column`, counted from 0, whatever its type; null beyond the last column.
  public func value(_ column: Int) -> SQLValue {
    (0..<statement.columnCount).contains(column) ? statement.value(column) : .null
  }

  /// The integer in `column`.
  ///
  /// - Throws: `mismatch` when it holds something else.
  public func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    guard case .integer(let integer) = value(column) else { throw Self.mismatch }
    return integer
  }

  /// The integer in `column`, or nil for null.
  ///
  /// - Throws: `mismatch` when it holds something else.
  public func integerOrNil(_ column: Int) throws(DatabaseError) -> Int64? {
    if case .null = value(column) { return nil }
    return try integer(column)
  }

  /// The number in `column`.
  ///
  /// - Throws: `mismatch` when it holds something else.
  public func real(_ column: Int) throws(DatabaseError) -> Double {
    guard case .real(let real) = value(column) else { throw Self.mismatch }
    return real
  }

  /// The text in `column`; bytes that are no UTF-8 are replaced by U+FFFD.
  ///
  /// - Throws: `mismatch` when it holds something else.
  public func text(_ column: Int) throws(DatabaseError) -> String {
    guard case .text(let text) = value(column) else { throw Self.mismatch }
    return text
  }

  /// The text in `column`, or nil for null.
  ///
  /// - Throws: `mismatch` when it holds something else.
  public func textOrNil(_ column: Int) throws(DatabaseError) -> String? {
    if case .null = value(column) { return nil }
    return try text(column)
  }

  /// The bytes in `column`.
  ///
  /// - Throws: `mismatch` when it holds something else.
  public func bytes(_ column: Int) throws(DatabaseError) -> [UInt8] {
    guard case .bytes(let bytes) = value(column) else { throw Self.mismatch }
    return bytes
  }

  private static var mismatch: DatabaseError {
    DatabaseError(.mismatch, "a column holds another type")
  }
}
