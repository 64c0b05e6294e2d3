import Glibc

/// The log of a program: a file only its owner can read, begun again when it is full.
struct LogFile: ~Copyable {
  private let descriptor: Int32
  private let limit: Int
  private var size = 0

  /// The log that `program` asks for, emptied.
  ///
  /// Without a file the log is lost and nothing else.
  init(for program: ChildProcess.Program) {
    var descriptor: Int32 = -1
    var limit = 0
    for case .log(let path, let most) in [program.error, program.output] {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
      if descriptor < 0 { descriptor = unsafe open(path, flags, 0o600) }
      limit = most
    }
    self.descriptor = descriptor
    self.limit = limit
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Adds `bytes`, which are dropped when the disk is full.
  mutating func write(_ bytes: [UInt8]) {
    guard descriptor >= 0 else { return }
    if size + bytes.count > limit {
      ftruncate(descriptor, 0)
      lseek(descriptor, 0, SEEK_SET)
      size = 0
    }
    let written = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, limit))
    }
    size += max(0, written)
  }
}
