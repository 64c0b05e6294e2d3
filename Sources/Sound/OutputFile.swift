import CSndFile
import Glibc

/// A file being written, which remembers whether every byte reached it.
///
/// libsndfile does not report every failed write, least of all those made while closing, so it is
/// given these functions instead of the open file.
final class OutputFile {
  /// The system's error number of the first write that failed; 0 while all went well.
  private(set) var failure: Int32 = 0

  private let descriptor: Int32
  private var isOpen = true

  /// Creates the file at `path`, or empties the one that is there.
  init(path: String) throws(SoundError) {
    let flags = O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Self.error(errno) }
  }

  deinit {
    if isOpen { _ = Glibc.close(descriptor) }
  }

  /// Waits until the disk has everything and closes the file.
  ///
  /// - Throws: `diskFull` or `unwritable` when any write failed since the file was created.
  func close() throws(SoundError) {
    isOpen = false
    if fsync(descriptor) != 0 { note(errno) }
    if Glibc.close(descriptor) != 0 { note(errno) }
    guard failure == 0 else { throw Self.error(failure) }
  }

  /// The error a person is told for a system error number.
  static func error(_ code: Int32) -> SoundError {
    code == ENOSPC || code == EFBIG || code == EDQUOT ? .diskFull : .unwritable(code)
  }

  /// The functions libsndfile calls; their last argument is an unretained reference to an output
  /// file.
  static let functions = unsafe SF_VIRTUAL_IO(
    get_filelen: { unsafe file($0).length() },
    seek: { offset, whence, data in
      unsafe sf_count_t(lseek(file(data).descriptor, Int(offset), whence))
    },
    read: { target, count, data in
      unsafe sf_count_t(Glibc.read(file(data).descriptor, target, Int(count)))
    },
    write: { source, count, data in
      unsafe file(data).write(UnsafeRawBufferPointer(start: source, count: Int(count)))
    },
    tell: { unsafe sf_count_t(lseek(file($0).descriptor, 0, SEEK_CUR)) })

  private static func file(_ data: UnsafeMutableRawPointer?) -> OutputFile {
    guard let data = unsafe data else { preconditionFailure("libsndfile lost the file") }
    return unsafe Unmanaged<OutputFile>.fromOpaque(data).takeUnretainedValue()
  }

  private func length() -> sf_count_t {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? sf_count_t(status.st_size) : -1
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> sf_count_t {
    var done = 0
    while done < bytes.count {
      let written = unsafe Glibc.write(
        descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        note(written < 0 ? errno : ENOSPC)
        break
      }
      done += written
    }
    return sf_count_t(done)
  }

  private func note(_ code: Int32) {
    if failure == 0 { failure = code }
  }
}
