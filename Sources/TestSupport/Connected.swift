import Glibc
public import Sockets

/// Nobody listens where a test went.
public struct NoConnection: Error {}

/// A connection to a local port; whoever reads from it waits a minute at most.
///
/// - Throws: ``NoConnection``.
public func connected(_ port: UInt16) throws(NoConnection) -> Descriptor {
  let socket = Descriptor(
    owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
  var limit = timeval(tv_sec: 60, tv_usec: 0)
  unsafe setsockopt(
    socket.raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  let code = unsafe withUnsafePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe connect(socket.raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard code == 0 else { throw NoConnection() }
  return socket
}
