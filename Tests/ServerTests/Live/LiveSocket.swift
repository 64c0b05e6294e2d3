import FoundationEssentials
import Sockets
import TestSupport

@testable import Server

/// A page as bytes: a WebSocket on a connection of its own.
///
/// It blocks, so tests run it `onThread`.
final class LiveSocket: @unchecked Sendable {  // one test uses it, one call after the other
  private let socket: Descriptor
  private let framing = WebSocketFraming(role: .client, longestMessage: 1 << 20)

  struct Refused: Error, Equatable {
    var status: Int
  }

  init(port: UInt16, host: String? = nil, fields: String = "") throws {
    socket = try connected(port)
    let head = """
      GET /v1/realtime HTTP/1.1\r\nHost: \(host ?? "localhost:\(port)")\r\nUpgrade: websocket\r\n\
      Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)\r\n
      """
    write(Array(head.utf8))
    var answer: [UInt8] = []
    while answer.suffix(4) != Array("\r\n\r\n".utf8) {
      guard let bytes = read(1) else { throw NoAnswer() }
      answer += bytes
    }
    let status = String(decoding: answer, as: UTF8.self).split(separator: " ")[1]
    guard status == "101" else { throw Refused(status: Int(status) ?? 0) }
  }

  func send(_ message: WebSocketMessage) {
    framing.send(message)
    write(framing.takeOutput())
  }

  /// Says goodbye, as a browser does when the page is left.
  func leave() {
    framing.close(.goingAway)
    write(framing.takeOutput())
  }

  /// What Kith sends next; nil when the connection is over.
  func next() throws -> WebSocketFraming.Event? {
    while true {
      if let event = try framing.next() {
        write(framing.takeOutput())
        return event
      }
      guard let bytes = read(16_384) else { return nil }
      bytes.withUnsafeBytes { framing.append($0) }
    }
  }

  /// The next event of a kind.
  func event(_ type: String) throws -> Told {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    while let next = try next() {
      guard case .message(.text(let text)) = next else { continue }
      let told = try decoder.decode(Told.self, from: Data(text.utf8))
      if told.type == type { return told }
    }
    throw NoAnswer()
  }

  /// Reads on until the connection is closed.
  func closing() throws -> WebSocketCloseCode? {
    while let next = try next() {
      if case .close(let code, _) = next { return code }
    }
    return nil
  }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .bytes(let count) = rest.withUnsafeBytes({ socket.send($0) }) else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard case .bytes(let got) = bytes.withUnsafeMutableBytes({ socket.receive(into: $0) }), got > 0
    else { return nil }
    return Array(bytes[..<got])
  }
}
