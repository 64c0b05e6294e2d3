import FoundationEssentials
import Glibc

/// The process that has a data folder open, and where it can be reached.
///
/// It lies in `run.json`, readable by the owner only, so that `kith chat` can join in.
public struct RunningCompanion: Sendable, Equatable, Codable {
  /// The process.
  public var pid: Int32
  /// Where it answers, such as `http://127.0.0.1:7700`; nil while it answers nowhere.
  public var address: String?
  /// What a client has to show; never printed.
  public var token: String?

  /// A process with all its facts.
  public init(pid: Int32, address: String? = nil, token: String? = nil) {
    self.pid = pid
    self.address = address
    self.token = token
  }

  /// The largest file that is read, in bytes.
  private static let maximumBytes = 4_096

  /// Reads the file at `path`.
  ///
  /// - Returns: Nil when there is none, when it can't be read as one, or when others than its owner
  ///   could have read or written it.
  static func read(at path: String) -> RunningCompanion? {
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard let file = OwnedDescriptor(opened) else { return nil }
    var facts = stat()
    guard unsafe fstat(file.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0, facts.st_size <= maximumBytes
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: maximumBytes)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(file.number, buffer.baseAddress, buffer.count)
    }
    guard count > 0 else { return nil }
    return try? JSONDecoder().decode(Self.self, from: Data(bytes[..<count]))
  }

  /// Writes the file at `path` in one go: who reads it sees the old one or the new one.
  func write(to path: String) throws(MemoryError) {
    guard let bytes = try? [UInt8](JSONEncoder().encode(self)) else {
      throw .folderUnusable(path: path, .refused(EINVAL))
    }
    try PrivateFile.write(bytes, to: path, waitsForDisk: false)
  }
}

extension RunningCompanion: CustomStringConvertible, CustomReflectable {
  public var description: String {
    "process \(pid) at \(address ?? "no address")"
  }

  public var customMirror: Mirror {
    Mirror(self, children: ["pid": pid, "address": address ?? "none"])
  }
}

extension MemoryError {
  /// What a system call on `path` that failed with `error`, an `errno`, means.
  static func system(_ error: Int32, _ path: String) -> MemoryError {
    switch error {
    case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
    case EACCES, EPERM, EROFS: .folderUnusable(path: path, .notWritable)
    case ENAMETOOLONG: .folderUnusable(path: path, .tooLong)
    case ENOENT: .folderUnusable(path: path, .missingParent)
    case ENOTDIR, ELOOP, EEXIST: .folderUnusable(path: path, .notAFolder)
    default: .folderUnusable(path: path, .refused(error))
    }
  }
}
