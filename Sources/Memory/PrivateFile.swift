import Glibc

/// Small files in the data folder that only their owner may read.
enum PrivateFile {
  /// What was found at a path.
  enum Content: Sendable, Equatable {
    case absent
    /// No regular file, or one that is larger than it may be.
    case unusable
    case bytes([UInt8])
  }

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - path: An absolute path; no link is followed at its end.
  ///   - limit: The most bytes it may have.
  /// - Returns: What is there.
  /// - Throws: `folderUnusable` when the system does not let it be read.
  static func read(at path: String, limit: Int) throws(MemoryError) -> Content {
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard let file = OwnedDescriptor(opened) else {
      switch errno {
      case ENOENT: return .absent
      case ELOOP, ENXIO: return .unusable
      default: throw .system(errno, path)
      }
    }
    var facts = stat()
    guard unsafe fstat(file.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return .unusable
    }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < bytes.count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(
          file.number, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .system(errno, path) }
      if read == 0 { return .bytes(Array(bytes[..<count])) }
      count += read
    }
    return .unusable
  }

  /// Writes the file at `path` in one go: who reads it sees the old one or the new one.
  ///
  /// - Parameters:
  ///   - bytes: What it is to hold.
  ///   - path: An absolute path; beside it a file with `.new` at its end comes and goes.
  ///   - waitsForDisk: Whether it is on the disk when this returns; blocks until then.
  /// - Throws: `folderUnusable` or `diskFull`; then the old one is still there.
  static func write(
    _ bytes: [UInt8], to path: String, waitsForDisk: Bool
  ) throws(MemoryError) {
    let draft = path + ".new"
    unsafe unlink(draft)
    do throws(MemoryError) {
      try fill(draft, with: bytes, waitsForDisk: waitsForDisk)
      guard unsafe rename(draft, path) == 0 else { throw .system(errno, path) }
    } catch {
      unsafe unlink(draft)
      throw error
    }
    if waitsForDisk { try syncFolder(of: path) }
  }

  private static func fill(
    _ path: String, with bytes: [UInt8], waitsForDisk: Bool
  ) throws(MemoryError) {
    let opened = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard let file = OwnedDescriptor(opened) else { throw .system(errno, path) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          file.number, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(count < 0 ? errno : ENOSPC, path) }
      done += count
    }
    guard !waitsForDisk || fsync(file.number) == 0 else { throw .system(errno, path) }
  }

  /// Makes a new name in a folder survive a power cut.
  static func syncFolder(of path: String) throws(MemoryError) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let opened = unsafe open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard let file = OwnedDescriptor(opened) else { throw .system(errno, path) }
    guard fsync(file.number) == 0 else { throw .system(errno, path) }
  }
}
