import Glibc
import Sockets
import TestSupport
import Testing

@testable import Transport

private func server(_ script: @escaping @Sendable (RawConnection) -> Void) throws -> RawServer {
  try RawServer(script)
}

extension RawServer {
  fileprivate var destination: HTTPRequest.Destination {
    get throws { .server(try ServerAddress("http://127.0.0.1:\(port)")) }
  }

  fileprivate func get(
    _ path: String = "/", _ change: (inout HTTPRequest.Limits) -> Void = { _ in }
  ) throws -> HTTPRequest {
    var limits = HTTPRequest.Limits()
    change(&limits)
    return HTTPRequest(.get, path, at: try destination, for: .thinking, limits: limits)
  }
}

struct HTTPClientTests {
  @Test func `a response comes with its head first`() async throws {
    let server = try server { connection in
      _ = connection.request()
      connection.respond(
        "hello", status: 201, type: "Text/Event-Stream; charset=utf-8",
        headers: "Retry-After: 7\r\n")
    }
    let (head, body) = try await HTTPClient(reach: .asked).response(to: server.get())
    #expect(
      head == ResponseHead(status: 201, contentType: "text/event-stream", retryAfter: .seconds(7)))
    #expect(body == Array("hello".utf8))
  }

  static let dates: [(seconds: Int, longest: Duration?)] = [(3600, .seconds(3600)), (-3600, nil)]

  @Test(arguments: dates)
  func `a server may name the date to come again, but none that is past`(
    seconds: Int, longest: Duration?
  ) async throws {
    var (moment, parts) = (time(nil) + seconds, tm())
    gmtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    let date = String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let server = try server { connection in
      _ = connection.request()
      connection.respond("", status: 429, headers: "Retry-After: \(date)\r\n")
    }
    let asked = try await HTTPClient(reach: .asked).response(to: server.get()).head.retryAfter
    if let longest {
      #expect(try #require(asked) <= longest && asked ?? .zero > longest - .seconds(600))
    } else {
      #expect(asked == nil)
    }
  }

  @Test func `a request arrives as it was written`() async throws {
    let (requests, heard) = AsyncStream.makeStream(of: (head: String, body: String).self)
    let server = try server { connection in
      if let request = connection.request() { heard.yield(request) }
      connection.respond("")
    }
    let request = HTTPRequest(
      .post, "/v1/chat", at: try server.destination, for: .thinking,
      headers: [("Authorization", "Bearer k\r\nX-Evil: 1"), ("Content-Type", "application/json")],
      body: Array("{\"a\":1}".utf8))
    _ = try await HTTPClient(reach: .asked).response(to: request)
    let received = try #require(await requests.first { _ in true })
    #expect(received.head.hasPrefix("POST /v1/chat HTTP/1.1\r\n"))
    #expect(received.head.contains("\r\nAuthorization: Bearer kX-Evil: 1\r\n"))
    #expect(!received.head.contains("Expect"))
    #expect(received.body == "{\"a\":1}")
  }

  @Test func `requests one after the other share a connection`() async throws {
    let server = try server { connection in
      while connection.request() != nil { connection.respond("ok") }
    }
    let client = try HTTPClient(reach: .asked)
    for _ in 0..<20 { _ = try await client.response(to: server.get()) }
    #expect(server.connectionCount == 1)
  }

  @Test func `ending an exchange closes its connection within 30 ms`() async throws {
    let (closings, closed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let server = try server { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\r\nfirst")
      closed.yield(connection.waitForClose())
    }
    let client = try HTTPClient(reach: .asked)
    var times: [Duration] = []
    for _ in 0..<5 {
      let exchange = try await client.send(server.get())
      _ = try await exchange.next()
      _ = try await exchange.next()
      let start = ContinuousClock.now
      await exchange.end()
      let end = try #require(await closings.first { _ in true })
      times.append(start.duration(to: end))
    }
    // The middle of five, because eight programs share this machine.
    #expect(times.sorted()[2] < .milliseconds(30))
  }

  @Test func `cancelling the reader closes the connection`() async throws {
    let (closings, closed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let server = try server { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      closed.yield(connection.waitForClose())
    }
    let exchange = try await HTTPClient(reach: .asked).send(server.get())
    _ = try await exchange.next()
    let reading = Task { try await exchange.next() }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    _ = try #require(await closings.first { _ in true })
  }

  @Test func `letting go of an exchange closes the connection`() async throws {
    let (closings, closed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let server = try server { connection in
      _ = connection.request()
      closed.yield(connection.waitForClose())
    }
    let client = try HTTPClient(reach: .asked)
    var exchange: Exchange? = try await client.send(server.get())
    _ = try await exchange?.next(within: .milliseconds(20))
    exchange = nil
    _ = try #require(await closings.first { _ in true })
  }

  @Test func `a server is held back while nobody reads`() async throws {
    let sent = Locked(0)
    let server = try server { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 12000000\r\n\r\n")
      let piece = [UInt8](repeating: 120, count: 100_000)
      for _ in 0..<120 {
        guard connection.send(piece) else { return }
        sent.withLock { $0 += piece.count }
      }
    }
    let client = try HTTPClient(reach: .asked)
    let exchange = try await client.send(server.get())
    _ = try await exchange.next()
    let silent = try RawServer { _ = $0.waitForClose() }
    let pause = try await client.send(silent.get())
    // The kernel's own buffers hold a few megabytes; then it has to stand still.
    var before = -1
    while before != sent.withLock({ $0 }) {
      before = sent.withLock { $0 }
      _ = try await pause.next(within: .milliseconds(100))
    }
    #expect(before < 12_000_000)
    var received = 0
    while case .bytes(let bytes)? = try await exchange.next() {
      #expect(bytes.count <= Transfer.bufferLimit + 16_384)
      received += bytes.count
    }
    #expect(received == 12_000_000)
  }

  static let tooSlow:
    [(
      phase: TransportError.Phase, reply: String,
      change: @Sendable (inout HTTPRequest.Limits) -> Void
    )] = [
      (.firstByte, "", { $0.firstByte = .milliseconds(30) }),
      (.pause, "HTTP/1.1 200 OK\r\n\r\nab", { $0.pause = .milliseconds(30) }),
      (.whole, "HTTP/1.1 200 OK\r\n\r\nab", { $0.whole = .milliseconds(30) }),
    ]

  @Test(arguments: [0, 1, 2])
  func `each part of a request has its own patience`(row: Int) async throws {
    let (phase, reply, change) = Self.tooSlow[row]
    let server = try server { connection in
      _ = connection.request()
      connection.send(reply)
      _ = connection.waitForClose()
    }
    let client = try HTTPClient(reach: .asked)
    await #expect(throws: TransportError.tooSlow(phase)) {
      try await client.response(to: server.get("/", change))
    }
  }

  @Test func `a reader hears that nothing has come and goes on`() async throws {
    let signal = Locked(false)
    let server = try server { connection in
      _ = connection.request()
      while !signal.withLock({ $0 }) { sched_yield() }
      connection.send("HTTP/1.1 200 OK\r\n\r\nlate")
    }
    let exchange = try await HTTPClient(reach: .asked).send(server.get())
    #expect(try await exchange.next(within: .milliseconds(10)) == .quiet)
    #expect(try await exchange.next(within: .milliseconds(10)) == .quiet)
    signal.withLock { $0 = true }
    #expect(try await exchange.next() == .head(ResponseHead(status: 200)))
    #expect(try await exchange.next() == .bytes(Array("late".utf8)))
    #expect(try await exchange.next() == nil)
  }

  static let broken: [(reply: String, error: TransportError)] = [
    ("", .brokeOff),
    ("SSH-2.0-OpenSSH_9.2\r\n", .notHTTP),
    ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .brokeOff),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", .brokeOff),
    ("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n", .tooLarge),
    ("HTTP/1.1 200 OK\r\n\r\n\(String(repeating: "x", count: 70_000))", .tooLarge),
  ]

  @Test(arguments: broken)
  func `a broken or too large response is an error of its own`(reply: String, error: TransportError)
    async throws
  {
    let server = try server { connection in
      _ = connection.request()
      connection.send(reply)
      connection.hangUp()
    }
    let client = try HTTPClient(reach: .asked)
    await #expect(throws: error) {
      try await client.response(to: server.get("/", { $0.bodyBytes = 60_000 }))
    }
  }

  @Test func `nothing listens, nothing is sent`() async throws {
    let server = try server { _ in }
    let request = try server.get()
    server.stop()
    let client = try HTTPClient(reach: .asked)
    await #expect(throws: TransportError.unreachable) { try await client.response(to: request) }
  }

  @Test func `a redirect is a response and is not followed`() async throws {
    let server = try server { connection in
      _ = connection.request()
      connection.respond("", status: 302, headers: "Location: http://203.0.113.9/\r\n")
    }
    #expect(try await HTTPClient(reach: .asked).response(to: server.get()).head.status == 302)
    #expect(server.connectionCount == 1)
  }

  @Test func `the proxies of the environment are not used`() async throws {
    await #expect(processExitsWith: .success) {
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      setenv("all_proxy", "http://127.0.0.1:1", 1)
      let server = try RawServer { connection in
        _ = connection.request()
        connection.respond("direct")
      }
      let body = try await HTTPClient(reach: .asked).response(to: server.get()).body
      guard body == Array("direct".utf8) else { exit(1) }
    }
  }

  @Test func `a UNIX socket serves as well as a port`() async throws {
    let path = "/tmp/kith-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    let server = try RawServer(at: .socket(path)) { connection in
      while connection.request() != nil { connection.respond("here") }
    }
    let client = try HTTPClient(reach: .asked)
    let request = HTTPRequest(.get, "/health", at: .socket(path), for: .thinking)
    #expect(try await client.response(to: request).body == Array("here".utf8))
    #expect(try await client.response(to: request).body == Array("here".utf8))
    server.stop()
    let missing = HTTPRequest(.get, "/", at: .socket(path + "x"), for: .thinking)
    await #expect(throws: TransportError.unreachable) { try await client.response(to: missing) }
    let long = HTTPRequest(
      .get, "/", at: .socket("/tmp/" + String(repeating: "x", count: 100)), for: .thinking)
    await #expect(throws: TransportError.socketPathTooLong) {
      try await client.response(to: long)
    }
  }

  @Test func `a thousand requests leave memory and descriptors as they were`() async throws {
    let server = try server { connection in
      while connection.request() != nil { connection.respond("ok") }
    }
    let client = try HTTPClient(reach: .asked)
    for _ in 0..<100 { _ = try await client.response(to: server.get()) }
    let before = residentKilobytes()
    for _ in 0..<1000 { _ = try await client.response(to: server.get()) }
    #expect(residentKilobytes() - before < 4096)
    #expect(server.connectionCount == 1)
  }
}

/// The memory of this process in use now, in KiB.
private func residentKilobytes() -> Int {
  let descriptor = open("/proc/self/statm", O_RDONLY)
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 200)
  let count = read(descriptor, &bytes, bytes.count)
  let fields = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
}
