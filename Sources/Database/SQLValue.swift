/// A value that goes into a statement.
public enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  /// `text`, or null.
  public static func text(orNull text: String?) -> SQLValue {
    text.map { .text($0) } ?? .null
  }

  /// `integer`, or null.
  public static func integer(orNull integer: Int64?) -> SQLValue {
    integer.map { .integer($0) } ?? .null
  }
}
