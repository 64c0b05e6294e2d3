import Glibc
import Sockets
import TestSupport
import Testing

@testable import Transport

/// A server that speaks TLS, with a certificate for the name `box` that nobody vouches for.
private struct TLSServer {
  let folder: TemporaryFolder
  let program: TestedProgram
  let port: String

  var authorities: String { folder.file("cert.pem") }

  init() async throws {
    folder = try TemporaryFolder()
    let (cert, key) = (folder.file("cert.pem"), folder.file("key.pem"))
    let maker = try TestedProgram(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-subj", "/CN=box", "-addext", "subjectAltName=DNS:box", "-days", "2", "-keyout", key,
        "-out", cert,
      ])
    try #require(try await maker.outcome().code == 0)
    program = try TestedProgram(
      "/usr/bin/openssl", ["s_server", "-accept", "127.0.0.1:0", "-cert", cert, "-key", key],
      in: folder)
    port = try #require(try await program.rest(ofLineWith: "ACCEPT 127.0.0.1:"))
  }

  /// A client that finds this server under `name`.
  func client(_ name: String = "box", trusting authorities: String?) throws -> HTTPClient {
    try HTTPClient(
      reach: .asked, authorities: authorities, fixedNames: ["\(name):\(port):127.0.0.1"])
  }

  func place(_ name: String = "box") throws -> HTTPRequest.Destination {
    .server(try ServerAddress("https://\(name):\(port)"))
  }
}

struct `A server that speaks TLS` {
  @Test func `is trusted when its authority is, and its name is right`() async throws {
    let server = try await TLSServer()
    let client = try server.client(trusting: server.authorities)
    async let answer = client.response(
      to: HTTPRequest(.get, "/", at: server.place(), for: .thinking, key: Secret("sk-abc")))
    let line = try await server.program.rest(ofLineWith: "Authorization: Bearer ")
    #expect(line == "sk-abc")
    server.program.type("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    #expect(try await answer.body == Array("ok".utf8))
  }

  @Test func `is refused when nobody vouches for it, or for another name`() async throws {
    let server = try await TLSServer()
    for (name, authorities) in [("box", nil), ("other", server.authorities)] {
      let client = try server.client(name, trusting: authorities)
      let place = try server.place(name)
      await #expect(throws: TransportError.notTrusted) {
        try await client.response(to: HTTPRequest(.get, "/", at: place, for: .thinking))
      }
      await #expect(throws: TransportError.notTrusted) {
        try await client.open(WebSocketRequest("/", at: place, for: .thinking))
      }
    }
  }

  @Test func `opens a WebSocket`() async throws {
    let server = try await TLSServer()
    let client = try server.client(trusting: server.authorities)
    let place = try server.place()
    async let opening = client.open(WebSocketRequest("/", at: place, for: .hearing))
    let key = try #require(try await server.program.rest(ofLineWith: "Sec-WebSocket-Key: "))
    let accept = WebSocketHandshake.accept(for: String(key.prefix(24)))
    server.program.type(
      "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: \(accept)\r\n\r\n")
    let socket = try await opening
    // More than TLS puts into one record, so that bytes wait where no poll sees them.
    let large = [UInt8](repeating: 7, count: 60_000)
    server.program.write([0x82, 126, 0xEA, 0x60] + large)
    #expect(try await socket.receive() == .binary(large))
    server.program.write([0x81, 2, 0x68, 0x69])
    #expect(try await socket.receive() == .text("hi"))
    await socket.end()
  }

  @Test func `is given up when it never greets`() async throws {
    let server = try RawServer { _ = $0.waitForClose() }
    let place = HTTPRequest.Destination.server(
      try ServerAddress("https://127.0.0.1:\(server.port)"))
    let client = try HTTPClient(reach: .asked)
    var request = HTTPRequest(.get, "/", at: place, for: .thinking)
    request.limits.connecting = .milliseconds(30)
    await #expect(throws: TransportError.tooSlow(.connecting)) {
      try await client.response(to: request)
    }
    var socket = WebSocketRequest("/", at: place, for: .hearing)
    socket.connecting = .milliseconds(30)
    await #expect(throws: TransportError.tooSlow(.connecting)) { try await client.open(socket) }
    #expect(await client.engine.loop.nextDeadline == nil)
  }
}
