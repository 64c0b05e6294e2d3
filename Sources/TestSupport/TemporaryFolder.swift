import Glibc

/// A folder for one test, removed with everything in it when it is let go.
public final class TemporaryFolder: Sendable {
  /// A system call that failed.
  public struct Failure: Error {
    /// The `errno`.
    public let code: Int32
  }

  /// Its absolute path.
  public let path: String

  /// Makes an empty folder below `/tmp`.
  public init() throws {
    var template = Array("/tmp/kith-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String {
    path + "/" + name
  }

  private static func remove(_ path: String) {
    if unsafe unlink(path) == 0 { return }
    for name in names(in: path) { remove(path + "/" + name) }
    unsafe rmdir(path)
  }

  /// The names of what lies in the folder at `path`.
  public static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// The bytes of a file; empty when it can't be read.
public func bytes(of path: String) -> [UInt8] {
  guard let file = unsafe fopen(path, "rb") else { return [] }
  defer { unsafe fclose(file) }
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 {
    all += buffer[..<count]
  }
  return all
}

/// Writes a file anew.
public func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = unsafe fopen(path, "wb") else { throw TemporaryFolder.Failure(code: errno) }
  defer { unsafe fclose(file) }
  guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else {
    throw TemporaryFolder.Failure(code: errno)
  }
}

/// The permission bits of a file, -1 when there is none.
public func permissions(of path: String) -> Int {
  var facts = stat()
  return unsafe stat(path, &facts) == 0 ? Int(facts.st_mode & 0o7777) : -1
}

/// Whether there is anything at `path`.
public func exists(_ path: String) -> Bool {
  unsafe access(path, F_OK) == 0
}
