import Glibc

/// The folder everything about one companion is kept in, held by one process at a time.
///
/// The hold is a lock on the file `lock` in it. The system gives it up when the process ends, however
/// it ends, so nothing stale can keep anybody out.
public final class DataFolder: Sendable {
  /// Its absolute path, without a slash at the end.
  public let path: String

  /// Whether others could look into it before its permissions were put right.
  public let wasOpenToOthers: Bool

  private let lock: OwnedDescriptor

  /// The path of the database in it.
  public var database: String { path + "/memory.db" }

  /// Takes the folder at `path`, and makes it when there is none.
  ///
  /// The system calls it makes don't wait for the disk.
  ///
  /// - Parameters:
  ///   - path: An absolute path. Only its last part is made, so that a disk that is not there
  ///     doesn't become an empty memory.
  ///   - makesParents: Makes what is missing above it too, for the standard place.
  /// - Throws: `folderInUse`, `folderUnusable` or `diskFull`.
  public init(_ path: String, makesParents: Bool = false) throws(MemoryError) {
    let path = try Self.checked(path)
    if makesParents { Self.makeParents(of: path) }
    wasOpenToOthers = try Self.prepare(path)
    let opened = try Self.locked(path)
    lock = opened
    self.path = path
    // What the last holder left behind is about a process that is gone.
    try RunningCompanion(pid: getpid()).write(to: Self.runFile(path))
  }

  deinit {
    unsafe unlink(Self.runFile(path))
    // Closing is not enough: a program being started just now has copies of all descriptors until
    // it really runs, and the lock would live on in them.
    flock(lock.number, LOCK_UN)
  }

  /// The folder that `environment` names: `$XDG_DATA_HOME/kith`, else `~/.local/share/kith`.
  ///
  /// A value that is no absolute path is ignored, as the XDG Base Directory Specification demands.
  ///
  /// - Throws: `folderUnusable` when there is no home either.
  public static func standardPath(
    environment: [String: String]
  ) throws(MemoryError) -> String {
    if let named = environment["XDG_DATA_HOME"], named.hasPrefix("/") { return named + "/kith" }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw .folderUnusable(path: "", .noHome)
    }
    return home + "/.local/share/kith"
  }

  /// Tells other processes of the same user where this one answers.
  ///
  /// - Parameters:
  ///   - address: Such as `http://127.0.0.1:7700`.
  ///   - token: What they have to show.
  /// - Throws: `folderUnusable` or `diskFull`.
  public func announce(address: String, token: String?) throws(MemoryError) {
    let running = RunningCompanion(pid: getpid(), address: address, token: token)
    try running.write(to: Self.runFile(path))
  }

  /// The process that holds the folder at `path` and has said so; it may have ended since.
  public static func holder(of path: String) -> RunningCompanion? {
    RunningCompanion.read(at: runFile(path))
  }

  private static func runFile(_ path: String) -> String {
    path + "/run.json"
  }
}

// MARK: - Taking it

extension DataFolder {
  /// `path` without slashes at its end, if it can be a folder's.
  private static func checked(_ path: String) throws(MemoryError) -> String {
    guard path.hasPrefix("/") else { throw .folderUnusable(path: path, .notAbsolute) }
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    // Room for the names of the files in it; the system takes 4,095 bytes.
    guard path.utf8.count <= 4_000, !path.utf8.contains(0) else {
      throw .folderUnusable(path: String(path.prefix(60)) + "…", .tooLong)
    }
    return path
  }

  private static func makeParents(of path: String) {
    for (index, character) in zip(path.indices, path) where character == "/" {
      // A failure shows when the folder itself is made.
      let parent = String(path[..<index])
      if !parent.isEmpty { unsafe mkdir(parent, 0o700) }
    }
  }

  /// Makes the folder, or makes sure that it is one that may be taken.
  ///
  /// - Returns: Whether its permissions had to be put right.
  private static func prepare(_ path: String) throws(MemoryError) -> Bool {
    if unsafe mkdir(path, 0o700) == 0 { return false }
    guard errno == EEXIST else { throw .system(errno, path) }
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { throw .system(errno, path) }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
      throw .folderUnusable(path: path, .notAFolder)
    }
    guard facts.st_uid == geteuid() || geteuid() == 0 else {
      throw .folderUnusable(path: path, .notOurs)
    }
    guard unsafe faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS) == 0 else {
      throw .system(errno, path)
    }
    // Only a folder of ours is closed to others: nobody wants that done to /tmp.
    guard try isOurs(path) else { throw .folderUnusable(path: path, .holdsOtherThings) }
    guard facts.st_mode & 0o077 != 0 else { return false }
    guard unsafe chmod(path, 0o700) == 0 else { throw .system(errno, path) }
    return true
  }

  /// Whether the folder holds a memory, or nothing that isn't ours.
  private static func isOurs(_ path: String) throws(MemoryError) -> Bool {
    if unsafe access(path + "/memory.db", F_OK) == 0 { return true }
    guard let folder = unsafe opendir(path) else { throw .system(errno, path) }
    defer { unsafe closedir(folder) }
    let ours = [".", "..", "lock", "run.json", "run.json.new", "config.json", "lost+found"]
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let isOurs =
        ours.contains(name) || ["settings.json", "pauses.json"].contains { name.hasPrefix($0) }
      guard isOurs else { return false }
    }
    return true
  }

  /// Takes the lock.
  private static func locked(_ path: String) throws(MemoryError) -> OwnedDescriptor {
    let name = path + "/lock"
    while true {
      let opened = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard let lock = OwnedDescriptor(opened) else { throw .system(errno, name) }
      guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { throw .system(errno, name) }
        let holder = holder(of: path)
        throw .folderInUse(process: holder?.pid, address: holder?.address)
      }
      // Somebody may have removed the file between opening and locking it; then the lock is on
      // nothing and the next process would take another.
      var mine = stat()
      var there = stat()
      if unsafe fstat(lock.number, &mine) == 0, unsafe stat(name, &there) == 0,
        mine.st_ino == there.st_ino
      {
        return lock
      }
    }
  }
}
