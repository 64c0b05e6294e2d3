public import Dialogue
import HTTPServer
import Journal

/// Why Kith could not be served.
public enum ServerError: ProblemConvertible, Sendable, Equatable {
  /// Another program listens on this port.
  case portInUse(UInt16)
  /// This user may not listen on this port.
  case portForbidden(UInt16)
  /// The machine gave no socket or no thread.
  case noSocket

  init(_ error: HTTPError) {
    switch error {
    case .portInUse(let port): self = .portInUse(port)
    case .portForbidden(let port): self = .portForbidden(port)
    case .system, .gone: self = .noSocket
    }
  }

  public var problem: Problem {
    switch self {
    case .portInUse(let port):
      Problem(
        .portInUse, "Port \(port) is in use by another program.",
        action: "Stop that program, or choose another port with --port.")
    case .portForbidden(let port):
      Problem(
        .wrongUse, "You are not allowed to use port \(port).",
        action: "Choose a port from 1024 on with --port.")
    case .noSocket:
      Problem(
        .unexpected, "This machine has no socket or thread left for the server.",
        action: "Close some programs and try again.")
    }
  }
}
