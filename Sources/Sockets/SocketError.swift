/// What can go wrong between this program and the kernel's sockets.
public enum SocketError: Error, Sendable, Equatable {
  /// Another program listens on this port.
  case portInUse(UInt16)
  /// This user may not listen on this port (ports below 1024 usually belong to root).
  case portForbidden(UInt16)
  /// The machine has no such address, for example no IPv6.
  case addressUnavailable
  /// A call failed for another reason; `errno` is the kernel's number.
  case failed(Call, errno: Int32)

  /// The call that failed.
  public enum Call: String, Sendable {
    case socket, bind, listen, accept, connect, epoll, eventfd, thread
  }
}
