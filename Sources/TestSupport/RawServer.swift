import Glibc
import Sockets
import Threads

/// A server that says exactly the bytes a test wants, right or wrong, on real sockets.
///
/// Every connection runs the script on a thread of its own; the script may block.
public final class RawServer: Sendable {
  /// Where the server listens.
  public enum Place: Sendable {
    /// A port of 127.0.0.1, chosen by the kernel.
    case loopback
    /// A UNIX socket at this path.
    case socket(String)
  }

  /// The port; 0 for a UNIX socket.
  public let port: UInt16
  private let listener: Int32
  private let place: Place
  private let connections = Locked(0)
  private let isListening = Locked(true)

  /// A server that runs `script` for each connection.
  ///
  /// - Throws: `SocketError`, or `NoThreadLeft`.
  public init(
    at place: Place = .loopback, _ script: @escaping @Sendable (RawConnection) -> Void
  ) throws {
    let listener: Int32
    switch place {
    case .loopback: (listener, port) = try Self.listenOnLoopback()
    case .socket(let path): (listener, port) = (try Self.listen(at: path), 0)
    }
    self.listener = listener
    self.place = place
    let connections = connections
    try startThread(named: "raw-server") {
      // Closed by whoever uses it last: its number soon belongs to another test's socket.
      defer { close(listener) }
      while true {
        let descriptor = accept(listener, nil, nil)
        if descriptor < 0 {
          if errno == EINTR { continue }
          return
        }
        let number = connections.withLock { count in
          count += 1
          return count
        }
        let connection = RawConnection(descriptor, number: number)
        do {
          try startThread(named: "raw-connection") { script(connection) }
        } catch {
          return
        }
      }
    }
  }

  deinit {
    stop()
  }

  /// How many connections there have been.
  public var connectionCount: Int { connections.withLock { $0 } }

  /// Stops listening; open connections go on.
  public func stop() {
    let wasListening = isListening.withLock { listening in
      defer { listening = false }
      return listening
    }
    guard wasListening else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    if case .socket(let path) = place { _ = unsafe unlink(path) }
  }

  private static func listenOnLoopback() throws(SocketError) -> (Int32, UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard unsafe bind(descriptor, pointer, size) == 0, Glibc.listen(descriptor, 64) == 0 else {
          return Int32(-1)
        }
        return unsafe getsockname(descriptor, pointer, &size)
      }
    }
    guard result == 0 else { throw .failed(.listen, errno: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func listen(at path: String) throws(SocketError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      unsafe room.copyBytes(from: Array(path.utf8).prefix(room.count - 1))
    }
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, Glibc.listen(descriptor, 64) == 0 else {
      throw .failed(.listen, errno: errno)
    }
    return descriptor
  }
}

/// One connection to a ``RawServer``.
public final class RawConnection: Sendable {
  /// Which connection it is, from 1.
  public let number: Int
  private let descriptor: Int32
  private let unread = Locked([UInt8]())

  init(_ descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  deinit {
    close(descriptor)
  }

  /// Reads the next request: its head, and a body as long as it says.
  ///
  /// - Returns: Head and body, or nil when the other side has closed.
  public func request() -> (head: String, body: String)? {
    let mark = Array("\r\n\r\n".utf8)
    while true {
      let found = unread.withLock { bytes -> (String, String)? in
        guard let end = bytes.firstRange(of: mark) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let length =
          head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
        guard bytes.count >= end.upperBound + length else { return nil }
        let body = String(decoding: bytes[end.upperBound...].prefix(length), as: UTF8.self)
        bytes.removeFirst(end.upperBound + length)
        return (head, body)
      }
      if let found { return found }
      guard let more = receive() else { return nil }
      unread.withLock { $0 += more }
    }
  }

  /// Sends `bytes` whole.
  ///
  /// - Returns: Whether the other side still took them.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes { rest in
        unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends `text` whole.
  ///
  /// - Returns: Whether the other side still took it.
  @discardableResult
  public func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Sends a whole response.
  ///
  /// - Returns: Whether the other side still took it.
  @discardableResult
  public func respond(
    _ body: String, status: Int = 200, type: String = "application/json", headers: String = ""
  ) -> Bool {
    send(
      "HTTP/1.1 \(status) Said\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
        + headers + "\r\n" + body)
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Returns: The bytes, or nil when the other side closes before.
  public func bytes(_ count: Int) -> [UInt8]? {
    while unread.withLock({ $0.count }) < count {
      guard let more = receive() else { return nil }
      unread.withLock { $0 += more }
    }
    return unread.withLock { bytes in
      defer { bytes.removeFirst(count) }
      return Array(bytes.prefix(count))
    }
  }

  /// Waits until the other side has closed.
  ///
  /// - Returns: When that was.
  public func waitForClose() -> ContinuousClock.Instant {
    while receive() != nil {}
    return .now
  }

  /// Closes both directions now.
  public func hangUp() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func receive() -> [UInt8]? {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
      count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      filled = max(0, count)
    }
    if count < 0 && errno == EINTR { return [] }
    return count <= 0 ? nil : bytes
  }
}
