import Glibc

/// A regular file opened for reading, closed when it goes out of use.
struct InputFile: ~Copyable {
  private let descriptor: Int32

  /// The size in bytes when it was opened.
  let size: Int

  /// Opens the file at `path`; a pipe, folder or device is refused without waiting for it.
  init(path: String) throws(SoundError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing }
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile
    }
    self.descriptor = descriptor
    size = status.st_size
  }

  deinit {
    close(descriptor)
  }

  /// Up to `count` bytes from `offset`; fewer at the end of the file.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
      initialised = unsafe max(0, pread(descriptor, buffer.baseAddress, count, offset))
    }
  }

  /// A second descriptor of the same file, which its taker closes.
  func duplicate() throws(SoundError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .unreadable(errno) }
    return copy
  }

  private static func failure(_ code: Int32) -> SoundError {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: .missing
    case EISDIR, ENXIO: .notAFile
    default: .unreadable(code)
    }
  }
}
