import HTTPServer
import Sockets
import Synchronization
import TestSupport
import Testing
import Threads

/// A service that echoes, streams and waits, for all tests of one suite.
private func withService<Result: Sendable>(
  _ change: (inout HTTPService.Options) -> Void = { _ in },
  handler: @escaping HTTPService.Handler = echo,
  _ body: @escaping @Sendable (_ port: UInt16) throws -> Result
) async throws -> Result {
  var options = HTTPService.Options()
  change(&options)
  let service = try HTTPService.start(port: 0, options: options, handler: handler)
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

private let echo: HTTPService.Handler = { request, body in
  switch request.path {
  case "/": Response(text: "hello")
  case "/echo": Response(type: "application/octet-stream", bytes: try await body.collect())
  case "/ignore": Response(text: "ignored")
  case "/fail": throw CancellationError()
  case "/split": Response(.ok, headers: ["x": "a\r\nset-cookie: b"])
  case "/stream":
    Response(
      .ok, headers: ["content-type": "text/event-stream"],
      body: .stream { writer in
        for number in 0..<3 { try await writer.write("data: \(number)\n\n") }
      })
  case "/half":
    Response(
      .ok,
      body: .stream { writer in
        try await writer.write("half")
        throw CancellationError()
      })
  default: Response(.notFound, text: "nothing here")
  }
}

private func get(_ path: String, _ port: UInt16, _ fields: String = "") -> String {
  "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(fields)\r\n"
}

struct `An HTTP service` {
  @Test func `answers one request after the other on one connection`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      for _ in 0..<3 {
        client.send(get("/", port))
        let answer = client.answer()
        #expect(answer?.status == 200)
        #expect(answer?.body == "hello")
        #expect(answer?.headers["connection"] == nil)
      }
    }
  }

  @Test func `answers pipelined requests in their order`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send(get("/", port) + get("/stream", port) + get("/nothing", port) + get("/", port))
      #expect(client.answer()?.body == "hello")
      #expect(client.answer()?.body == "data: 0\n\ndata: 1\n\ndata: 2\n\n")
      #expect(client.answer()?.status == 404)
      #expect(client.answer()?.body == "hello")
    }
  }

  @Test func `survives five hundred pipelined requests in one packet`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send(String(repeating: get("/", port), count: 500))
      for _ in 0..<500 { #expect(client.answer()?.body == "hello") }
    }
  }

  @Test func `reads a request that comes byte by byte`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      let request =
        "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n"
      for byte in request.utf8 { client.send([byte]) }
      #expect(client.answer()?.body == "abcde")
      client.send(get("/", port))
      #expect(client.answer()?.body == "hello")
    }
  }

  @Test func `puts the security fields on every answer`() async throws {
    try await withService { port in
      for request in [get("/", port), get("/nothing", port), "nonsense\r\n\r\n"] {
        let client = try RawClient(port: port)
        client.send(request)
        let headers = try #require(client.answer()).headers
        #expect(headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(
          headers["content-security-policy"]?.contains(
            "script-src 'self' 'wasm-unsafe-eval'; style-src 'self';") == true)
        #expect(headers["content-security-policy"]?.contains("'unsafe-") == false)
        #expect(headers["cross-origin-resource-policy"] == "same-origin")
        #expect(headers["cross-origin-opener-policy"] == "same-origin")
        #expect(headers["cross-origin-embedder-policy"] == "require-corp")
        #expect(headers["referrer-policy"] == "no-referrer")
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["permissions-policy"]?.contains("geolocation=()") == true)
        #expect(
          headers["permissions-policy"]?.hasPrefix("microphone=(self), camera=(self)") == true)
        #expect(headers["date"]?.hasSuffix(" GMT") == true)
      }
    }
  }

  @Test func `answers HEAD with the same fields and no body`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send("HEAD / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      let head = client.answer(isHead: true)
      #expect(head?.headers["content-length"] == "5")
      client.send("HEAD /stream HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(client.answer(isHead: true)?.headers["transfer-encoding"] == "chunked")
      client.send(get("/", port))
      #expect(client.answer()?.body == "hello")
    }
  }

  @Test func `speaks HTTP 1.0 without chunks and closes`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send("GET /stream HTTP/1.0\r\nHost: localhost:\(port)\r\n\r\n")
      let answer = client.answer()
      #expect(answer?.headers["transfer-encoding"] == nil)
      #expect(answer?.body == "data: 0\n\ndata: 1\n\ndata: 2\n\n")
      #expect(client.isClosedByServer())
    }
  }

  @Test func `closes when the client asks for it`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send(get("/", port, "Connection: close\r\n"))
      #expect(client.answer()?.headers["connection"] == "close")
      #expect(client.isClosedByServer())
    }
  }

  @Test func `answers a client that stops sending right behind its request`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send(get("/", port))
      client.endSending()
      #expect(client.answer()?.body == "hello")
      #expect(client.isClosedByServer())
    }
  }

  @Test func `invites the body only when the handler wants it`() async throws {
    try await withService { port in
      let fields = "Host: localhost:\(port)\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
      let client = try RawClient(port: port)
      client.send("POST /echo HTTP/1.1\r\n" + fields)
      #expect(client.answer()?.status == 100)
      client.send("abc")
      #expect(client.answer()?.body == "abc")
      client.send("POST /ignore HTTP/1.1\r\n" + fields)
      #expect(client.answer()?.body == "ignored")
      #expect(client.isClosedByServer())
    }
  }

  @Test func `tells a client that sends too much, even while it sends`() async throws {
    try await withService {
      $0.limits.bodyBytes = 1000
    } _: { port in
      let client = try RawClient(port: port)
      client.send(
        "POST /echo HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 300000\r\n\r\n")
      client.send([UInt8](repeating: 65, count: 300_000))
      #expect(client.answer()?.status == 413)
      let other = try RawClient(port: port)
      other.send(
        "POST /echo HTTP/1.1\r\nHost: localhost:\(port)\r\nTransfer-Encoding: chunked\r\n\r\n")
      other.send("400\r\n" + String(repeating: "a", count: 1024) + "\r\n")
      #expect(other.answer()?.status == 413)
    }
  }

  @Test func `carries a megabyte there and back as a stream`() async throws {
    try await withService(handler: { _, body in
      Response(
        .ok,
        body: .stream { writer in
          while let piece = try await body.next() { try await writer.write(piece) }
        })
    }) { port in
      let client = try RawClient(port: port)
      let size = 1 << 20
      let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      client.send("POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: \(size)\r\n\r\n")
      try startThread(named: "test-sender") { client.send(body) }
      #expect(client.answer()?.bytes == body)
    }
  }

  @Test func `hides what went wrong in a handler`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send(get("/fail", port))
      let answer = client.answer()
      #expect(answer?.status == 500)
      #expect(answer?.body == "Something went wrong in here.\n")
      client.send(get("/split", port))
      #expect(client.answer()?.status == 500)
    }
  }

  @Test func `cuts an answer that could not be finished`() async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send(get("/half", port))
      let all = String(decoding: client.everything(), as: UTF8.self)
      #expect(all.hasSuffix("4\r\nhalf\r\n"))
    }
  }
}

struct `Whom an HTTP service serves` {
  @Test(arguments: [
    ("localhost", 200), ("LocalHost", 200), ("127.0.0.1", 200), ("[::1]", 200),
    ("localhost.", 421), ("127.1", 421), ("0.0.0.0", 421), ("kith.evil.example", 421),
    ("127.0.0.1.nip.io", 421), ("[::ffff:127.0.0.1]", 421), ("[::1", 400), ("a b", 400),
    ("user@localhost", 400), ("localhost:", 400), ("", 400), ("l%6fcalhost", 400),
  ])
  func `is itself by its own names only`(host: String, status: Int) async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
      #expect(client.answer()?.status == status)
      // The target decides, and may not say something else than the field.
      let absolute = try RawClient(port: port)
      absolute.send("GET http://\(host):\(port)/ HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
      #expect(absolute.answer()?.status == status)
      let mixed = try RawClient(port: port)
      mixed.send("GET http://localhost:\(port)/ HTTP/1.1\r\nHost: other:\(port)\r\n\r\n")
      #expect(mixed.answer()?.status == 400)
    }
  }

  @Test func `is itself on its own port only`() async throws {
    try await withService { port in
      for host in ["localhost", "localhost:1", "localhost:\(port)0"] {
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        let status = client.answer()?.status
        #expect(status == 421 || status == 400)
      }
    }
  }

  @Test(arguments: [
    ("", 200), ("Sec-Fetch-Site: none\r\n", 200), ("Sec-Fetch-Site: same-origin\r\n", 200),
    ("Sec-Fetch-Site: same-site\r\n", 403), ("Sec-Fetch-Site: cross-site\r\n", 403),
    ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n", 200),
    ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n", 403),
    ("Origin: http://localhost:PORT\r\n", 200), ("Origin: http://LOCALHOST:PORT\r\n", 200),
    ("Origin: https://localhost:PORT\r\n", 403), ("Origin: http://127.0.0.1:PORT\r\n", 403),
    ("Origin: http://localhost\r\n", 403), ("Origin: null\r\n", 403), ("Origin:\r\n", 403),
    ("Origin: http://localhost:PORT\r\nOrigin: http://evil.example\r\n", 403),
    ("Origin: http://localhost:PORT/\r\n", 403), ("Origin: http://localhost:PORT@evil\r\n", 403),
    ("Origin: http://localhost:PORT\r\nSec-Fetch-Site: cross-site\r\n", 403),
  ])
  func `serves its own pages and programs`(fields: String, status: Int) async throws {
    try await withService { port in
      let client = try RawClient(port: port)
      client.send(get("/", port, fields.split(separator: "PORT").joined(separator: "\(port)")))
      #expect(client.answer()?.status == status)
    }
  }
}

struct `The end of an HTTP service` {
  @Test func `lets a running answer finish while nobody new comes in`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
    let service = try HTTPService.start(port: 0) { _, _ in
      Response(
        .ok,
        body: .stream { writer in
          try await writer.write("begun ")
          for await _ in gate { break }
          try await writer.write("ended")
        })
    }
    let port = service.port
    let client = try RawClient(port: port)
    try await onThread {
      client.send(get("/", port))
      #expect(client.take(15) == Array("HTTP/1.1 200 OK".utf8))
    }
    async let stopped: Void = service.stop(within: .seconds(20))
    try await onThread {
      // The listener is closed at once, though the answer still runs.
      while (try? RawClient(port: port)) != nil {}
    }
    open.yield()
    let rest = try await onThread { String(decoding: client.everything(), as: UTF8.self) }
    #expect(rest.hasSuffix("6\r\nbegun \r\n5\r\nended\r\n0\r\n\r\n"))
    await stopped
  }

  @Test func `cuts an answer that takes too long, and its handler is cancelled`() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    let service = try HTTPService.start(port: 0) { _, _ in
      begin.yield()
      do {
        try await Task.sleep(for: .seconds(100))  // ended by being cancelled
      } catch { cancel.yield() }
      return Response(text: "late")
    }
    let client = try RawClient(port: service.port)
    client.send(get("/", service.port))
    for await _ in begun { break }
    await service.stop(within: .milliseconds(50))
    #expect(try await onThread { client.everything() } == [])
    for await _ in cancelled { break }
  }

  @Test func `frees its port and can be stopped twice`() async throws {
    let service = try HTTPService.start(port: 0) { _, _ in Response(text: "one") }
    await service.stop()
    await service.stop()
    let again = try HTTPService.start(port: service.port) { _, _ in Response(text: "two") }
    let port = again.port
    try await onThread {
      let client = try RawClient(port: port)
      client.send(get("/", port))
      #expect(client.answer()?.body == "two")
    }
    await again.stop()
  }

  @Test func `a taken port is an error of its own`() async throws {
    let service = try HTTPService.start(port: 0) { _, _ in Response(text: "one") }
    #expect(throws: HTTPError.portInUse(service.port)) {
      try HTTPService.start(port: service.port) { _, _ in Response(text: "two") }
    }
    await service.stop()
  }
}
