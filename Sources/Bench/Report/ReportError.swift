public import Dialogue
import Glibc
import Journal
import Sound

/// What can go wrong when a report is written.
public enum ReportError: Error, Sendable, Equatable {
  /// The folder holds other things than an earlier report.
  case notAReport(String)
  /// The path leads to something that is no folder.
  case notAFolder(String)
  /// The folder or a file in it can't be written; the payload is the system's error number.
  case unwritable(String, Int32)
  /// The disk is full.
  case diskFull

  /// The error behind the system error number `code` at `path`.
  init(_ code: Int32, at path: String) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self = .diskFull
    case ENOTDIR: self = .notAFolder(path)
    default: self = .unwritable(path, code)
    }
  }

  /// The error behind a sound file that could not be written at `path`.
  init(_ error: SoundError, at path: String) {
    switch error {
    case .diskFull: self = .diskFull
    case .unwritable(let code): self.init(code, at: path)
    default: self = .unwritable(path, EINVAL)
    }
  }
}

extension ReportError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .notAReport(let path):
      Problem(
        .outputUnwritable, "The folder \(path) is not empty and holds no earlier report.",
        action: "Name a new folder, so that nothing of yours is overwritten.")
    case .notAFolder(let path):
      Problem(
        .outputUnwritable, "The report can't be written: \(path) is no folder.",
        action: "Name a folder; it is made when there is none.")
    case .unwritable(let path, let code):
      Problem(
        .outputUnwritable, "The report can't be written to \(path) (system error \(code)).",
        action: "Check that you may write there.")
    case .diskFull:
      Problem(
        .diskFull, "The report could not be written to its end: the disk is full.",
        action: "Free some space and measure again, or leave out --report.")
    }
  }
}
