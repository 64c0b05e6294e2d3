import CSndFile
import Glibc

/// Writes mono sound to a file, piece by piece.
///
/// The sound goes to `path` with `.part` added; ``finish()`` moves it to `path` in one step, so there
/// is never half a file under that name. A writer that is dropped unfinished leaves nothing behind.
/// When the size of files is limited (`ulimit -f`), the program has to ignore `SIGXFSZ` to get
/// ``SoundError/diskFull`` instead of being ended by the system.
///
/// Use one from one task at a time; every call blocks until the disk has taken the sound.
@safe public final class SoundFileWriter {
  private let path: String
  private let partPath: String
  private let file: OutputFile
  private let handle: OpaquePointer
  private var isOpen = true

  /// Starts a file that will be at `path` when it is finished.
  ///
  /// - Parameters:
  ///   - path: Where the file will be; a regular file there is replaced.
  ///   - format: The kind of file.
  ///   - rate: Samples per second.
  /// - Throws: `formatUnusable`, `unwritable` or `diskFull`.
  public init(
    path: String, format: SoundFileFormat = .wav, rate: Int = SampleTime.rate
  ) throws(SoundError) {
    guard format.takes(rate: rate) else {
      throw .formatUnusable(format: format.name, rate: rate)
    }
    try Self.check(path)
    self.path = path
    partPath = path + ".part"
    let file = try OutputFile(path: partPath)
    self.file = file
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = 1
    info.format = format.code
    var functions = OutputFile.functions
    let reference = unsafe Unmanaged.passUnretained(file).toOpaque()
    guard
      let handle = unsafe sf_open_virtual(&functions, Int32(SFM_WRITE), &info, reference)
    else {
      unsafe unlink(partPath)
      throw OutputFile.error(file.failure == 0 ? ENOSPC : file.failure)
    }
    unsafe self.handle = unsafe handle
  }

  deinit {
    if isOpen { abandon() }
  }

  /// Adds samples at the end.
  ///
  /// - Throws: `diskFull`; the file is then gone and the writer closed.
  /// - Precondition: neither ``finish()`` nor ``cancel()`` was called.
  public func append(_ samples: [Int16]) throws(SoundError) {
    precondition(isOpen, "a closed file takes no more sound")
    let written = unsafe sf_writef_short(handle, samples, sf_count_t(samples.count))
    guard written == samples.count, file.failure == 0 else {
      let code = file.failure
      abandon()
      throw OutputFile.error(code == 0 ? ENOSPC : code)
    }
  }

  /// Adds samples at the end, brought to 16 bits.
  ///
  /// - Throws: `diskFull`; the file is then gone and the writer closed.
  /// - Precondition: neither ``finish()`` nor ``cancel()`` was called.
  public func append(_ samples: [Float]) throws(SoundError) {
    try append(PCM16.samples(samples))
  }

  /// Completes the file and moves it to its place.
  ///
  /// - Throws: `diskFull` or `unwritable`; nothing new is then left behind.
  /// - Precondition: neither ``finish()`` nor ``cancel()`` was called.
  public func finish() throws(SoundError) {
    precondition(isOpen, "a file is finished once")
    isOpen = false
    unsafe sf_close(handle)
    do throws(SoundError) {
      try file.close()
    } catch {
      unsafe unlink(partPath)
      throw error
    }
    guard unsafe rename(partPath, path) == 0 else {
      let code = errno
      unsafe unlink(partPath)
      throw .unwritable(code)
    }
  }

  /// Gives the file up and removes what was written.
  public func cancel() {
    if isOpen { abandon() }
  }

  private func abandon() {
    isOpen = false
    unsafe sf_close(handle)
    unsafe unlink(partPath)
  }

  private static func check(_ path: String) throws(SoundError) {
    guard !path.isEmpty, path != "-", !path.utf8.contains(0) else { throw .unwritable(EINVAL) }
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .notAFile }
  }
}

@available(*, unavailable, message: "a writer belongs to one task")
extension SoundFileWriter: Sendable {}
