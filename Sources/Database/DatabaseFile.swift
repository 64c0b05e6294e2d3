import Glibc

/// What lies at the path of a database, found out without SQLite, which might write.
///
/// The first 100 bytes are laid down in https://sqlite.org/fileformat2.html#the_database_header.
/// Never look at a file that this process has open: closing any descriptor of a file drops the
/// locks SQLite holds on it (https://sqlite.org/howtocorrupt.html).
enum DatabaseFile: Equatable {
  /// Nothing, or a file that was never written to.
  case fresh
  /// A database, with the two numbers its program wrote.
  case database(version: Int, application: Int32)

  /// Looks at the file at `path`.
  ///
  /// - Throws: `damaged` when it is something else than a database.
  init(at path: String) throws(DatabaseError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT {
      // A log without its database: the database was lost, and SQLite would delete the log.
      if Self.hasLog(path) { throw Self.notADatabase }
      self = .fresh
      return
    }
    guard descriptor >= 0 else { throw DatabaseError(fileError: errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { throw DatabaseError(fileError: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw DatabaseError(.cannotOpen, "not a regular file")
    }
    var header = [UInt8](repeating: 0, count: 100)
    let count = unsafe header.withUnsafeMutableBytes { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    guard count >= 0 else { throw DatabaseError(.other, extendedCode: errno, "can't be read") }
    if count == 0, !Self.hasLog(path) {
      self = .fresh
      return
    }
    guard count == header.count, header.starts(with: "SQLite format 3\0".utf8) else {
      throw Self.notADatabase
    }
    func number(at offset: Int) -> Int32 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
    }
    self = .database(version: Int(number(at: 60)), application: number(at: 68))
  }

  /// Whether the write-ahead log holds anything: the last program did not close the database.
  static func hasLog(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path + "-wal", &facts) == 0 && facts.st_size > 0
  }

  /// Makes an empty file that only the owner may use, and makes sure its name survives a crash.
  static func create(at path: String) throws(DatabaseError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw DatabaseError(fileError: errno) }
    close(descriptor)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let opened = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw DatabaseError(fileError: errno) }
    defer { close(opened) }
    // Some file systems can't sync a folder; there the name is kept by other means.
    guard fsync(opened) == 0 || errno == EINVAL else { throw DatabaseError(fileError: errno) }
  }

  /// Takes the file and its companions away from everybody but the owner.
  static func protect(_ path: String) throws(DatabaseError) {
    for file in [path, path + "-wal", path + "-shm"] {
      var facts = stat()
      guard unsafe stat(file, &facts) == 0, facts.st_mode & 0o077 != 0 else { continue }
      guard unsafe chmod(file, 0o600) == 0 else { throw DatabaseError(fileError: errno) }
    }
  }

  private static var notADatabase: DatabaseError {
    DatabaseError(.damaged, "the file is not a database")
  }
}
