import HTTPServer
import Sockets
import TestSupport
import Testing
import Threads

/// A service whose WebSocket runs `converse`, for all tests of one suite.
private func withSocket<Result: Sendable>(
  _ limits: WebSocketLimits = WebSocketLimits(),
  converse: @escaping @Sendable (WebSocketConnection) async throws -> Void = echo,
  _ body: @escaping @Sendable (_ port: UInt16) throws -> Result
) async throws -> Result {
  let service = try HTTPService.start(port: 0) { request, _ in
    request.path == "/" ? .webSocket(limits, converse) : Response(text: "hello")
  }
  let port = service.port
  do {
    let result = try await onThread { try body(port) }
    await service.stop(within: .zero)
    return result
  } catch {
    await service.stop(within: .zero)
    throw error
  }
}

private let echo: @Sendable (WebSocketConnection) async throws -> Void = { socket in
  while let message = try await socket.receive() { try await socket.send(message) }
}

struct `A WebSocket of an HTTP service` {
  @Test func `carries text and bytes both ways, in their order`() async throws {
    try await withSocket { port in
      let client = try WebSocketClient(port: port)
      for number in 0..<200 {
        client.send(.text("grün \(number)"))
        client.send(.binary([UInt8](repeating: UInt8(number), count: number * 10)))
      }
      for number in 0..<200 {
        #expect(try client.message() == .text("grün \(number)"))
        #expect(
          try client.message() == .binary([UInt8](repeating: UInt8(number), count: number * 10)))
      }
      client.close(.goingAway)
      #expect(try client.nextButPings() == .close(.goingAway, reason: ""))
      #expect(client.raw.isClosedByServer())
    }
  }

  @Test func `reads frames that come byte by byte, and ones sent before its answer`() async throws {
    try await withSocket { port in
      let client = try RawClient(port: port)
      for byte in WebSocketClient.request(port).utf8 { client.send([byte]) }
      #expect(client.head()?.status == 101)
      for byte in frame(0x81, Array("hello".utf8)) { client.send([byte]) }
      #expect(client.take(7) == [0x81, 5] + Array("hello".utf8))
      let hasty = try RawClient(port: port)
      hasty.send(Array(WebSocketClient.request(port).utf8) + frame(0x82, [7]))
      #expect(hasty.head()?.status == 101)
      #expect(hasty.take(3) == [0x82, 1, 7])
    }
  }

  @Test func `answers a ping by itself, and keeps the security fields`() async throws {
    try await withSocket { port in
      let client = try RawClient(port: port)
      client.send(WebSocketClient.request(port))
      let head = client.head()
      #expect(head?.headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      client.send(frame(0x89, [1, 2]))
      #expect(client.take(4) == [0x8a, 2, 1, 2])
    }
  }

  @Test func `closes when its handler is done, and says so when it failed`() async throws {
    try await withSocket(converse: { socket in
      if try await socket.receive() == .text("fail") { throw CancellationError() }
    }) { port in
      let done = try WebSocketClient(port: port)
      done.send(.text("done"))
      #expect(try done.nextButPings() == .close(.normal, reason: ""))
      #expect(done.raw.isClosedByServer())
      let failed = try WebSocketClient(port: port)
      failed.send(.text("fail"))
      #expect(try failed.nextButPings() == .close(.internalError, reason: ""))
    }
  }

  @Test func `hands over what came before the client closed`() async throws {
    let (heard, hear) = AsyncStream.makeStream(of: WebSocketMessage?.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    try await withSocket(converse: { socket in
      for await _ in gate { break }
      for _ in 0..<3 { hear.yield(try await socket.receive()) }
      hear.finish()
    }) { port in
      let client = try WebSocketClient(port: port)
      client.send(.text("one"))
      client.send(.text("two"))
      client.close(.goingAway)
      #expect(try client.nextButPings() == .close(.goingAway, reason: ""))
      #expect(client.raw.isClosedByServer())
      open.yield()
    }
    var all: [WebSocketMessage?] = []
    for await message in heard { all.append(message) }
    #expect(all == [.text("one"), .text("two"), nil])
  }

  @Test func `cancels its handler when the client vanishes`() async throws {
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    try await withSocket(converse: { socket in
      do {
        _ = try await socket.receive()
        end.yield(false)
      } catch {
        end.yield(error as? HTTPError == .gone && Task.isCancelled)
      }
    }) { port in
      _ = try WebSocketClient(port: port)
    }
    for await wasGone in ended {
      #expect(wasGone)
      break
    }
  }

  @Test func `ends a wait for a message with the task that waits`() async throws {
    try await withSocket(converse: { socket in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await socket.receive() }
        group.cancelAll()
      }
      try await socket.send(.text("went on"))
    }) { port in
      let client = try WebSocketClient(port: port)
      #expect(try client.message() == .text("went on"))
    }
  }

  @Test func `is told to go away when the service stops, and its handler may finish`() async throws
  {
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    let service = try HTTPService.start(port: 0) { _, _ in
      .webSocket { socket in
        let last = try await socket.receive()
        end.yield(last == nil && !Task.isCancelled)
      }
    }
    let port = service.port
    let client = try await onThread { ClientBox(try WebSocketClient(port: port)) }
    async let stopped: Void = service.stop(within: .seconds(20))
    try await onThread {
      let last = try client.client.nextButPings()
      #expect(last == .close(.goingAway, reason: ""))
      #expect(client.client.raw.isClosedByServer())
    }
    await stopped
    for await orderly in ended {
      #expect(orderly)
      break
    }
  }

  @Test func `answers every message though no other follows`() async throws {
    try await withSocket { port in
      let clients = try (0..<32).map { _ in try WebSocketClient(port: port) }
      for number in 0..<150 {
        for client in clients { client.send(.text("\(number)")) }
        for client in clients { #expect(try client.message() == .text("\(number)")) }
      }
    }
  }

  @Test func `serves others beside three hundred open sockets`() async throws {
    try await withSocket { port in
      let clients = try (0..<300).map { _ in try WebSocketClient(port: port) }
      for (number, client) in clients.enumerated() { client.send(.text("\(number)")) }
      for (number, client) in clients.enumerated() {
        #expect(try client.message() == .text("\(number)"))
      }
    }
  }
}

/// Lets one client go from one thread to the next.
private final class ClientBox: @unchecked Sendable {  // one thread after the other uses it
  let client: WebSocketClient

  init(_ client: WebSocketClient) {
    self.client = client
  }
}

struct `What a WebSocket refuses` {
  @Test(arguments: [
    ("GET", "", "", 101), ("GET", "Upgrade", "", 426), ("GET", "Connection", "", 426),
    ("GET", "Sec-WebSocket-Version", "", 426), ("GET", "Sec-WebSocket-Key", "", 400),
    ("GET", "Sec-WebSocket-Version", "Sec-WebSocket-Version: 8\r\n", 426),
    ("GET", "Sec-WebSocket-Key", "Sec-WebSocket-Key: short\r\n", 400),
    ("GET", "", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", 400),
    ("GET", "Upgrade", "Upgrade: h2c\r\n", 426), ("GET", "Upgrade", "Upgrade: WebSocket\r\n", 101),
    ("GET", "", "Content-Length: 2\r\n\r\nab", 400), ("GET", "", "Host: localhost\r\n", 400),
    ("GET", "", "Transfer-Encoding: chunked\r\n\r\n0\r\n", 400),
    ("GET", "Host", "", 400), ("GET", "Host", "Host: evil.example\r\n", 421),
    ("GET", "Host", "Host: localhost.\r\n", 421),
    ("GET", "Host", "Host: 127.0.0.1.nip.io\r\n", 421),
    ("GET", "", "Origin: http://localhost:PORT\r\n", 101),
    ("GET", "", "Origin: http://evil.example\r\n", 403), ("GET", "", "Origin: null\r\n", 403),
    ("GET", "", "Origin: http://localhost:1\r\n", 403),
    ("GET", "", "Sec-Fetch-Site: cross-site\r\n", 403),
    ("GET", "", "Sec-Fetch-Site: same-origin\r\n", 101),
    ("POST", "", "", 400),
  ])
  func `a request that is not proper`(
    method: String, without: String, extra: String, status: Int
  ) async throws {
    try await withSocket { port in
      let client = try RawClient(port: port)
      let request = WebSocketClient.request(
        port, extra: extra.split(separator: "PORT").joined(separator: "\(port)"),
        without: without)
      client.send(method + request.dropFirst(3))
      let head = client.head()
      #expect(head?.status == status)
      if status == 426 { #expect(head?.headers["sec-websocket-version"] == "13") }
    }
  }

  @Test(arguments: [
    Frames("no mask", frame(0x81, Array("hi".utf8), mask: nil), .protocolError),
    Frames("a reserved bit", frame(0xc2, [1]), .protocolError),
    Frames("an unknown kind", frame(0x83, [1]), .protocolError),
    Frames("a long ping", frame(0x89, [UInt8](repeating: 1, count: 126)), .protocolError),
    Frames("bytes as text", frame(0x81, [0xff]), .invalidText),
    Frames("a message over the limit", plain(0x82, count: 65537), .tooLarge),
    Frames("ten megabytes", plain(0x82, count: 10_000_000), .tooLarge),
    Frames(
      "too much in pieces", plain(0x02, count: 40_000) + plain(0x80, count: 40_000), .tooLarge),
  ])
  private func `a frame that breaks the rules`(frames: Frames) async throws {
    try await withSocket { port in
      let client = try RawClient(port: port)
      client.send(WebSocketClient.request(port))
      #expect(client.head()?.status == 101)
      client.send(frames.bytes)
      let code = frames.code.rawValue
      #expect(client.take(4) == [0x88, 2, UInt8(code >> 8), UInt8(code & 255)])
    }
  }
}

/// What breaks a rule; in a test's report it goes by its name, not by its bytes.
private struct Frames: CustomTestStringConvertible, Sendable {
  var name: String
  var bytes: [UInt8]
  var code: WebSocketCloseCode

  init(_ name: String, _ bytes: [UInt8], _ code: WebSocketCloseCode) {
    self.name = name
    self.bytes = bytes
    self.code = code
  }

  var testDescription: String { name }
}

/// A frame whose mask changes nothing, so that a long one is made at once.
private func plain(_ first: UInt8, count: Int) -> [UInt8] {
  var head = frame(first, [], mask: [0, 0, 0, 0], length: lengthBytes(count))
  head += [UInt8](repeating: 1, count: count)
  return head
}
