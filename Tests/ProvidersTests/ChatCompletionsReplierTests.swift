import Dialogue
import FoundationEssentials
import Glibc
import Journal
import Sockets
import TestSupport
import Testing
import Transport

@testable import Providers

private let prompt = Prompt(messages: [Message(.system, "Be brief."), Message(.user, "Hello.")])

private func chunk(_ text: String) -> String {
  "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\(text)\"}}]}\n\n"
}

private let ending =
  "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
private let eventStream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
private let models = #"{"data":[{"id":"text-embedding-x"},{"id":"small"},{"id":"large"}]}"#

extension RawServer {
  fileprivate func replier(
    path: String = "", model: String? = "m", key: String? = nil,
    clock: any Clock<Duration> = LeapClock(),
    _ change: (inout ReplyPatience) -> Void = { _ in }
  ) throws -> ChatCompletionsReplier {
    var patience = ReplyPatience()
    change(&patience)
    return try ChatCompletionsReplier(
      client: HTTPClient(), address: "http://127.0.0.1:\(port)\(path)", model: model, key: key,
      patience: patience, clock: clock)
  }
}

/// What a reply consists of, and the problem it ends with.
private func collect(
  _ replier: ChatCompletionsReplier
) async -> (events: [ReplyEvent], problem: Problem?) {
  var events: [ReplyEvent] = []
  do {
    for try await event in replier.reply(to: prompt) { events.append(event) }
  } catch {
    return (events, .from(error))
  }
  return (events, nil)
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

  struct Body: Decodable, Equatable {
    struct Message: Decodable, Equatable {
      var role: String
      var content: String
    }

    var model: String?
    var messages: [Message]
    var stream: Bool
    var maximumTokens: Int
    var temperature: Double
    var cachesPrompt: Bool?

    enum CodingKeys: String, CodingKey {
      case model, messages, stream, temperature
      case maximumTokens = "max_tokens"
      case cachesPrompt = "cache_prompt"
    }
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
    let body = try JSONDecoder().decode(Body.self, from: Data(request.body.utf8))
    let expected = Body(
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
    let server = try RawServer { connection in
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
    let replier = try server.replier()
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = await collect(replier) } }
    }
    #expect(order.withLock { $0 } == (0..<4).flatMap { _ in ["begin", "end"] })
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
    #expect(problem.message.contains(words))
    #expect(!problem.message.contains("secret"))
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
    #expect(problem?.message.contains("out of memory") == true)
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
    let client = try HTTPClient()
    let error = #expect(throws: ProviderError.self) {
      try ChatCompletionsReplier(client: client, address: address)
    }
    #expect(error?.problem.code == .addressRefused)
    #expect(error?.problem.message.contains("u:p") == false)
  }

  @Test func `a paid key is not sent readable`() throws {
    let client = try HTTPClient()
    let error = #expect(throws: ProviderError.self) {
      try ChatCompletionsReplier(client: client, address: "http://box:1", key: "sk-1")
    }
    #expect(error?.problem.code == .addressRefused)
  }
}

struct ReplyPatienceTests {
  @Test func `a server that is not there is asked for half a minute, then told`() async throws {
    let server = try RawServer { _ in }
    server.stop()
    let clock = LeapClock()
    let (events, problem) = await collect(try server.replier(clock: clock))
    #expect(problem?.code == .brainUnreachable)
    #expect(problem?.message.contains("127.0.0.1:\(server.port)") == true)
    #expect(!events.isEmpty && events.allSatisfy { $0 == .waking })
    let waited = clock.sleeps.reduce(.zero, +)
    #expect(waited > .seconds(27) && waited <= .seconds(30))
  }

  @Test func `a model that loads is waited for`() async throws {
    let tries = Locked(0)
    let server = try RawServer { connection in
      while connection.request() != nil {
        let number = tries.withLock { count in
          count += 1
          return count
        }
        if number < 4 {
          connection.respond(#"{"error":{"code":503,"message":"Loading model"}}"#, status: 503)
        } else {
          connection.respond(chunk("Hi.") + ending, type: "text/event-stream")
        }
      }
    }
    let (events, problem) = await collect(try server.replier())
    #expect(events == [.waking, .waking, .waking, .text("Hi."), .finished(.stop)])
    #expect(problem == nil)
  }

  @Test func `a model that loads for too long is told as waking`() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.respond("", status: 503) }
    }
    #expect(await collect(try server.replier()).problem?.code == .brainWaking)
  }

  static let busy: [(retryAfter: String, tries: Int, sleeps: [Double], code: ProblemCode?)] = [
    ("Retry-After: 3\r\n", 1, [3], nil),
    ("Retry-After: 3\r\n", 9, [3, 3], .brainBusy),
    ("Retry-After: 60\r\n", 9, [], .brainBusy),
    ("", 9, [0.25, 0.5, 1, 2, 2, 2], .brainBusy),
  ]

  @Test(arguments: busy.indices)
  func `a busy server is asked again for eight seconds, when it likes`(row: Int) async throws {
    let (retryAfter, busyTries, sleeps, code) = Self.busy[row]
    let tries = Locked(0)
    let server = try RawServer { connection in
      while connection.request() != nil {
        let number = tries.withLock { count in
          count += 1
          return count
        }
        if number <= busyTries {
          connection.respond(#"{"error":"slow down"}"#, status: 429, headers: retryAfter)
        } else {
          connection.respond(chunk("Hi.") + ending, type: "text/event-stream")
        }
      }
    }
    let clock = LeapClock()
    let (events, problem) = await collect(try server.replier(clock: clock))
    #expect(problem?.code == code)
    #expect(events == (code == nil ? [.text("Hi."), .finished(.stop)] : []))
    #expect(clock.sleeps == sleeps.map { .seconds($0) })
  }

  @Test(arguments: ["", eventStream])
  func `a slow first word is waited for, and said to be waking`(head: String) async throws {
    let hasToldWaking = Locked(false)
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(head)
      while !hasToldWaking.withLock({ $0 }) { sched_yield() }
      connection.send((head.isEmpty ? eventStream : "") + chunk("Hi.") + ending)
      connection.hangUp()
    }
    var events: [ReplyEvent] = []
    for try await event in try server.replier({ $0.quiet = .milliseconds(20) }).reply(to: prompt) {
      events.append(event)
      if event == .waking { hasToldWaking.withLock { $0 = true } }
    }
    #expect(events == [.waking, .text("Hi."), .finished(.stop)])
  }

  @Test(arguments: ["", eventStream, eventStream + chunk("I wa")])
  func `a server that never goes on is given up`(sent: String) async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(sent)
      _ = connection.waitForClose()
    }
    let replier = try server.replier(clock: ContinuousClock()) {
      ($0.quiet, $0.pause) = (.milliseconds(10), .milliseconds(40))
      $0.firstEvent = .milliseconds(40)
    }
    let (events, problem) = await collect(replier)
    #expect(problem?.code == .brainTooSlow)
    #expect(events.filter { $0 != .waking } == (sent.contains("I wa") ? [.text("I wa")] : []))
  }

  @Test func `a server that only keeps the connection alive is given up too`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(eventStream)
      while connection.send(": working\n\n") { sched_yield() }
    }
    let replier = try server.replier(clock: ContinuousClock()) { $0.firstEvent = .milliseconds(40) }
    #expect(await collect(replier).problem?.code == .brainTooSlow)
  }

  @Test func `a server that leaves the connection open after the last word has finished`()
    async throws
  {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(
        eventStream + chunk("Hi.") + "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\n")
      _ = connection.waitForClose()
    }
    #expect(await collect(try server.replier()).events == [.text("Hi."), .finished(.stop)])
  }
}

struct ManagedReplierTests {
  private func managed(
    _ server: RawServer, _ change: (inout ReplyPatience) -> Void = { _ in }
  ) throws -> ChatCompletionsReplier {
    var patience = ReplyPatience.managed
    change(&patience)
    let address = try ServerAddress("127.0.0.1:\(server.port)")
    return ChatCompletionsReplier(client: try HTTPClient(), patience: patience) {
      (.server(address), "k")
    }
  }

  @Test func `reading ahead asks for one token and keeps the prompt`() async throws {
    let (requests, heard) = AsyncStream.makeStream(of: (head: String, body: String).self)
    let server = try RawServer { connection in
      while let request = connection.request() {
        heard.yield(request)
        connection.respond("{}")
      }
    }
    await (try managed(server)).readAhead(prompt)
    let request = try #require(await requests.first { _ in true })
    let body = try JSONDecoder().decode(
      ChatCompletionsReplierTests.Body.self, from: Data(request.body.utf8))
    #expect(body.maximumTokens == 1 && body.cachesPrompt == true && !body.stream)
    #expect(body.model == nil)
    #expect(body.messages.count == 2)
  }

  @Test func `another's server is not asked to read ahead`() async throws {
    let server = try RawServer { _ in }
    await (try server.replier()).readAhead(prompt)
    #expect(server.connectionCount == 0)
  }

  @Test func `a reply does not wait for reading ahead`() async throws {
    let (starts, started) = AsyncStream.makeStream(of: Void.self)
    let server = try RawServer { connection in
      while let request = connection.request() {
        if request.body.contains(#""stream":true"#) {
          connection.respond(chunk("Hi.") + ending, type: "text/event-stream")
        } else {
          started.yield()
          _ = connection.waitForClose()
        }
      }
    }
    let replier = try managed(server)
    async let ahead: Void = replier.readAhead(prompt)
    _ = await starts.first { _ in true }
    #expect(await collect(replier).events == [.text("Hi."), .finished(.stop)])
    await ahead
  }

  @Test func `a server that ended is started again, and the reply comes`() async throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      if connection.number == 1 { return connection.hangUp() }
      connection.send(eventStream + chunk("Hi.") + ending)
      connection.hangUp()
    }
    // The two seconds may pass on a machine that is busy with other tests.
    let (events, problem) = await collect(try managed(server) { $0.quiet = .seconds(60) })
    #expect(events == [.waking, .text("Hi."), .finished(.stop)])
    #expect(problem == nil)
  }

  @Test func `a start that takes its time is said to be waking, and its failure is told`()
    async throws
  {
    let told = Locked(false)
    var patience = ReplyPatience.managed
    patience.quiet = .milliseconds(10)
    let replier = ChatCompletionsReplier(client: try HTTPClient(), patience: patience) {
      while !told.withLock({ $0 }) { await Task.yield() }
      throw Problem(.partMissing, "No model.", action: "Run setup.")
    }
    await #expect(throws: Problem(.partMissing, "No model.", action: "Run setup.")) {
      for try await event in replier.reply(to: prompt) {
        #expect(event == .waking)
        told.withLock { $0 = true }
      }
    }
  }

  @Test func `the health of llama-server is its status`() async throws {
    let path = "/tmp/kith-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    let client = try HTTPClient()
    #expect(await !LlamaHealth.isReady(client: client, socket: path))
    let server = try RawServer(at: .socket(path)) { connection in
      for status in [503, 200] where connection.request() != nil {
        connection.respond(#"{"status":"ok"}"#, status: status)
      }
    }
    #expect(await !LlamaHealth.isReady(client: client, socket: path))
    #expect(await LlamaHealth.isReady(client: client, socket: path))
    server.stop()
  }
}
