import Dialogue
import Glibc
import Journal
import Sockets
import TestSupport
import Testing
import Transport

@testable import Providers

private let prompt = Prompt(
  messages: [Message(.system, "You are Mira."), Message(.user, "My sister lives in Vienna.")],
  maximumTokens: 40, temperature: 0.5)

private let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
private let done = "data: [DONE]\n\n"

private func delta(_ text: String) -> String {
  "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\(text)\"}}]}\n\n"
}

private let stop = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"

/// Patience a hundred times shorter than a person's.
private let short = {
  var patience = Patience(waking: .milliseconds(300))
  patience.notice = .milliseconds(30)
  patience.retry = .milliseconds(20)
  patience.busy = .milliseconds(160)
  patience.firstWord = .milliseconds(400)
  patience.pause = .milliseconds(200)
  patience.ending = .milliseconds(30)
  return patience
}()

private func replier(
  _ server: RawServer, model: String? = "m", key: String? = nil, patience: Patience = short
) throws -> ChatCompletionsReplier {
  try ChatCompletionsReplier(
    client: HTTPClient(), address: "127.0.0.1:\(server.port)", model: model, key: key,
    patience: patience)
}

/// All events of a reply, and the problem that ended it.
private func collect(
  _ replier: ChatCompletionsReplier, _ prompt: Prompt = prompt
) async -> (events: [ReplyEvent], problem: Problem?) {
  var events: [ReplyEvent] = []
  do {
    for try await event in replier.reply(to: prompt) { events.append(event) }
    return (events, nil)
  } catch {
    return (events, Problem.from(error))
  }
}

extension [ReplyEvent] {
  fileprivate var text: String {
    reduce(into: "") { text, event in
      if case .text(let more) = event { text += more }
    }
  }
}

struct ChatCompletionsReplierTests {
  @Test func `a reply streams in and the request says what it should`() async throws {
    let (requests, heard) = AsyncStream.makeStream(of: (head: String, body: String).self)
    let server = try RawServer { connection in
      while let request = connection.request() {
        heard.yield(request)
        connection.respond(delta("Hel") + delta("lo.") + stop + done, type: "text/event-stream")
      }
    }
    let replier = try replier(server, key: "secret")
    #expect(await collect(replier).events == [.text("Hello."), .finished(.stop)])
    #expect(await collect(replier).events.text == "Hello.")
    // The rest of the first was taken, so that the second found its connection.
    #expect(server.connectionCount == 1)
    let request = try #require(await requests.first { _ in true })
    #expect(request.head.hasPrefix("POST /v1/chat/completions HTTP/1.1"))
    #expect(request.head.contains("Authorization: Bearer secret"))
    #expect(
      request.body == #"{"max_tokens":40,"messages":[{"content":"You are Mira.","role":"system"},"#
        + #"{"content":"My sister lives in Vienna.","role":"user"}],"model":"m","stream":true,"#
        + #""temperature":0.5}"#)
  }

  @Test func `the first model that chats is taken when none is named`() async throws {
    let (requests, heard) = AsyncStream.makeStream(of: (head: String, body: String).self)
    let server = try RawServer { connection in
      while let request = connection.request() {
        heard.yield(request)
        if request.head.hasPrefix("GET /v1/models") {
          connection.respond(#"{"data":[{"id":"nomic-embed-text"},{"id":"llama3"}]}"#)
        } else {
          connection.respond(delta("Hi.") + done, type: "text/event-stream")
        }
      }
    }
    let replier = try replier(server, model: nil)
    for _ in 0..<2 { #expect(await collect(replier).events.text == "Hi.") }
    var received = requests.makeAsyncIterator()
    #expect(await received.next()?.head.hasPrefix("GET") == true)
    for _ in 0..<2 { #expect(await received.next()?.body.contains(#""model":"llama3""#) == true) }
  }

  @Test func `an address or a key that may not be used is refused before anything is sent`() throws
  {
    let client = try HTTPClient()
    for (address, key) in [("http://8.8.8.8", nil), ("ftp://a", nil), ("http://box", "sk-1")] {
      #expect(throws: ProviderError.self) {
        try ChatCompletionsReplier(client: client, address: address, model: "m", key: key)
      }
    }
  }

  static let refusals: [(status: Int, type: String, body: String, code: ProblemCode)] = [
    (401, "application/json", #"{"error":{"message":"no"}}"#, .brainRefusedKey),
    (403, "application/json", "", .brainForbidden),
    (404, "application/json", #"{"error":{"message":"model 'x' not found"}}"#, .brainModelMissing),
    (404, "text/html", "<html>", .brainNotAModelServer),
    (404, "text/plain", "404 page not found", .brainNotAModelServer),
    (405, "text/plain", "", .brainNotAModelServer),
    (302, "text/plain", "", .addressRefused),
    (400, "application/json", #"{"error":{"message":"context exceeded"}}"#, .brainFailed),
    (500, "application/json", #"{"error":"boom"}"#, .brainFailed),
    (502, "text/html", "<h1>Bad gateway</h1>", .brainNotAModelServer),
    (200, "text/html", "<html>router</html>", .brainNotAModelServer),
    (200, "text/event-stream", "<html>router</html>", .brainNotAModelServer),
    (200, "text/event-stream", done, .brainSilent),
    (200, "application/json", "", .brainBrokeOff),
    (200, "application/json", "{}", .brainNotAModelServer),
    (200, "text/event-stream", "data: garbage\n\n", .brainFailed),
    (429, "application/json", "", .brainBusy),
    (503, "application/json", #"{"error":{"message":"Loading model"}}"#, .brainWaking),
  ]

  @Test(arguments: refusals)
  func `each refusal has its problem, a sentence and something to do`(
    status: Int, type: String, body: String, code: ProblemCode
  ) async throws {
    let server = try RawServer { connection in
      while connection.request() != nil {
        connection.respond(
          body, status: status, type: type, headers: "Location: http://203.0.113.9/\r\n")
      }
    }
    let problem = try #require(await collect(replier(server)).problem)
    #expect(problem.code == code)
    #expect(problem.message.hasSuffix(".") || problem.message.contains("It says: "))
    #expect(problem.action.hasSuffix("."))
  }

  @Test func `what the server says is shown, unless it may hold what was said`() async throws {
    let words = Locked("the context is full")
    let server = try RawServer { connection in
      while connection.request() != nil {
        let message = words.withLock { $0 }
        connection.respond(#"{"error":{"message":"\#(message)"}}"#, status: 400)
      }
    }
    let replier = try replier(server, key: "hunter22")
    let failed = "The model server at 127.0.0.1:\(server.port) failed."
    #expect(await collect(replier).problem?.message == failed + " It says: the context is full")
    for secret in [
      "the key hunter22 is wrong", "bad input: MY SISTER LIVES in Vienna.",
      String(repeating: "x y ", count: 60),
    ] {
      words.withLock { $0 = secret }
      #expect(await collect(replier).problem?.message == failed)
    }
  }

  @Test func `a server that is not there is waited for and then told`() async throws {
    let server = try RawServer { _ in }
    let replier = try replier(server)
    server.stop()
    let (events, problem) = await collect(replier)
    #expect(events == [.waking])
    #expect(problem?.code == .brainUnreachable)
  }

  @Test func `a server that was there once is not waited for`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.respond(
        delta("Hi.") + done, type: "text/event-stream", headers: "Connection: close\r\n")
      connection.hangUp()
    }
    let replier = try replier(server)
    _ = await collect(replier)
    server.stop()
    let (events, problem) = await collect(replier)
    #expect(events == [])
    #expect(problem?.code == .brainUnreachable)
  }

  @Test(arguments: [429, 503])
  func `a server that is busy or loading is asked again`(status: Int) async throws {
    let server = try RawServer { connection in
      for _ in 0..<2 {
        _ = connection.request()
        connection.respond("", status: status)
      }
      _ = connection.request()
      connection.respond(delta("Hi.") + done, type: "text/event-stream")
      _ = connection.waitForClose()
    }
    let (events, problem) = await collect(try replier(server))
    #expect(events.text == "Hi.")
    #expect(events.contains(.waking) == (status == 503))
    #expect(problem == nil)
  }

  @Test func `a model that takes long is shown as waking and then heard`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      usleep(100_000)
      connection.send(stream + delta("") + ": still there\n\n")
      usleep(100_000)
      connection.send(delta("Late.") + done)
      connection.hangUp()
    }
    #expect(
      await collect(try replier(server)).events == [.waking, .text("Late."), .finished(.stop)])
  }

  @Test func `a model that never begins is too slow`() async throws {
    for head in ["", stream] {
      let server = try RawServer { connection in
        _ = connection.request()
        connection.send(head)
        _ = connection.waitForClose()
      }
      let (events, problem) = await collect(try replier(server))
      #expect(events == [.waking])
      #expect(problem?.code == .brainTooSlow)
    }
  }

  @Test(arguments: [true, false])
  func `a reply that stops in a word is kept as broken off`(hangsUp: Bool) async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(stream + delta("One. Tw") + "data: {\"cho")
      if hangsUp { connection.hangUp() } else { _ = connection.waitForClose() }
    }
    let (events, problem) = await collect(try replier(server))
    #expect(events.text == "One. Tw")
    #expect(events.last == .finished(.brokeOff))
    #expect(problem == nil)
  }

  @Test func `an error in the middle comes after what was said before it`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(stream + delta("I think.") + "data: {\"error\":{\"message\":\"gone\"}}\n\n")
      connection.hangUp()
    }
    let (events, problem) = await collect(try replier(server))
    #expect(events == [.text("I think.")])
    #expect(problem?.code == .brainFailed)
    #expect(problem?.message.hasSuffix(" failed. It says: gone") == true)
  }

  @Test func `a reason to stop ends the reply even when the stream stays open`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(stream + delta("Done.") + stop)
      _ = connection.waitForClose()
    }
    #expect(await collect(try replier(server)).events == [.text("Done."), .finished(.stop)])
  }

  @Test func `ending a reply closes its connection within 30 ms, and the next one waits for that`()
    async throws
  {
    let (closings, closed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let open = Locked((now: 0, most: 0))
    let server = try RawServer { connection in
      while connection.request() != nil {
        open.withLock { open in
          open.now += 1
          open.most = max(open.most, open.now)
        }
        connection.send(stream + delta("First sentence. "))
        let end = connection.waitForClose()
        open.withLock { $0.now -= 1 }
        closed.yield(end)
      }
    }
    let replier = try replier(server, patience: .foreign)
    var times: [Duration] = []
    for _ in 0..<5 {
      let reading = Task {
        for try await event in replier.reply(to: prompt) {
          if case .text = event { return ContinuousClock.now }
        }
        return ContinuousClock.now
      }
      let end = try await reading.value
      times.append(end.duration(to: try #require(await closings.first { _ in true })))
    }
    #expect(times.sorted()[2] < .milliseconds(30))
    #expect(open.withLock { $0.most } == 1)
  }

  @Test func `reading ahead asks for one token and gives way to a reply`() async throws {
    let (bodies, heard) = AsyncStream.makeStream(of: String.self)
    let path = "/tmp/kith-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    let server = try RawServer(at: .socket(path)) { connection in
      while let request = connection.request() {
        heard.yield(request.body)
        if request.body.contains(#""max_tokens":1,"#) {
          // A prompt that takes for ever to read.
          _ = connection.waitForClose()
        } else {
          connection.respond(delta("Hi.") + done, type: "text/event-stream")
        }
      }
    }
    let replier = try ChatCompletionsReplier(client: HTTPClient(), patience: short) {
      (.socket(path), "key")
    }
    var received = bodies.makeAsyncIterator()
    async let reading: Void = replier.readAhead(prompt)
    #expect(await received.next()?.contains(#""cache_prompt":true"#) == true)
    #expect(await collect(replier).events == [.text("Hi."), .finished(.stop)])
    await reading
    #expect(await received.next()?.contains(#""max_tokens":40"#) == true)
    #expect(server.connectionCount == 2)
  }

  @Test func `a server of somebody else is not made to read ahead`() async throws {
    let server = try RawServer { _ in }
    await (try replier(server)).readAhead(prompt)
    #expect(server.connectionCount == 0)
  }

  @Test func `a built-in brain that starts slowly is waking, and one that can't start says why`()
    async throws
  {
    let path = "/tmp/kith-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    let server = try RawServer(at: .socket(path)) { connection in
      while connection.request() != nil {
        connection.respond(delta("Hi.") + done, type: "text/event-stream")
      }
    }
    let slow = try ChatCompletionsReplier(client: HTTPClient(), patience: short) {
      try await ContinuousClock().sleep(for: .milliseconds(120))
      return (.socket(path), "key")
    }
    #expect(await collect(slow).events == [.waking, .text("Hi."), .finished(.stop)])
    #expect(server.connectionCount == 1)
    let gone = Problem(.partMissing, "A part is missing.", action: "Fetch it.")
    let broken = try ChatCompletionsReplier(client: HTTPClient(), patience: short) { throw gone }
    #expect(await collect(broken).problem == gone)
  }

  @Test func `five hundred replies leave memory as it was`() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil {
        connection.respond(delta("Hel") + delta("lo.") + stop + done, type: "text/event-stream")
      }
    }
    let replier = try replier(server)
    for _ in 0..<100 { _ = await collect(replier) }
    let before = residentKilobytes()
    for _ in 0..<500 { _ = await collect(replier) }
    // Other tests run beside this one.
    #expect(residentKilobytes() - before < 8192)
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
