import Sockets
import TestSupport
import Testing

@testable import Transport

private func request(_ text: String) throws -> HTTPRequest {
  HTTPRequest(.get, "/", at: .server(try ServerAddress(text)), for: .thinking)
}

/// The number that a socket really leads to; names are given their numbers here.
struct `The address of the socket` {
  @Test func `is refused when a name leads out of one's own network`() async throws {
    let client = try HTTPClient(
      reach: .asked,
      fixedNames: ["box:9:203.0.113.9", "box.local:9:[2001:db8::9]", "mapped:9:[::ffff:8.8.8.8]"])
    for name in ["box", "box.local", "mapped"] {
      let request = try request("http://\(name):9")
      await #expect(throws: TransportError.ledElsewhere) { try await client.response(to: request) }
      let socket = WebSocketRequest("/", at: request.destination, for: .thinking)
      await #expect(throws: TransportError.ledElsewhere) { try await client.open(socket) }
    }
  }

  @Test func `is fine when the name leads home`() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.respond("ok") }
    }
    let name = "box:\(server.port)"
    let client = try HTTPClient(reach: .asked, fixedNames: ["\(name):127.0.0.1"])
    #expect(try await client.response(to: request("http://\(name)")).body == Array("ok".utf8))
  }

  @Test func `is refused when OpenAI's name leads home`() async throws {
    let server = try RawServer { $0.hangUp() }
    let name = "api.openai.com:\(server.port)"
    let openAI = try ServerAddress("https://\(name)")
    for reach in [Reach.openAI(at: openAI), .asked] {
      let client = try HTTPClient(reach: reach, fixedNames: ["\(name):127.0.0.1"])
      await #expect(throws: TransportError.ledElsewhere) {
        try await client.response(to: request("https://\(name)"))
      }
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `is looked at again when a connection is used again`() async throws {
    let asked = Locked(0)
    let server = try RawServer { connection in
      while connection.request() != nil {
        asked.withLock { $0 += 1 }
        connection.respond("ok")
      }
    }
    let place = try ServerAddress("http://box:\(server.port)")
    let client = try HTTPClient(reach: .asked, fixedNames: ["box:\(server.port):127.0.0.1"])
    let request = HTTPRequest(.get, "/", at: .server(place), for: .thinking)
    _ = try await client.response(to: request)
    // The same connection, and a permit that it does not fit.
    let strict = Permit(network: .internet, fixedNames: ["box:\(server.port):127.0.0.1"])
    let number = try await client.engine.loop.begin(request, strict)
    let exchange = Exchange(client.engine, number: number)
    await #expect(throws: TransportError.ledElsewhere) { try await exchange.next() }
    #expect(server.connectionCount == 1)
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `is this machine for two programs of Kith`() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.respond("ok") }
    }
    let client = try HTTPClient(reach: .thisMachine, fixedNames: ["localhost:9:192.168.1.1"])
    let here = HTTPRequest(
      .get, "/", at: .server(try ServerAddress("127.0.0.1:\(server.port)")), for: .kith)
    #expect(try await client.response(to: here).head.status == 200)
    let led = HTTPRequest(.get, "/", at: .server(try ServerAddress("localhost:9")), for: .kith)
    await #expect(throws: TransportError.self) { try await client.response(to: led) }
  }
}
