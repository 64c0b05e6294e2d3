import HTTPServer
import PretendProvider
import Sockets
import TestSupport
import Testing

private let json = "Content-Type: application/json\r\n"
private let streamed =
  #"{"model":"m","stream":true,"messages":[{"role":"user","content":"Good day, Ana."}]}"#
private let whole =
  #"{"messages":[{"role":"user","content":[{"type":"text","text":"Hello"}]},{"role":"assistant","content":null}]}"#

struct `A pretended provider` {
  private func perform(_ script: Script, _ body: String = streamed) async throws -> Answer {
    let provider = try ScriptedProvider(script)
    defer { Task { await provider.stop() } }
    return try await exchange(provider.port, "POST /v1/chat/completions", json, body: body)
  }

  @Test func `streams a reply token by token`() async throws {
    let answer = try await perform(.saying("Hello, Ana. I'm here."))
    #expect(answer.headers["content-type"] == "text/event-stream")
    for token in ["Hello", ",", " Ana", ".", " I", "'", "m", " here"] {
      #expect(answer.body.contains(#""delta":{"content":"\#(token)"}"#))
    }
    #expect(answer.body.contains(#""finish_reason":"stop""#))
    #expect(answer.body.hasSuffix("data: [DONE]\n\n"))
  }

  @Test func `replies whole when no stream was asked for, and echoes`() async throws {
    let answer = try await perform(Script([.echo()]), whole)
    #expect(answer.headers["content-type"] == "application/json")
    #expect(answer.body.contains(#""message":{"content":"Hello","role":"assistant"}"#))
  }

  @Test func `plays its steps one after the other and stays at the last`() async throws {
    let provider = try ScriptedProvider(
      Script([.loading, .failure(429, "Slow down", retryAfter: 7), .echo()]))
    let port = provider.port
    func post() async throws -> Answer {
      try await exchange(port, "POST /v1/chat/completions", json, body: streamed)
    }
    #expect(try await post().status == 503)
    let busy = try await post()
    #expect(busy.status == 429)
    #expect(busy.headers["retry-after"] == "7")
    #expect(try await post().body.contains("day"))
    #expect(try await post().body.contains("day"))
    #expect(await provider.requests.count == 4)
    #expect(await provider.requests[3].body == streamed)
    await provider.stop()
  }

  @Test func `lists its model, or does what the script says`() async throws {
    let provider = try ScriptedProvider(.saying("a"), model: "tiny")
    #expect(try await exchange(provider.port, "GET /v1/models").body.contains(#""id":"tiny""#))
    #expect(try await exchange(provider.port, "GET /other").status == 404)
    await provider.stop()
    let page = try ScriptedProvider(Script([.page], models: .page))
    #expect(try await exchange(page.port, "GET /v1/models").body.hasPrefix("<!DOCTYPE html>"))
    await page.stop()
  }

  @Test func `stops in the middle of a word`() async throws {
    let answer = try await perform(Script([.breakOff("Hello there", afterBytes: 8)]))
    #expect(answer.body.contains(#""content":" th"}"#))
    #expect(!answer.body.contains("[DONE]"))
  }

  @Test func `sends a recording byte for byte in pieces`() async throws {
    let recording = "data: {\"a\":1}\r\n\r\n: ping\n\ndata: [DONE]\n\n"
    let answer = try await perform(
      Script([.recorded(Array(recording.utf8), type: "text/event-stream", pieceBytes: 3)]))
    #expect(answer.body == recording)
  }

  @Test func `knows when an answer is over though its client has stayed`() async throws {
    let script = Script([.empty, .reply("Hello there"), .breakOff("Hello there", afterBytes: 8)])
    let provider = try ScriptedProvider(script)
    for number in 0..<3 {
      _ = try await exchange(provider.port, "POST /v1/chat/completions", json, body: streamed)
      #expect(await provider.ending(ofRequest: number).left == nil)
    }
    await provider.stop()
  }

  @Test func `answers with nothing`() async throws {
    let answer = try await perform(Script([.empty]))
    #expect(answer.status == 200)
    #expect(answer.body == "")
  }

  @Test func `keeps silent and notes when the client has had enough`() async throws {
    let provider = try ScriptedProvider(Script([.silence]))
    do {
      let socket = try connected(provider.port)
      let request =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: \(streamed.utf8.count)\r\n\r\n"
        + streamed
      _ = Array(request.utf8).withUnsafeBytes { socket.send($0) }
      let seen = await provider.arrival(ofRequest: 0)
      #expect(seen.left == nil)
    }
    let seen = await provider.ending(ofRequest: 0)
    #expect(try #require(seen.left) > seen.arrived)
    await provider.stop()
  }

  @Test func `keeps its pace`() async throws {
    let pace = Pace(firstToken: .milliseconds(60), tokensPerSecond: 200)
    let clock = ContinuousClock()
    let script = Script.saying("one two three four five", at: pace)
    let taken = try await clock.measure { _ = try await perform(script) }
    #expect(taken >= .milliseconds(80))
  }
}
