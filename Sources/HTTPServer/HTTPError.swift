public import Sockets

/// What can go wrong while serving HTTP.
public enum HTTPError: Error, Sendable, Equatable {
  /// Another program listens on this port.
  case portInUse(UInt16)
  /// This user may not listen on this port.
  case portForbidden(UInt16)
  /// The kernel refused something else.
  case system(SocketError)
  /// The client has gone, was too slow, or broke the rules in the middle of a body.
  case gone

  init(_ error: SocketError) {
    switch error {
    case .portInUse(let port): self = .portInUse(port)
    case .portForbidden(let port): self = .portForbidden(port)
    case .addressUnavailable, .failed: self = .system(error)
    }
  }
}
