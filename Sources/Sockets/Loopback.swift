import Glibc

extension Descriptor {
  /// Connects to a port of this machine; sending and receiving block.
  ///
  /// - Parameters:
  ///   - port: Where somebody listens on 127.0.0.1.
  ///   - seconds: How long a call may block; then it gives ``Transferred/notYet``.
  /// - Returns: The connection.
  /// - Throws: ``SocketError/failed(_:errno:)``.
  public static func connected(
    toLoopbackPort port: UInt16, patience seconds: Int
  ) throws(SocketError) -> Descriptor {
    let raw = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { throw .failed(.socket, errno: errno) }
    let socket = Descriptor(owning: raw)
    setOption(raw, Int32(IPPROTO_TCP), TCP_NODELAY)
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for name in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(raw, SOL_SOCKET, name, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard unsafe withLoopback4(port, { unsafe Glibc.connect(raw, $0, $1) }) == 0 else {
      throw .failed(.connect, errno: errno)
    }
    return socket
  }
}
