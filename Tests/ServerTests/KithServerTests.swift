import Dialogue
import Journal
import Sockets
import TestSupport
import Testing

@testable import Server

private let token = AccessToken()

private func withServer(
  chat: @escaping ChatHandler = echo, _ body: (UInt16) async throws -> Void
) async throws {
  let server = try KithServer.start(
    port: 0, version: "1.2.3", token: token, web: try PageFolder().web, chat: chat)
  do { try await body(server.port) } catch {
    await server.stop(within: .zero)
    throw error
  }
  await server.stop(within: .zero)
}

private let echo: ChatHandler = { text in
  AsyncThrowingStream { events in
    for word in text.split(separator: " ") { events.yield(.text(String(word) + " ")) }
    events.yield(.done(complete: true, reply: nil))
    events.finish()
  }
}

private let json = "Content-Type: application/json\r\n"
private let authorized = "Authorization: Bearer \(token.text)\r\n" + json

struct `Kith's own server` {
  @Test func `says that it is well, and nothing else`() async throws {
    try await withServer { port in
      let answer = try await exchange(port, "GET /health")
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.body == #"{"status":"ok","version":"1.2.3"}"#)
    }
  }

  @Test func `answers wrong addresses in the way the client reads`() async throws {
    try await withServer { port in
      let plain = try await exchange(port, "GET /nothing")
      #expect(plain.status == 404)
      #expect(plain.body.contains(#""code":"not_found""#))
      let page = try await exchange(port, "GET /nothing", "Accept: text/html,*/*\r\n")
      #expect(page.status == 404)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.body.contains("Nothing is here"))
      #expect(page.headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      #expect(try await exchange(port, "POST /").headers["allow"] == "GET, HEAD")
      let method = try await exchange(port, "DELETE /health")
      #expect(method.status == 405)
      #expect(method.headers["allow"] == "GET, HEAD")
      #expect(try await exchange(port, "GET /kith/chat").headers["allow"] == "POST")
    }
  }

  @Test func `is not there for pages of others`() async throws {
    try await withServer { port in
      for fields in ["Origin: http://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        let answer = try await exchange(port, "GET /health", fields)
        #expect(answer.status == 403)
      }
    }
  }

  @Test func `tells with a sentence that its port is taken`() async throws {
    try await withServer { port in
      let error = #expect(throws: ServerError.portInUse(port)) {
        try KithServer.start(port: port, version: "1", token: token, chat: echo)
      }
      #expect(error?.problem.code == .portInUse)
      #expect(error?.problem.message == "Port \(port) is in use by another program.")
      #expect(error?.problem.action.contains("--port") == true)
    }
  }
}

struct `The door for kith chat` {
  @Test func `streams the reply as events`() async throws {
    try await withServer { port in
      let answer = try await exchange(
        port, "POST /kith/chat", authorized, body: #"{"text":"good \"morning\""}"#)
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "text/event-stream")
      #expect(
        answer.body == """
          data: {"text":"good "}

          data: {"text":"\\"morning\\" "}

          data: {"done":{"complete":true}}


          """)
    }
  }

  @Test func `says that the words are kept and that the model wakes`() async throws {
    let chat: ChatHandler = { _ in
      AsyncThrowingStream { events in
        for event in [ChatEvent.kept(7), .waking, .done(complete: false, reply: nil)] {
          events.yield(event)
        }
        events.finish()
      }
    }
    try await withServer(chat: chat) { port in
      let answer = try await exchange(port, "POST /kith/chat", authorized, body: #"{"text":"a"}"#)
      #expect(
        answer.body == """
          data: {"acknowledged":7}

          data: {"waking":true}

          data: {"done":{"complete":false}}


          """)
    }
  }

  @Test func `wants the token, the whole token and nothing but the token`() async throws {
    try await withServer { port in
      let wrong = String(token.text.dropLast()) + (token.text.last == "0" ? "1" : "0")
      for field in [
        "", "Authorization: Bearer \(wrong)\r\n", "Authorization: Bearer \(token.text)0\r\n",
        "Authorization: Bearer \(token.text.dropLast())\r\n", "Authorization: Bearer\r\n",
        "Authorization: Basic \(token.text)\r\n", "Authorization: \(token.text)\r\n",
      ] {
        let answer = try await exchange(
          port, "POST /kith/chat", json + field, body: #"{"text":"a"}"#)
        #expect(answer.status == 401)
        #expect(answer.headers["www-authenticate"] == "Bearer")
      }
    }
  }

  @Test func `makes another token at every start`() {
    #expect(AccessToken().text != AccessToken().text)
    #expect(AccessToken().text.count == 64)
  }

  @Test(arguments: [
    ("", 400), ("{}", 400), (#"{"text":" "}"#, 400), (#"{"text":7}"#, 400), ("[", 400),
    (#"{"text":""# + String(repeating: "a", count: 20_000) + #""}"#, 413),
    (#"{"text":""# + String(repeating: "a", count: 40_000) + #""}"#, 413),
    (#"{"text":""# + String(repeating: "a", count: 2_000_000) + #""}"#, 413),
  ])
  func `refuses what is no text`(body: String, status: Int) async throws {
    try await withServer { port in
      let answer = try await exchange(port, "POST /kith/chat", authorized, body: body)
      #expect(answer.status == status)
    }
  }

  @Test func `refuses a form, which any page could send`() async throws {
    try await withServer { port in
      let fields = "Authorization: Bearer \(token.text)\r\nContent-Type: text/plain\r\n"
      let answer = try await exchange(port, "POST /kith/chat", fields, body: #"{"text":"a"}"#)
      #expect(answer.status == 415)
    }
  }

  @Test func `ends with the problem when there is one`() async throws {
    let chat: ChatHandler = { _ in
      AsyncThrowingStream { events in
        events.yield(.text("Well"))
        events.finish(throwing: Problem(.brainSilent, "It is silent.", action: "Wait."))
      }
    }
    try await withServer(chat: chat) { port in
      let answer = try await exchange(port, "POST /kith/chat", authorized, body: #"{"text":"a"}"#)
      #expect(answer.body.contains(#"data: {"text":"Well"}"#))
      #expect(answer.body.contains(#""code":"brain_silent""#))
      #expect(!answer.body.contains("done"))
    }
  }

  @Test func `lets go of the reply when its reader goes away`() async throws {
    let (gone, tell) = AsyncStream.makeStream(of: Void.self)
    let chat: ChatHandler = { _ in
      AsyncThrowingStream { events in
        events.onTermination = { _ in tell.yield() }
        events.yield(.text("Well"))
      }
    }
    try await withServer(chat: chat) { port in
      do {
        let socket = try connected(port)
        let request =
          "POST /kith/chat HTTP/1.1\r\nHost: localhost:\(port)\r\n\(authorized)"
          + "Content-Length: 12\r\n\r\n{\"text\":\"a\"}"
        _ = Array(request.utf8).withUnsafeBytes { socket.send($0) }
        var room = [UInt8](repeating: 0, count: 15)
        _ = room.withUnsafeMutableBytes { socket.receive(into: $0) }
      }
      for await _ in gone { break }
    }
  }
}
