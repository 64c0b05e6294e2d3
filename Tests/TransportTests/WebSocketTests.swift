import Dispatch
import HTTPServer
import Sockets
import TestSupport
import Testing

@testable import Transport

/// A service whose WebSocket at `/` runs `converse`, and a client that may reach it.
private func withService(
  _ limits: WebSocketLimits = WebSocketLimits(),
  converse: @escaping @Sendable (WebSocketConnection) async throws -> Void = echo,
  _ body: @Sendable (HTTPClient, WebSocketRequest) async throws -> Void
) async throws {
  let service = try HTTPService.start(port: 0) { request, _ in
    request.path == "/" ? .webSocket(limits, converse) : Response(text: "hello")
  }
  do {
    try await body(HTTPClient(reach: .asked), try request(service.port))
    await service.stop(within: .zero)
  } catch {
    await service.stop(within: .zero)
    throw error
  }
}

private let echo: @Sendable (WebSocketConnection) async throws -> Void = { socket in
  while let message = try await socket.receive() { try await socket.send(message) }
}

private func request(_ port: UInt16, _ path: String = "/") throws -> WebSocketRequest {
  WebSocketRequest(path, at: .server(try ServerAddress("127.0.0.1:\(port)")), for: .hearing)
}

/// A server that agrees to every WebSocket and then says exactly the bytes a test wants.
private func rawServer(_ script: @escaping @Sendable (RawConnection) -> Void) throws -> RawServer {
  try RawServer { connection in
    guard connection.agree() else { return }
    script(connection)
  }
}

extension RawConnection {
  /// Reads a request for a WebSocket and agrees to it, with `more` behind the head.
  func agree(_ more: [UInt8] = []) -> Bool {
    guard let head = request()?.head,
      let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("Sec-WebSocket-Key: ") })
    else { return false }
    let accept = WebSocketHandshake.accept(for: String(line.dropFirst(19)))
    let answer =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(accept)\r\n\r\n"
    return send(Array(answer.utf8) + more)
  }
}

struct `A WebSocket to a server` {
  @Test func `carries text and bytes both ways, in their order`() async throws {
    try await withService { client, request in
      let socket = try await client.open(request)
      for number in 0..<200 {
        try await socket.send(.text("grün \(number)"))
        try await socket.send(.binary([UInt8](repeating: UInt8(number), count: number * 10)))
      }
      for number in 0..<200 {
        #expect(try await socket.receive() == .text("grün \(number)"))
        let bytes = [UInt8](repeating: UInt8(number), count: number * 10)
        #expect(try await socket.receive() == .binary(bytes))
      }
      await socket.close()
      #expect(try await socket.receive() == nil)
      await #expect(throws: TransportError.brokeOff) { try await socket.send(.text("late")) }
    }
  }

  @Test func `carries a message of three megabytes`() async throws {
    var limits = WebSocketLimits()
    limits.messageBytes = 4 << 20
    try await withService(limits) { client, request in
      let socket = try await client.open(request)
      let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
      try await socket.send(.binary(large))
      #expect(try await socket.receive() == .binary(large))
    }
  }

  @Test func `says who it is`() async throws {
    let (heads, heard) = AsyncStream.makeStream(of: String.self)
    let server = try RawServer { connection in
      if let head = connection.request()?.head { heard.yield(head) }
      connection.respond("no", status: 401)
    }
    var request = try request(server.port, "/v1/realtime")
    request.key = Secret("k")
    let client = try HTTPClient(reach: .asked)
    await #expect(throws: TransportError.webSocketRefused(401)) { try await client.open(request) }
    let head = try #require(await heads.first { _ in true })
    #expect(head.contains("\r\nAuthorization: Bearer k"))
  }

  @Test func `hears what was said right behind the answer`() async throws {
    let server = try RawServer { connection in
      _ = connection.agree([0x81, 2, 0x68, 0x69])
      _ = connection.waitForClose()
    }
    let socket = try await HTTPClient(reach: .asked).open(request(server.port))
    #expect(try await socket.receive() == .text("hi"))
  }

  @Test func `puts fragments together and answers a ping between them`() async throws {
    let (frames, heard) = AsyncStream.makeStream(of: [UInt8].self)
    let server = try rawServer { connection in
      connection.send([0x01, 1, 0x68, 0x89, 1, 0x70, 0x80, 1, 0x69])
      if let bytes = connection.bytes(7) { heard.yield(bytes) }
      _ = connection.waitForClose()
    }
    let socket = try await HTTPClient(reach: .asked).open(request(server.port))
    #expect(try await socket.receive() == .text("hi"))
    let pong = try #require(await frames.first { _ in true })
    #expect(pong[0] == 0x8A && pong[1] == 0x81 && pong[6] == pong[2] ^ 0x70)
  }

  @Test func `hears the goodbye of the server and says the same`() async throws {
    let (frames, heard) = AsyncStream.makeStream(of: [UInt8].self)
    let server = try rawServer { connection in
      connection.send([0x81, 1, 0x61, 0x88, 5, 0x03, 0xE9] + Array("bye".utf8))
      if let bytes = connection.bytes(8) { heard.yield(bytes) }
      _ = connection.waitForClose()
    }
    let socket = try await HTTPClient(reach: .asked).open(request(server.port))
    #expect(try await socket.receive() == .text("a"))
    #expect(try await socket.receive() == nil)
    #expect(await socket.farewell == WebSocketFarewell(code: .goingAway, reason: "bye"))
    #expect(try #require(await frames.first { _ in true })[0] == 0x88)
  }

  static let broken: [(bytes: [UInt8], error: TransportError)] = [
    ([], .brokeOff),
    ([0x81, 5, 0x61], .brokeOff),
    ([0x81, 0x81, 0, 0, 0, 0, 0x61], .notWebSocket),
    ([0xC1, 1, 0x61], .notWebSocket),
    ([0x83, 0], .notWebSocket),
    ([0x81, 1, 0xFF], .notWebSocket),
    ([0x82, 127, 0, 0, 0, 0, 0x7F, 0, 0, 0, 7], .tooLarge),
  ]

  @Test(arguments: broken)
  func `ends with an error behind the last whole message`(bytes: [UInt8], error: TransportError)
    async throws
  {
    let server = try rawServer { connection in
      connection.send([0x81, 1, 0x61] + bytes)
      if error == .brokeOff { connection.hangUp() }
      _ = connection.waitForClose()
    }
    let socket = try await HTTPClient(reach: .asked).open(request(server.port))
    #expect(try await socket.receive() == .text("a"))
    await #expect(throws: error) { try await socket.receive() }
    await #expect(throws: error) { try await socket.send(.text("b")) }
  }

  static let unopened: [(reply: String, error: TransportError)] = [
    ("", .brokeOff), ("SSH-2.0-x\r\n", .notHTTP),
    ("HTTP/1.1 503 No\r\n\r\n", .webSocketRefused(503)),
    ("HTTP/1.1 302 No\r\nLocation: http://203.0.113.9/\r\n\r\n", .webSocketRefused(302)),
    ("HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", .notWebSocket),
  ]

  @Test(arguments: unopened)
  func `does not open when the server does not agree`(reply: String, error: TransportError)
    async throws
  {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(reply)
      connection.hangUp()
    }
    let client = try HTTPClient(reach: .asked)
    await #expect(throws: error) { try await client.open(request(server.port)) }
    #expect(server.connectionCount == 1)
  }

  @Test func `does not open where nothing listens`() async throws {
    let server = try RawServer { _ in }
    server.stop()
    let client = try HTTPClient(reach: .asked)
    await #expect(throws: TransportError.unreachable) {
      try await client.open(request(server.port))
    }
  }

  @Test func `gives up a server that does not answer in time`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      _ = connection.waitForClose()
    }
    var request = try request(server.port)
    request.agreeing = .milliseconds(30)
    let client = try HTTPClient(reach: .asked)
    await #expect(throws: TransportError.tooSlow(.firstByte)) { try await client.open(request) }
  }

  @Test func `asks a silent server whether it is there, and gives it up`() async throws {
    let (frames, heard) = AsyncStream.makeStream(of: [UInt8].self)
    let server = try rawServer { connection in
      if let bytes = connection.bytes(6) { heard.yield(bytes) }
      _ = connection.waitForClose()
    }
    var request = try request(server.port)
    request.limits.silence = .milliseconds(20)
    request.limits.answer = .milliseconds(20)
    let socket = try await HTTPClient(reach: .asked).open(request)
    await #expect(throws: TransportError.tooSlow(.ping)) { try await socket.receive() }
    #expect(try #require(await frames.first { _ in true }).prefix(2) == [0x89, 0x80])
  }

  @Test func `is read from only as fast as messages are taken`() async throws {
    let sent = Locked(0)
    let server = try rawServer { connection in
      let piece: [UInt8] = [0x82, 126, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 65_535)
      for _ in 0..<200 {
        guard connection.send(piece) else { return }
        sent.withLock { $0 += 1 }
      }
      _ = connection.waitForClose()
    }
    let client = try HTTPClient(reach: .asked)
    let socket = try await client.open(request(server.port))
    // The kernel's own buffers hold a few megabytes; then it has to stand still.
    let silent = try RawServer { _ = $0.waitForClose() }
    let pause = try await client.send(
      HTTPRequest(
        .get, "/", at: .server(try ServerAddress("127.0.0.1:\(silent.port)")), for: .hearing))
    var before = -1
    while before != sent.withLock({ $0 }) {
      before = sent.withLock { $0 }
      _ = try await pause.next(within: .milliseconds(100))
    }
    #expect(before < 200)
    for _ in 0..<200 { #expect(try await socket.receive()?.count == 65_535) }
  }

  @Test func `lets a sender wait while the server takes nothing, and gives it up at last`()
    async throws
  {
    let done = DispatchSemaphore(value: 0)
    let server = try rawServer { _ in done.wait() }
    defer { done.signal() }
    var request = try request(server.port)
    request.limits.queuedOutput = 1 << 20
    request.limits.sendPatience = .milliseconds(50)
    let socket = try await HTTPClient(reach: .asked).open(request)
    await #expect(throws: TransportError.tooSlow(.sending)) {
      for _ in 0..<200 { try await socket.send(.binary([UInt8](repeating: 7, count: 256 << 10))) }
    }
  }

  @Test func `closes its connection when it is ended, cancelled or let go of`() async throws {
    let (closings, closed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let server = try RawServer { connection in
      if connection.number != 2 { guard connection.agree() else { return } }
      closed.yield(connection.waitForClose())
    }
    let client = try HTTPClient(reach: .asked)
    let first = try await client.open(request(server.port))
    await first.end()
    _ = try #require(await closings.first { _ in true })
    await #expect(throws: CancellationError.self) { try await first.receive() }
    let opening = Task { try await client.open(request(server.port)) }
    while server.connectionCount < 2 { await Task.yield() }
    opening.cancel()
    await #expect(throws: CancellationError.self) { try await opening.value }
    _ = try #require(await closings.first { _ in true })
    var third: Transport.WebSocket? = try await client.open(request(server.port))
    #expect(third != nil)
    third = nil
    _ = try #require(await closings.first { _ in true })
  }

  @Test func `a cancelled reader leaves it open`() async throws {
    try await withService { client, request in
      let socket = try await client.open(request)
      let reading = Task { try await socket.receive() }
      await Task.yield()
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
      try await socket.send(.text("still here"))
      #expect(try await socket.receive() == .text("still here"))
    }
  }
}
