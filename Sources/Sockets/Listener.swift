import Glibc

/// A socket that waits for connections from this machine only; closed when nobody holds it.
public final class Listener: Sendable {
  /// The loopback address of one internet protocol.
  public enum Family: Sendable {
    /// 127.0.0.1
    case v4
    /// ::1
    case v6
  }

  /// The socket, to be watched for ``Poller/Interest/read``.
  public let descriptor: Descriptor

  /// The port it listens on; chosen by the kernel when 0 was asked for.
  public let port: UInt16

  /// Listens on the loopback address.
  ///
  /// - Parameters:
  ///   - family: Which internet protocol.
  ///   - port: The port, or 0 for one that the kernel chooses.
  ///   - backlog: How many connections may wait to be accepted.
  /// - Throws: ``SocketError/portInUse(_:)``, ``SocketError/portForbidden(_:)``,
  ///   ``SocketError/addressUnavailable`` without this protocol, or the failed call.
  public init(_ family: Family = .v4, port: UInt16, backlog: Int32 = 256) throws(SocketError) {
    let raw = Glibc.socket(
      family == .v4 ? AF_INET : AF_INET6,
      Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else {
      throw errno == EAFNOSUPPORT ? .addressUnavailable : .failed(.socket, errno: errno)
    }
    let socket = Descriptor(owning: raw)
    // Without it a port stays taken for a minute after a restart.
    setOption(raw, SOL_SOCKET, SO_REUSEADDR)
    if family == .v6 { setOption(raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    let code =
      family == .v4
      ? unsafe withLoopback4(port) { unsafe bind(raw, $0, $1) } : bindLoopback6(raw, port)
    // Two sockets may bind the same port before either listens, so `listen` can find it taken too.
    guard code == 0, Glibc.listen(raw, backlog) == 0 else {
      switch errno {
      case EADDRINUSE: throw .portInUse(port)
      case EACCES: throw .portForbidden(port)
      case EADDRNOTAVAIL: throw .addressUnavailable
      default: throw .failed(code == 0 ? .listen : .bind, errno: errno)
      }
    }
    self.port = localPort(raw)
    descriptor = socket
  }

  /// What became of a connection that was waiting.
  public enum Accepted: ~Copyable, Sendable {
    /// A connection that never blocks and sends small pieces at once.
    case connection(Descriptor)
    /// Nobody waits.
    case nobody
    /// The process or the machine has no descriptor left; the connection keeps waiting.
    case noRoom
  }

  /// Takes the next waiting connection.
  public func accept() -> Accepted {
    while true {
      let raw = Glibc.accept(descriptor.raw, nil, nil)
      if raw >= 0 {
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        _ = fcntl(raw, F_SETFL, O_NONBLOCK)
        setOption(raw, Int32(IPPROTO_TCP), TCP_NODELAY)
        return .connection(Descriptor(owning: raw))
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noRoom
      default: return .nobody
      }
    }
  }
}

/// Switches an option of a socket on.
func setOption(_ raw: Int32, _ level: Int32, _ name: Int32) {
  var one: Int32 = 1
  unsafe setsockopt(raw, level, name, &one, socklen_t(MemoryLayout<Int32>.size))
}

/// Runs `body` with the address 127.0.0.1 and `port`.
func withLoopback4(
  _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

private func bindLoopback6(_ raw: Int32, _ port: UInt16) -> Int32 {
  var address = sockaddr_in6()
  address.sin6_family = sa_family_t(AF_INET6)
  address.sin6_port = port.bigEndian
  address.sin6_addr = in6addr_loopback
  return unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe bind(raw, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
    }
  }
}

/// The port of a bound socket; it stands at the same place in both kinds of address.
private func localPort(_ raw: Int32) -> UInt16 {
  var address = sockaddr_in6()
  var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
  unsafe withUnsafeMutablePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      _ = unsafe getsockname(raw, $0, &size)
    }
  }
  return UInt16(bigEndian: address.sin6_port)
}
