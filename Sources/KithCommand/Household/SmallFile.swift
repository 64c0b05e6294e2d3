import Dialogue
import Glibc
import Journal

/// A small file named on the command line.
enum SmallFile {
  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - path: Where it is; `-` is standard input.
  ///   - limit: The most bytes it may have; of a larger one only a little more is read.
  /// - Returns: Its bytes.
  /// - Throws: A `Problem` that says what is wrong with the path.
  static func read(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
    let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, errno) }
    defer { if file != STDIN_FILENO { close(file) } }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= limit {
      let count = unsafe block.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, errno) }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }

  /// Writes the file at `path`, over an older one.
  ///
  /// - Throws: A `Problem` that says what is wrong with the path.
  static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(path, errno) }
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw unwritable(path, count < 0 ? errno : ENOSPC) }
      done += count
    }
  }

  private static func unreadable(_ path: String, _ error: Int32) -> Problem {
    error == ENOENT
      ? Problem(.fileMissing, "There is no file \(path).", action: "Check the name.")
      : Problem(.fileUnreadable, "\(path) can't be read.", action: "Check what it is and who may.")
  }

  private static func unwritable(_ path: String, _ error: Int32) -> Problem {
    error == ENOSPC
      ? Problem(
        .diskFull, "\(path) can't be written: the disk is full.", action: "Free some space.")
      : Problem(
        .outputUnwritable, "\(path) can't be written.",
        action: "Choose a folder that exists and that you may write to.")
  }
}
