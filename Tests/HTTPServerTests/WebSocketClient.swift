import HTTPServer
import Sockets
import Testing

/// A client that speaks WebSocket over a ``RawClient``; it blocks, so tests run it ``onThread(_:)``.
final class WebSocketClient {
  let raw: RawClient
  private let framing = WebSocketFraming(role: .client, longestMessage: 16 << 20)

  struct Refused: Error {
    var status: Int
  }

  static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  /// The head of a request for a WebSocket.
  static func request(
    _ port: UInt16, path: String = "/", host: String? = nil, extra: String = "",
    without: String = ""
  ) -> String {
    let lines = [
      "GET \(path) HTTP/1.1", "Host: \(host ?? "localhost:\(port)")", "Upgrade: websocket",
      "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
    ]
    let kept = lines.filter { without.isEmpty || !$0.hasPrefix(without) }
    return kept.map { $0 + "\r\n" }.joined() + extra + "\r\n"
  }

  init(port: UInt16, path: String = "/", receiveBuffer: Int32? = nil) throws {
    raw = try RawClient(port: port, receiveBuffer: receiveBuffer)
    raw.send(Self.request(port, path: path))
    guard let head = raw.head() else { throw Refused(status: 0) }
    guard head.status == 101 else { throw Refused(status: head.status) }
    #expect(head.headers["sec-websocket-accept"] == WebSocketHandshake.accept(for: Self.key))
    #expect(head.headers["upgrade"] == "websocket")
    #expect(head.headers["connection"] == "Upgrade")
  }

  func send(_ message: WebSocketMessage) {
    framing.send(message)
    raw.send(framing.takeOutput())
  }

  func close(_ code: WebSocketCloseCode) {
    framing.close(code)
    raw.send(framing.takeOutput())
  }

  /// The next event; `nil` when the connection ended or stayed silent.
  func next() throws -> WebSocketFraming.Event? {
    while true {
      if let event = try framing.next() {
        // Answers to pings and to a close.
        raw.send(framing.takeOutput())
        return event
      }
      guard let bytes = raw.some() else { return nil }
      bytes.withUnsafeBytes { framing.append($0) }
    }
  }

  /// The next event that is no question whether anybody is there, as a slow machine may ask in between.
  func nextButPings() throws -> WebSocketFraming.Event? {
    while let event = try next() {
      if case .ping = event { continue }
      return event
    }
    return nil
  }

  /// The next message; `nil` when another event or the end came.
  func message() throws -> WebSocketMessage? {
    guard case .message(let message)? = try nextButPings() else { return nil }
    return message
  }
}
