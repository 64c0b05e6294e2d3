import Glibc
import Sockets

/// A client that sends exactly the bytes it is told to; it blocks, so tests run it `onThread`.
final class RawClient: @unchecked Sendable {  // one test uses it, one call after the other
  private let descriptor: Descriptor
  private var unread: [UInt8] = []
  private var start = 0

  struct NotConnected: Error {}

  /// What the server answered.
  struct Answer: Equatable {
    var status: Int
    var headers: [String: String]
    var bytes: [UInt8]

    var body: String { String(decoding: bytes, as: UTF8.self) }
  }

  init(port: UInt16, patience: Int = 60, receiveBuffer: Int32? = nil) throws {
    let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let socket = Descriptor(owning: raw)
    if var receiveBuffer { setsockopt(raw, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(raw, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw NotConnected() }
    descriptor = socket
  }

  func send(_ text: String) {
    send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .bytes(let count) = rest.withUnsafeBytes({ descriptor.send($0) }) else { return }
      rest = rest.dropFirst(count)
    }
  }

  func endSending() {
    descriptor.endSending()
  }

  /// Reads the head of an answer; `nil` when the connection ended or stayed silent.
  func head() -> (status: Int, headers: [String: String])? {
    guard let head = take(through: "\r\n\r\n") else { return nil }
    let lines = head.split(separator: "\r\n").map(String.init)
    let words = lines[0].split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers[String(line[..<colon])] = String(line[line.index(colon, offsetBy: 2)...])
    }
    return (status, headers)
  }

  /// Reads one answer; `nil` when the connection ended or stayed silent.
  func answer(isHead: Bool = false) -> Answer? {
    guard let (status, headers) = head() else { return nil }
    if status == 100 { return Answer(status: status, headers: headers, bytes: []) }
    var body: [UInt8] = []
    if isHead {
    } else if let length = headers["content-length"].flatMap({ Int($0) }) {
      guard let bytes = take(length) else { return nil }
      body = bytes
    } else if headers["transfer-encoding"] == "chunked" {
      while true {
        guard let line = take(through: "\r\n"), let size = Int(line.dropLast(1), radix: 16),
          let piece = take(size), take(2) == [13, 10]
        else { return nil }
        if size == 0 { break }
        body += piece
      }
    } else if headers["connection"] == "close", status != 304 {
      body = everything()
    }
    return Answer(status: status, headers: headers, bytes: body)
  }

  /// Reads until the server closes.
  func everything() -> [UInt8] {
    while fill() {}
    return take(unread.count - start) ?? []
  }

  /// Whether the server closes without another byte.
  func isClosedByServer() -> Bool {
    unread.count == start && !fill() && lastRead == 0
  }

  /// Takes whatever has come, at least a byte; `nil` at the end or after long silence.
  func some() -> [UInt8]? {
    if start == unread.count, !fill() { return nil }
    return take(unread.count - start)
  }

  /// Takes so many bytes, or `nil` when they do not come.
  func take(_ count: Int) -> [UInt8]? {
    while unread.count - start < count { if !fill() { return nil } }
    start += count
    return Array(unread[start - count..<start])
  }

  private var lastRead = 0
  private var room = [UInt8](repeating: 0, count: 65536)

  private func fill() -> Bool {
    if start > 1 << 20 || start == unread.count {
      unread.removeFirst(start)
      start = 0
    }
    lastRead = recv(descriptor.raw, &room, room.count, 0)
    if lastRead > 0 { unread += room[..<lastRead] }
    return lastRead > 0
  }

  /// Takes everything up to and with `mark`, whose last byte is a line feed.
  private func take(through mark: String) -> String? {
    var searched = 0
    while true {
      while let end = unread[(start + searched)...].firstIndex(of: 10) {
        searched = end + 1 - start
        if unread[start...end].suffix(mark.utf8.count).elementsEqual(mark.utf8) {
          return String(decoding: take(searched) ?? [], as: UTF8.self)
        }
      }
      searched = unread.count - start
      if !fill() { return nil }
    }
  }
}
