import Sockets
import TestSupport
import Testing

@testable import Transport

private let key = "dGhlIHNhbXBsZSBub25jZQ=="
private let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

private func agreement(
  _ text: String = "http://box:1/api", protocols: [String] = []
) throws -> WebSocketAgreement {
  WebSocketAgreement(
    WebSocketRequest(
      "/v1/realtime?x=1", at: .server(try ServerAddress(text)), for: .hearing,
      headers: [("OpenAI-Beta", "realtime=v1\r\nX-Evil: 1")], key: Secret("k"),
      protocols: protocols), key: key)
}

private func answer(
  _ status: String = "HTTP/1.1 101 Switching Protocols", upgrade: String = "websocket",
  connection: String = "Upgrade", accept: String = accept, more: String = ""
) -> String {
  "\(status)\r\nUpgrade: \(upgrade)\r\nConnection: \(connection)\r\n"
    + "Sec-WebSocket-Accept: \(accept)\r\n\(more)\r\n"
}

struct WebSocketAgreementTests {
  @Test func `the question is what RFC 6455 wants`() throws {
    let text = String(decoding: try agreement(protocols: ["a", "b"]).question, as: UTF8.self)
    #expect(
      text == """
        GET /api/v1/realtime?x=1 HTTP/1.1\r
        Host: box:1\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: \(key)\r
        Sec-WebSocket-Protocol: a, b\r
        OpenAI-Beta: realtime=v1X-Evil: 1\r
        Authorization: Bearer k\r
        \r

        """)
  }

  static let hosts = [
    ("https://api.example.com", "api.example.com"), ("http://box:80", "box"),
    ("http://[::1]:9", "[::1]:9"), ("fe80::1%eth0", "[fe80::1]"), ("https://box:80", "box:80"),
  ]

  @Test(arguments: hosts)
  func `the host is named without its usual port`(text: String, host: String) throws {
    let lines = String(decoding: try agreement(text).question, as: UTF8.self)
    #expect(lines.contains("\r\nHost: \(host)\r\n"))
  }

  static let agreeing: [String] = [
    answer(), answer(upgrade: "WebSocket"), answer(connection: "keep-alive, Upgrade"),
    answer("HTTP/1.1 101"), answer(more: "Server: x\r\nX: a:b\r\n"),
    answer(accept: "  \(accept)\t "), answer(more: "Sec-WebSocket-Protocol: b\r\n"),
  ]

  @Test(arguments: agreeing)
  func `an answer that agrees is read wherever it is cut`(text: String) throws {
    let different = DripFeed.differences(
      over: Array((text + "\u{1}rest").utf8), expected: Array("\u{1}rest".utf8)
    ) { pieces in
      guard var agreement = try? agreement(protocols: ["a", "b"]) else { return [0] }
      var rest: [UInt8]?
      for piece in pieces {
        if rest != nil { rest? += piece } else { rest = try? agreement.feed(piece) }
      }
      return rest ?? [1]
    }
    #expect(different.isEmpty)
  }

  static let refusing: [(text: String, error: TransportError)] = [
    (answer("HTTP/1.1 401 Unauthorized"), .webSocketRefused(401)),
    (answer("HTTP/1.1 200 OK"), .webSocketRefused(200)),
    (answer("HTTP/1.1 302 Found"), .webSocketRefused(302)),
    (answer("HTTP/1.0 101 Switching Protocols"), .notWebSocket),
    (answer("HTTP/2 101 x"), .notHTTP),
    (answer("SSH-2.0-x"), .notHTTP),
    (answer("HTTP/1.1 1010 x"), .notHTTP),
    ("SSH-2.0-OpenSSH_9.2\r\n", .notHTTP),
    (answer(upgrade: "h2c"), .notWebSocket),
    (answer(connection: "close"), .notWebSocket),
    (answer(accept: ""), .notWebSocket),
    (answer(accept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOO="), .notWebSocket),
    (answer(accept: accept.lowercased()), .notWebSocket),
    (answer(more: "Sec-WebSocket-Accept: \(accept)\r\n"), .notWebSocket),
    (answer(more: "Sec-WebSocket-Extensions: permessage-deflate\r\n"), .notWebSocket),
    (answer(more: "Sec-WebSocket-Protocol: c\r\n"), .notWebSocket),
    (answer(more: "no field\r\n"), .notWebSocket),
    (answer(more: "X: \(String(repeating: "x", count: 17_000))\r\n"), .tooLarge),
    ("HTTP/1.1 " + String(repeating: "x", count: 17_000), .tooLarge),
  ]

  @Test(arguments: refusing)
  func `any other answer is an error of its own`(text: String, error: TransportError) throws {
    var agreement = try agreement(protocols: ["a"])
    #expect(throws: error) { try agreement.feed(Array(text.utf8)) }
  }
}
