import Glibc

/// A folder of this process for sockets and keys: readable by its owner only, gone with the process.
struct RunFolder: ~Copyable, Sendable {
  /// The longest path of a UNIX socket that is used: the system's limit is 107 bytes.
  static let longestSocketPath = 100

  /// Room for the name of a socket: a slash, a number and `.sock`.
  private static let longestSocketName = 12

  /// The absolute path of the folder.
  let path: String

  /// Makes a new folder below `parent`, and removes those of processes that are gone.
  ///
  /// - Throws: `EngineError.runFolderTooLong` when its path is too long for a socket, and
  ///   `inputUnusable` when it can't be made.
  init(below parent: String) throws(EngineError) {
    let template = "\(parent)/kith-\(getpid())-XXXXXX"
    guard template.utf8.count + Self.longestSocketName <= Self.longestSocketPath else {
      throw .runFolderTooLong(parent)
    }
    Self.removeAbandoned(below: parent)
    guard let made = Self.makeUnique(template) else {
      throw .inputUnusable("the folder \(parent), in which no folder for sockets can be made")
    }
    path = made
  }

  deinit {
    Self.remove(path)
  }

  /// Where such folders go: `$XDG_RUNTIME_DIR`, else `/tmp`.
  ///
  /// - Returns: An absolute path.
  static func standardParent(_ environment: [String: String]) -> String {
    guard let named = environment["XDG_RUNTIME_DIR"], named.hasPrefix("/"),
      unsafe access(named, W_OK) == 0
    else { return "/tmp" }
    return named
  }

  private static func makeUnique(_ template: String) -> String? {
    var name = Array(template.utf8CString)
    return unsafe name.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let made = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: made)
    }
  }

  private static func removeAbandoned(below parent: String) {
    for name in names(in: parent) where name.hasPrefix("kith-") {
      let parts = name.split(separator: "-")
      guard parts.count == 3, let process = Int32(parts[1]), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      let abandoned = parent + "/" + name
      var facts = stat()
      guard unsafe lstat(abandoned, &facts) == 0, facts.st_uid == geteuid(),
        facts.st_mode & S_IFMT == S_IFDIR
      else { continue }
      remove(abandoned)
    }
  }

  private static func remove(_ folder: String) {
    for name in names(in: folder) { unsafe unlink(folder + "/" + name) }
    unsafe rmdir(folder)
  }

  private static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
