import Dialogue
import Glibc
import Journal
import Sound

/// Reads a recording named on the command line.
enum SoundInput {
  /// Whether two paths lead to the same file.
  static func isSame(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The sound in the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - channels: What becomes of several channels.
  /// - Returns: The clip at its own rate.
  /// - Throws: A `Problem` that says what is wrong with the file.
  static func read(
    _ path: String, channels: SoundFile.Channels = .mixed
  ) throws(Problem) -> SoundClip {
    do {
      return try SoundFile.read(path: path, channels: channels).clip
    } catch {
      throw Problem(error, at: path)
    }
  }
}

/// Writes a sound file named on the command line.
enum SoundOutput {
  /// Opens the file, so that a folder that can't be written to is told before any work is done.
  ///
  /// - Throws: A `Problem` that says what is wrong with the path.
  static func open(_ path: String) throws(Problem) -> SoundFileWriter {
    guard let format = SoundFileFormat(path: path) else {
      throw Problem(
        .outputUnwritable, "The kind of sound file can't be told from the name \(path).",
        action: "Let the name end in .wav, .flac, .mp3 or .opus.")
    }
    do {
      return try SoundFileWriter(path: path, format: format)
    } catch {
      throw Problem(error, at: path)
    }
  }

  /// Writes `samples` and puts the file in its place.
  ///
  /// - Parameters:
  ///   - samples: The sound.
  ///   - writer: The file.
  ///   - path: What the file is called when it can't be written.
  /// - Throws: A `Problem`, such as a full disk; then no file is left behind.
  static func write(
    _ samples: [Int16], to writer: SoundFileWriter, at path: String
  ) throws(Problem) {
    do {
      try writer.append(samples)
      try writer.finish()
    } catch {
      throw Problem(error, at: path)
    }
  }
}

extension Problem {
  /// The problem behind the sound file at `path`, which can't be read or written.
  init(_ error: SoundError, at path: String) {
    self.init(error.code, "\(path): \(error.sentence)", action: error.remedy)
  }
}

extension SoundError {
  /// The code of each kind of error.
  fileprivate var code: ProblemCode {
    switch self {
    case .missing: .fileMissing
    case .unreadable, .notAFile, .text, .notSound: .fileUnreadable
    case .empty, .noSamples: .fileEmpty
    case .unsupported, .tooManyChannels, .rateUnusable, .formatUnusable: .fileUnsupported
    case .tooLong: .fileTooLong
    case .unwritable: .outputUnwritable
    case .diskFull: .diskFull
    }
  }
}
