import Dialogue
import HTTPServer
import Memory
import Sockets
import TestSupport
import Testing

@testable import Server

/// A live route at a port, with a scene behind it.
private func withRoute<Value: Sendable>(
  saying replies: [String] = [], time: HandedTime? = nil,
  _ body: @escaping @Sendable (UInt16) throws -> Value
) async throws -> (Value, [Turn]) {
  let scene = try await LiveScene(saying: replies, time: time)
  let route = LiveRoute(stage: scene.stage)
  let service = try HTTPService.start(port: 0) { _, _ in route.answer() }
  let port = service.port
  let value = try await onThread { try body(port) }
  await scene.stage.close()
  await service.stop(within: .seconds(5))
  return (value, try await scene.history.latest(100))
}

@Suite(.timeLimit(.minutes(2))) struct LiveRouteTests {
  @Test func `typed words go over the wire, and the answer comes back with its sound`() async throws
  {
    let (sound, turns) = try await withRoute(saying: ["Good day."]) { port in
      let page = try LiveSocket(port: port)
      page.send(.text(#"{"type":"kith.hello"}"#))
      let created = try page.event("session.created")
      #expect(created.resumed == false && created.token?.utf8.count == 64)
      page.send(
        .text(
          #"{"type":"conversation.item.create","item":{"type":"message","role":"user","content":[{"type":"input_text","text":"Hello."}]}}"#
        ))
      let reply = try page.event("response.created").response ?? 0
      var sound = 0
      while let event = try page.next() {
        if case .message(.binary(let bytes)) = event {
          let message = try SoundMessage(bytes)
          #expect(message.kind == .reply && message.stream == UInt32(reply))
          #expect(message.first == Int64(sound))
          sound += message.samples.count
        }
        if case .message(.text(let text)) = event, text.contains("output_audio.done") { break }
      }
      page.send(
        .text(
          #"{"type":"kith.playout","response":\#(reply),"played":\#(sound),"received":\#(sound),"ended":true}"#
        ))
      #expect(try page.event("response.done").heard == "Good day.")
      return sound
    }
    // Two words, and the breath behind them.
    #expect((4800...6000).contains(sound))
    #expect(turns.map(\.text) == ["Hello.", "Good day."])
  }

  @Test(arguments: [
    WebSocketMessage.text("hello"), .text("{}"), .text(#"{"type":"kith.take"}"#), .binary([1, 2]),
  ])
  func `who does not say hello first is shown the door`(first: WebSocketMessage) async throws {
    let (closing, _) = try await withRoute { port in
      let page = try LiveSocket(port: port)
      page.send(first)
      return try page.closing()
    }
    #expect(closing == .policy)
  }

  @Test(arguments: [
    WebSocketMessage.text("no JSON"), .text(#"{"type":"kith.listen","stream":1}"#),
    .text(#"{"type":"kith.hello"}"#), .text(String(repeating: "[", count: 60_000)), .binary([]),
    .binary([UInt8](repeating: 1, count: 17)), .binary([UInt8](repeating: 255, count: 4000)),
  ])
  func `a page may make two mistakes, and is told of each`(mistake: WebSocketMessage) async throws {
    let (told, _) = try await withRoute { port in
      let page = try LiveSocket(port: port)
      page.send(.text(#"{"type":"kith.hello"}"#))
      _ = try page.event("session.created")
      for _ in 0..<3 { page.send(mistake) }
      _ = try page.event("error")
      _ = try page.event("error")
      return try page.closing()
    }
    #expect(told == .policy)
  }

  @Test(arguments: [true, false])
  func `a page that says goodbye is not waited for as long as one that vanishes`(
    saysGoodbye: Bool
  ) async throws {
    let time = HandedTime()
    let (state, _) = try await withRoute(time: time) { port in
      var first: LiveSocket? = try LiveSocket(port: port)
      first?.send(.text(#"{"type":"kith.hello"}"#))
      _ = try first?.event("session.created")
      let second = try LiveSocket(port: port)
      second.send(.text(#"{"type":"kith.hello"}"#))
      while try second.event("kith.window").state != "elsewhere" {}
      if saysGoodbye { first?.leave() }
      first = nil
      // Three seconds are enough for the one; the other takes the whole minute.
      let length = Duration.seconds(saysGoodbye ? 3 : 60)
      Task { await time.pass(length, sleepers: saysGoodbye ? 2 : 1) }
      var state = try second.event("kith.window").state
      while state == "elsewhere" { state = try second.event("kith.window").state }
      return state
    }
    #expect(state == "idle" || state == "waking")
  }

  @Test func `a message of ten megabytes ends the connection`() async throws {
    let (code, _) = try await withRoute { port in
      let page = try LiveSocket(port: port)
      page.send(.text(#"{"type":"kith.hello"}"#))
      _ = try page.event("session.created")
      page.send(.binary([UInt8](repeating: 0, count: 10 << 20)))
      return try page.closing()
    }
    #expect(code == .tooLarge)
  }

  @Test(
    arguments: [
      ("evil.example", "", 421), ("localhost.:PORT", "", 421),
      (nil, "Origin: http://evil.example\r\n", 403), (nil, "Origin: null\r\n", 403),
      (nil, "Sec-Fetch-Site: cross-site\r\n", 403), (nil, "Host: localhost\r\n", 400),
    ] as [(String?, String, Int)])
  func `pages of others do not get in`(host: String?, fields: String, status: Int) async throws {
    let (refused, _) = try await withRoute { port in
      do {
        _ = try LiveSocket(
          port: port, host: host?.replacing("PORT", with: "\(port)"), fields: fields)
        return 101
      } catch let error as LiveSocket.Refused {
        return error.status
      }
    }
    #expect(refused == status)
  }
}
