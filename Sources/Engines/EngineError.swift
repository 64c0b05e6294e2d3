public import Dialogue
import Journal

/// What can go wrong with the parts that hear, think and speak on this machine.
public enum EngineError: Error, Sendable, Equatable {
  /// A part was never set up; the payload is its title.
  case partMissing(String)
  /// A file of a part has the wrong size or content; the payload is the title of the part.
  case partDamaged(String)
  /// A library can't be opened or lacks a function; the payloads are the part and what is missing.
  case libraryUnusable(String, String)
  /// A model refused to load or to run; the payloads are the engine and a code, never content.
  case modelFailed(engine: String, reason: String)
  /// A program could not be started or ended too early; the payload is its name.
  case programFailed(String)
  /// The input is outside what the engine takes; the payload says what.
  case inputUnusable(String)
  /// The folder for sockets has a path too long for one; the payload is the folder it would lie in.
  case runFolderTooLong(String)
  /// A partial transcript was given up because a newer one was asked for.
  case skipped
  /// More work waits for the engines than this machine can do.
  case overloaded
  /// The list of parts inside this program can't be read.
  case damagedProgram
}

extension EngineError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .partMissing(let title):
      Problem(
        .partMissing, "A part is missing: \(title).",
        action: "Run scripts/setup in Kith's folder; kith doctor shows what else is missing.")
    case .partDamaged(let title):
      Problem(
        .partDamaged, "A part is damaged: \(title).",
        action: "Run scripts/setup in Kith's folder; it fetches what is damaged again.")
    case .libraryUnusable(let part, let reason):
      Problem(
        .partDamaged, "A library can't be used: \(part) (\(reason)).",
        action: "Run scripts/setup in Kith's folder; kith doctor says more.")
    case .modelFailed(let engine, let reason):
      Problem(
        .engineFailed, "\(engine) failed (\(reason)).",
        action: "Try again; if it stays, run kith doctor.")
    case .programFailed(let name):
      Problem(
        .engineFailed, "The program \(name) could not be kept running.",
        action: "Run kith doctor; it says whether the program is installed.")
    case .inputUnusable(let what):
      Problem(.engineFailed, "An engine was given \(what).", action: "Report this: it is a fault.")
    case .runFolderTooLong(let parent):
      Problem(
        .engineFailed,
        "The path of XDG_RUNTIME_DIR is too long for the socket of the built-in brain: \(parent).",
        action: "Set XDG_RUNTIME_DIR to a shorter path, or unset it; then /tmp is used.")
    case .skipped:
      Problem(
        .cancelled, "Words in progress were skipped for newer ones.",
        action: "Nothing needs to be done.")
    case .overloaded:
      Problem(
        .engineFailed, "This machine can't keep up with what was asked of it.",
        action: "Close other programs or conversations, and try again.")
    case .damagedProgram:
      Problem(
        .engineFailed, "This copy of Kith is damaged: its list of parts can't be read.",
        action: "Build it again with scripts/run.")
    }
  }
}
