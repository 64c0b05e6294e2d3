import HTTPServer
import Sockets
import TestSupport
import Testing

/// A service that gives up soon.
private func hasty(_ change: (inout Limits) -> Void) throws -> HTTPService {
  var options = HTTPService.Options()
  change(&options.limits)
  return try HTTPService.start(port: 0, options: options) { request, body in
    if request.path == "/much" {
      return Response(type: "x/y", bytes: [UInt8](repeating: 1, count: 32 << 20))
    }
    return Response(type: "x/y", bytes: try await body.collect())
  }
}

struct `A service with too slow or too many clients` {
  @Test func `tells a client that sends its head letter by letter, and closes`() async throws {
    let service = try hasty { $0.head = .milliseconds(150) }
    let port = service.port
    try await onThread {
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n")
      #expect(client.answer()?.status == 408)
      #expect(client.isClosedByServer())
    }
    await service.stop()
  }

  @Test func `tells a client whose body does not come`() async throws {
    let service = try hasty { $0.bodyStall = .milliseconds(150) }
    let port = service.port
    try await onThread {
      let client = try RawClient(port: port)
      client.send("POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 10\r\n\r\nabc")
      #expect(client.answer()?.status == 408)
    }
    await service.stop()
  }

  @Test func `closes a silent connection without a word`() async throws {
    let service = try hasty { $0.idle = .milliseconds(100) }
    let port = service.port
    try await onThread {
      let fresh = try RawClient(port: port)
      #expect(fresh.isClosedByServer())
      let used = try RawClient(port: port)
      used.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(used.answer()?.status == 200)
      #expect(used.isClosedByServer())
    }
    await service.stop()
  }

  @Test func `cuts a client that does not read`() async throws {
    let service = try hasty { $0.writeStall = .milliseconds(150) }
    let port = service.port
    let client = try await onThread {
      let client = try RawClient(port: port, receiveBuffer: 4096)
      client.send("GET /much HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(client.take(15) == Array("HTTP/1.1 200 OK".utf8))
      // Another client is served meanwhile.
      let other = try RawClient(port: port)
      other.send("POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 2\r\n\r\nok")
      #expect(other.answer()?.body == "ok")
      return client
    }
    // The end waits for the answer, and the answer only until the reader's time is up.
    let taken = await ContinuousClock().measure { await service.stop(within: .seconds(60)) }
    #expect(taken < .seconds(30))
    #expect(try await onThread { client.everything().count } < 32 << 20)
  }

  @Test func `serves others beside five hundred silent ones`() async throws {
    let service = try hasty { _ in }
    let port = service.port
    try await onThread {
      let silent = try (0..<500).map { _ in try RawClient(port: port) }
      let clock = ContinuousClock()
      let taken = try clock.measure {
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
        #expect(client.answer()?.status == 200)
      }
      #expect(taken < .seconds(2))
      silent[499].send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(silent[499].answer()?.status == 200)
    }
    await service.stop()
  }

  @Test func `refuses at once what it does not want, though its body is still to come`()
    async throws
  {
    let service = try HTTPService.start(port: 0) { _, _ in Response(.notFound, text: "no") }
    let port = service.port
    try await onThread {
      let client = try RawClient(port: port)
      client.send("POST /no HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 1000000\r\n\r\n")
      client.send([UInt8](repeating: 65, count: 1000))
      let answer = client.answer()
      #expect(answer?.status == 404)
      #expect(answer?.headers["connection"] == "close")
      #expect(client.isClosedByServer())
    }
    await service.stop()
  }

  @Test func `makes room by closing the connection that was silent the longest`() async throws {
    let service = try hasty { $0.connections = 3 }
    let port = service.port
    try await onThread {
      let clients = try (0..<3).map { _ in
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
        #expect(client.answer()?.status == 200)
        return client
      }
      let late = try RawClient(port: port)
      late.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(late.answer()?.status == 200)
      #expect(clients[0].isClosedByServer())
      clients[2].send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(clients[2].answer()?.status == 200)
    }
    await service.stop()
  }

  @Test func `says that it is busy when nobody can be sent away`() async throws {
    let service = try hasty { $0.connections = 2 }
    let port = service.port
    try await onThread {
      let begun = try (0..<2).map { _ in
        let client = try RawClient(port: port)
        client.send("POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nExpect: 100-continue\r\n")
        client.send("Content-Length: 2\r\n\r\n")
        #expect(client.answer()?.status == 100)
        return client
      }
      let late = try RawClient(port: port)
      #expect(late.answer()?.status == 503)
      begun[0].send("ok")
      #expect(begun[0].answer()?.body == "ok")
    }
    await service.stop()
  }

  @Test func `closes after as many requests as agreed`() async throws {
    let service = try hasty { $0.requestsPerConnection = 2 }
    let port = service.port
    try await onThread {
      let client = try RawClient(port: port)
      client.send(
        String(repeating: "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", count: 3))
      #expect(client.answer()?.headers["connection"] == nil)
      #expect(client.answer()?.headers["connection"] == "close")
      #expect(client.isClosedByServer())
    }
    await service.stop()
  }

  @Test func `writes only as fast as a client reads`() async throws {
    let written = Locked(0)
    let piece = 64 << 10
    let service = try HTTPService.start(port: 0) { request, _ in
      // HTTP/1.0 has no chunks, so that the bytes of the body can be counted.
      Response(
        .ok,
        body: .stream { writer in
          for _ in 0..<512 {
            try await writer.write([UInt8](repeating: 0, count: piece))
            written.withLock { $0 += piece }
          }
        })
    }
    let port = service.port
    try await onThread {
      let client = try RawClient(port: port, receiveBuffer: 4096)
      client.send("GET / HTTP/1.0\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(client.take(15) == Array("HTTP/1.1 200 OK".utf8))
      var read = 0
      while let bytes = client.take(1 << 20) {
        read += bytes.count
        // What is written and not read waits in the kernel, which takes a few megabytes.
        #expect(written.withLock { $0 } - read < 16 << 20)
      }
      #expect(written.withLock { $0 } == 512 * piece)
    }
    await service.stop()
  }
}
