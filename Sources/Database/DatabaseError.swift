import CSQLite
import Glibc

/// What SQLite, or the file system below it, refused.
///
/// Holds names from the schema at most; the values of a statement never enter it.
public struct DatabaseError: Error, Sendable, Equatable {
  /// What it means for whoever called.
  public enum Reason: Sendable, Equatable {
    /// There is no room for the write; nothing of the transaction was kept.
    case full
    /// The file is no database, is cut short or contradicts itself.
    case damaged
    /// The database was written by a newer program.
    case newer(version: Int, known: Int)
    /// The file is a database, but of another program.
    case unrecognised
    /// The file or its folder may not be written.
    case readOnly
    /// The file can't be opened.
    case cannotOpen
    /// Another process kept the database locked for longer than the busy time-out.
    case busy
    /// A rule of the schema was broken.
    case constraint
    /// A column does not hold the type that was asked for.
    case mismatch
    /// The connection was closed.
    case closed
    /// A statement is wrong or was given the wrong values: a fault of the program.
    case misuse
    /// Anything else, such as a failing disk.
    case other
  }

  /// What it means for whoever called.
  public let reason: Reason

  /// SQLite's primary result code (https://sqlite.org/rescode.html), 0 when SQLite was not asked.
  public let code: Int32

  /// SQLite's extended result code, or the `errno` of a file operation.
  public let extendedCode: Int32

  /// SQLite's words for it: fixed text, or names from the schema.
  public let message: String

  init(_ reason: Reason, code: Int32 = 0, extendedCode: Int32 = 0, _ message: String) {
    self.reason = reason
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
  }

  /// A file operation that failed with `error`, an `errno`.
  init(fileError error: Int32) {
    self.init(
      Self.isFull(error)
        ? .full : [EACCES, EPERM, EROFS].contains(error) ? .readOnly : .cannotOpen,
      extendedCode: error, "the file system refused")
  }

  /// SQLite's result `extended`, with the `errno`s that may be behind it.
  ///
  /// A full disk shows as `SQLITE_FULL`, but a file-size limit or a quota as an input/output error.
  init(result extended: Int32, systemErrors: [Int32] = [], message: String? = nil) {
    let code = extended & 0xff
    let reason: Reason =
      switch code {
      case SQLITE_FULL: .full
      case SQLITE_IOERR where systemErrors.contains(where: Self.isFull): .full
      case SQLITE_CANTOPEN where systemErrors.contains(where: Self.isFull): .full
      case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
      case SQLITE_READONLY, SQLITE_PERM: .readOnly
      case SQLITE_CANTOPEN: .cannotOpen
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CONSTRAINT: .constraint
      case SQLITE_MISUSE, SQLITE_RANGE, SQLITE_ERROR: .misuse
      case SQLITE_TOOBIG, SQLITE_MISMATCH: .mismatch
      default: .other
      }
    let fixed = unsafe sqlite3_errstr(extended).map { unsafe String(cString: $0) }
    self.init(reason, code: code, extendedCode: extended, message ?? fixed ?? "unknown")
  }

  /// The latest failure of `connection`.
  @unsafe init(connection: OpaquePointer?, message: String? = nil) {
    unsafe self.init(
      result: sqlite3_extended_errcode(connection),
      systemErrors: [sqlite3_system_errno(connection), kith_sqlite_write_errno(connection)],
      message: message)
  }

  private static func isFull(_ error: Int32) -> Bool {
    [ENOSPC, EDQUOT, EFBIG].contains(error)
  }
}

extension DatabaseError: CustomStringConvertible {
  public var description: String {
    "\(reason): \(message) (\(code), \(extendedCode))"
  }
}
