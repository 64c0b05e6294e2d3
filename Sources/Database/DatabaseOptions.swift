/// How a database is opened.
public struct DatabaseOptions: Sendable {
  /// The number that marks a file as this program's, at offset 68 of the file.
  public var application: Int32 = 0x4B69_7468  // "Kith"

  /// Opens it for reading beside the process that writes; then nothing is migrated.
  public var readOnly = false

  /// The longest wait for another process that has the database locked, in milliseconds.
  public var busyMilliseconds: Int32 = 5_000

  /// The pages of the write-ahead log after which it is written back, 1 or more; a page is 4 KB.
  public var checkpointPages = 1_000

  /// The most pages the database may have, 1 or more; nil for no limit but the disk.
  public var maximumPages: Int?

  /// What must not be let go before the database is closed, such as the lock on its folder.
  public var heldWhileOpen: (any Sendable)?

  /// The values that suit a companion's memory.
  public init() {}
}
