import Dialogue
import FoundationEssentials
import Glibc
import Journal
import Sockets
import TestSupport
import Testing
import Transport

@testable import Providers

/// A server that answers byte by byte and notes when it begins and ends.
private func slowServer(noting order: Locked<[String]>) throws -> RawServer {
  try RawServer { connection in
    while connection.request() != nil {
      order.withLock { $0.append("begin") }
      let body = chunk("Hi.") + ending
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n")
      for byte in body.utf8 { connection.send([byte]) }
      order.withLock { $0.append("end") }
    }
  }
}

struct ChatCompletionsReplierTests {
  @Test func `words are handed on while the server still writes`() async throws {
    let mayGoOn = Locked(false)
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(eventStream + chunk("Hello"))
      while !mayGoOn.withLock({ $0 }) { sched_yield() }
      connection.send(chunk(", Ana.") + ending)
      connection.hangUp()
    }
    var events: [ReplyEvent] = []
    for try await event in try server.replier().reply(to: prompt) {
      events.append(event)
      mayGoOn.withLock { $0 = true }
    }
    #expect(events == [.text("Hello"), .text(", Ana."), .finished(.stop)])
  }

  @Test(arguments: ["", "/", "/v1", "/v1/"])
  func `the request is what servers expect, with or without the path`(path: String) async throws {
    let (requests, heard) = AsyncStream.makeStream(of: (head: String, body: String).self)
    let server = try RawServer { connection in
      if let request = connection.request() { heard.yield(request) }
      connection.send(eventStream + chunk("Hi.") + ending)
      connection.hangUp()
    }
    _ = await collect(try server.replier(path: path, key: "k"))
    let request = try #require(await requests.first { _ in true })
    #expect(request.head.hasPrefix("POST /v1/chat/completions HTTP/1.1\r\n"))
    #expect(request.head.contains("\r\nAuthorization: Bearer k\r\n"))
    let body = try JSONDecoder().decode(RequestBody.self, from: Data(request.body.utf8))
    let expected = RequestBody(
      model: "m",
      messages: [
        .init(role: "system", content: "Be brief."), .init(role: "user", content: "Hello."),
      ],
      stream: true, maximumTokens: prompt.maximumTokens, temperature: prompt.temperature)
    #expect(body == expected)
  }

  @Test func `without a name the first chat model of the list is asked, and remembered`()
    async throws
  {
    let seen = Locked([String]())
    let server = try RawServer { connection in
      while let request = connection.request() {
        seen.withLock { $0.append(String(request.head.prefix { $0 != "\r\n" }) + request.body) }
        if request.head.hasPrefix("GET") {
          connection.respond(models)
        } else {
          connection.respond(chunk("Hi.") + ending, type: "text/event-stream")
        }
      }
    }
    let replier = try server.replier(model: nil)
    for _ in 0..<2 { #expect(await collect(replier).problem == nil) }
    let requests = seen.withLock { $0 }
    try #require(requests.count == 3)
    #expect(requests[0] == "GET /v1/models HTTP/1.1")
    #expect(requests[1].contains(#""model":"small""#))
    #expect(requests[2].contains(#""model":"small""#))
    // A reply that was whole leaves its connection to the next request.
    #expect(server.connectionCount == 1)
  }

  @Test func `ending early closes the connection within 30 ms, before the next request`()
    async throws
  {
    let (closings, closed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let open = Locked(0)
    let most = Locked(0)
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      let now = open.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, now) }
      connection.send(eventStream + chunk("One"))
      let time = connection.waitForClose()
      open.withLock { $0 -= 1 }
      closed.yield(time)
    }
    let replier = try server.replier()
    var times: [Duration] = []
    for _ in 0..<5 {
      var left = ContinuousClock.now
      for try await event in replier.reply(to: prompt) {
        #expect(event == .text("One"))
        left = .now
        break
      }
      times.append(left.duration(to: try #require(await closings.first { _ in true })))
    }
    #expect(most.withLock { $0 } == 1)
    // The middle of five, because other programs share this machine.
    #expect(times.sorted()[2] < .milliseconds(30))
  }

  @Test func `a cancelled reader closes the connection too`() async throws {
    let (closings, closed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let (starts, started) = AsyncStream.makeStream(of: Void.self)
    let server = try RawServer { connection in
      _ = connection.request()
      started.yield()
      closed.yield(connection.waitForClose())
    }
    let replier = try server.replier()
    let reading = Task { await collect(replier) }
    _ = await starts.first { _ in true }
    reading.cancel()
    _ = try #require(await closings.first { _ in true })
    _ = await reading.value
  }

  @Test func `a second reply waits for the end of the first`() async throws {
    let order = Locked([String]())
    let server = try slowServer(noting: order)
    let replier = try server.replier()
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = await collect(replier) } }
    }
    #expect(order.withLock { $0 } == (0..<4).flatMap { _ in ["begin", "end"] })
  }

  @Test func `two repliers over one client ask their server one after the other`() async throws {
    let order = Locked([String]())
    let server = try slowServer(noting: order)
    let client = try HTTPClient(reach: .asked)
    await withTaskGroup { group in
      for path in ["", "/v1", "/", ""] {
        group.addTask {
          let replier = try? ChatCompletionsReplier(
            client: client.reaching(.asked), address: "127.0.0.1:\(server.port)\(path)",
            model: "m")
          if let replier { #expect(await collect(replier).problem == nil) }
        }
      }
    }
    #expect(order.withLock { $0 } == (0..<4).flatMap { _ in ["begin", "end"] })
  }

  @Test func `a replier asks nobody whom the mode does not include`() async throws {
    let server = try RawServer { $0.hangUp() }
    let replier = try ChatCompletionsReplier(
      client: HTTPClient(reach: .thisMachine), address: "127.0.0.1:\(server.port)", model: "m")
    let (events, problem) = await collect(replier)
    #expect(events.isEmpty)
    #expect(problem?.code == .addressRefused)
    #expect(problem?.message.contains("127.0.0.1:\(server.port)") == true)
    #expect(server.connectionCount == 0)
  }

  // MARK: - What goes wrong

  static let refusals:
    [(
      reply: (status: Int, body: String, type: String), code: ProblemCode, words: String
    )] = [
      ((200, "<html><h1>It works</h1></html>", "text/html"), .brainNotAModelServer, "model server"),
      ((200, "", "application/json"), .brainSilent, "nothing"),
      ((200, "data: [DONE]\n\n", "text/event-stream"), .brainSilent, "nothing"),
      ((302, "", "text/plain"), .addressRefused, "elsewhere"),
      ((400, #"{"error":{"message":"too\nlong"}}"#, "application/json"), .brainFailed, "too long"),
      ((401, #"{"error":"bad key secret"}"#, "application/json"), .brainRefusedKey, "key"),
      ((403, #"{"detail":"not yours"}"#, "application/json"), .brainForbidden, "not yours"),
      ((404, #"{"error":"model x not found"}"#, "application/json"), .brainModelMissing, "model x"),
      ((404, "404 page not found", "text/plain"), .brainNotAModelServer, "model server"),
      ((405, "", "text/html"), .brainNotAModelServer, "model server"),
      ((500, "<html>secret</html>", "text/html"), .brainFailed, "status 500"),
      ((504, "", "text/html"), .brainTooSlow, "too long"),
    ]

  @Test(arguments: refusals.indices)
  func `each refusal is a problem of its own that names the server`(row: Int) async throws {
    let (reply, code, words) = Self.refusals[row]
    let server = try RawServer { connection in
      while connection.request() != nil {
        connection.respond(reply.body, status: reply.status, type: reply.type)
      }
    }
    let result = await collect(try server.replier(key: "secret"))
    let problem = try #require(result.problem)
    #expect(result.events.isEmpty)
    #expect(problem.code == code)
    #expect(problem.message.contains("127.0.0.1:\(server.port)"))
    #expect(problem.inFull.contains(words))
    // What a server wrote is nothing to be told to a person in the first place.
    #expect(problem.details == nil || !problem.message.contains(words))
    #expect(!problem.inFull.contains("secret"))
    #expect(!problem.action.isEmpty)
    #expect(server.connectionCount == 1)
  }

  @Test func `a list without a chat model means that none is loaded`() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.respond(#"{"object":"list","data":null}"#) }
    }
    #expect(await collect(try server.replier(model: nil)).problem?.code == .brainModelMissing)
  }

  @Test func `a reply that stops in the middle is handed on and marked`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      let text = chunk("I was go")
      connection.send(String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n")
      connection.hangUp()
    }
    let (events, problem) = await collect(try server.replier())
    #expect(events == [.text("I was go"), .finished(.brokeOff)])
    #expect(problem == nil)
  }

  @Test func `an error in the middle comes after the words before it`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(eventStream + chunk("So") + "data: {\"error\":\"out of memory\"}\n\n")
      _ = connection.waitForClose()
    }
    let (events, problem) = await collect(try server.replier())
    #expect(events == [.text("So")])
    #expect(problem?.code == .brainFailed)
    #expect(problem?.details == "out of memory")
    #expect(problem?.message.contains("memory") == false)
  }

  @Test func `a connection that closes without a word is told`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.hangUp()
    }
    #expect(await collect(try server.replier()).problem?.code == .brainBrokeOff)
  }

  static let badAddresses = ["http://8.8.8.8:80", "ftp://host", "http://u:p@host", ""]

  @Test(arguments: badAddresses)
  func `an address that may not be used is refused at once`(address: String) throws {
    let client = try HTTPClient(reach: .asked)
    let error = #expect(throws: ProviderError.self) {
      try ChatCompletionsReplier(client: client, address: address)
    }
    #expect(error?.problem.code == .addressRefused)
    #expect(error?.problem.message.contains("u:p") == false)
  }

  @Test func `a paid key is not sent readable`() throws {
    let client = try HTTPClient(reach: .asked)
    let error = #expect(throws: ProviderError.self) {
      try ChatCompletionsReplier(client: client, address: "http://box:1", key: "sk-1")
    }
    #expect(error?.problem.code == .addressRefused)
  }
}
