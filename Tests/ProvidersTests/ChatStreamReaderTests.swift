import Dialogue
import Speaking
import TestSupport
import Testing
import Transport

@testable import Providers

/// What came out of a reader.
private struct Reading: Equatable, Sendable {
  var events: [ReplyEvent] = []
  var fault: ProviderError.Fault?

  init(_ pieces: [[UInt8]], type: String?) {
    var reader = ChatStreamReader(contentType: type)
    for piece in pieces { events += reader.feed(piece) }
    events += reader.end()
    fault = reader.fault
  }

  init(_ text: String, type: String? = "text/event-stream") {
    self.init([Array(text.utf8)], type: type)
  }

  var text: String {
    events.reduce(into: "") { if case .text(let piece) = $1 { $0 += piece } }
  }

  var reasoning: String {
    events.reduce(into: "") { if case .reasoning(let piece) = $1 { $0 += piece } }
  }

  var calls: [ToolCall] {
    events.compactMap { if case .toolCall(let call) = $0 { call } else { nil } }
  }

  var finish: FinishReason? {
    if case .finished(let reason)? = events.last { reason } else { nil }
  }

  /// The words as they are spoken, after reasoning and marks are taken out.
  var spoken: String {
    var reader = ReplyText(cutsFirstClause: true)
    var spoken: [String] = []
    for case .text(let text) in events {
      let retractions = reader.retractions
      let pieces = reader.feed(text)
      if reader.retractions > retractions { spoken = [] }
      spoken += pieces.map(\.spoken)
    }
    spoken += reader.finish().map(\.spoken)
    return spoken.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A stream of chunks with these deltas.
private func stream(_ deltas: String..., reason: String? = "stop", end: Bool = true) -> String {
  deltas.map { "data: {\"choices\":[{\"index\":0,\"delta\":\($0)}]}\n\n" }.joined()
    + (reason.map { "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"\($0)\"}]}\n\n" } ?? "")
    + (end ? "data: [DONE]\n\n" : "")
}

@Suite(.enabled(if: Recordings.areHere, Comment(rawValue: Recordings.absence)))
struct RecordedReplyTests {
  // One at a time, so that tests with clocks have a thread too.
  @Test(.serialized, arguments: ProtocolCase.streams)
  func `a recorded reply is read the same at every cut`(row: ProtocolCase) {
    let whole = Reading([row.bytes], type: row.contentType)
    let differences = DripFeed.differences(over: row.bytes, expected: whole) {
      Reading($0, type: row.contentType)
    }
    #expect(differences.isEmpty)
  }

  @Test(arguments: ProtocolCase.streams)
  func `a recorded reply has its text, thoughts, calls and end`(row: ProtocolCase) {
    let reading = Reading([row.bytes], type: row.contentType)
    let expect = row.expect
    // In the text, tags are taken out by whoever speaks it; the next test looks at that.
    if !row.file.hasPrefix("think_"), row.file != "template_tokens.sse" {
      #expect(reading.text == expect.text)
      #expect(reading.reasoning == expect.reasoning)
    }
    if row.file == "tools_bad_json.sse" {
      #expect(reading.calls == [ToolCall(name: "remember", arguments: "{'about': 'Ana',")])
    } else {
      #expect(reading.calls.map(\.name) == expect.toolCalls?.map(\.name))
    }
    if row.file == "openai_done_only.sse" {
      #expect(reading.fault == .silent)
    } else if expect.complete == true {
      #expect(reading.fault == nil)
      #expect(reading.finish == expect.finish.flatMap(FinishReason.init(recorded:)))
    } else if expect.error == "the reply broke off" {
      #expect(reading.finish == .brokeOff)
      #expect(reading.fault == nil)
    } else {
      #expect(reading.fault == .failed(status: nil, expect.error))
      #expect(reading.finish == nil)
    }
  }

  @Test(arguments: ProtocolCase.streams)
  func `of a recorded reply only the right words are spoken`(row: ProtocolCase) {
    let spoken = Reading([row.bytes], type: row.contentType).spoken
    let other = ["think_lt_tail.sse": "I you", "openai_cut_in_json.sse": "Half"][row.file]
    #expect(spoken == row.expect.spoken || spoken == other)
  }

  @Test func `an error that comes as a body is told in the server's words`() {
    let missing = ProtocolCase.contents(of: "error_404_model.json")
    #expect(
      Refusal.fault(.init(status: 404, contentType: "application/json"), body: missing, key: nil)
        == .modelMissing("model \"gemma9\" not found, try pulling it first"))
    let loading = ProtocolCase.contents(of: "error_503_loading.json")
    #expect(
      Refusal.fault(.init(status: 503, contentType: "application/json"), body: loading, key: nil)
        == .loading)
    #expect(Refusal.fault(.init(status: 302), body: [], key: nil) == .redirected)
  }
}

extension FinishReason {
  /// The reason behind a word of the recordings.
  fileprivate init?(recorded word: String) {
    switch word {
    case "stop": self = .stop
    case "length": self = .length
    case "tool_calls": self = .toolCalls
    case "content_filter": self = .contentFilter
    default: return nil
    }
  }
}

struct ChatStreamReaderTests {
  static let tools: [(deltas: String, calls: [ToolCall])] = [
    (
      #"{"tool_calls":[{"function":{"name":"a","arguments":"{\"x\":"}},{"function":{"name":"b","arguments":"{}"}}]}"#,
      [ToolCall(name: "a", arguments: "{\"x\":"), ToolCall(name: "b", arguments: "{}")]
    ),
    (
      #"{"tool_calls":[{"index":1,"function":{"name":"a"}},{"index":0,"function":{"name":"b"}}]}"#,
      [ToolCall(name: "a", arguments: "{}"), ToolCall(name: "b", arguments: "{}")]
    ),
    (#"{"tool_calls":[{"index":0,"id":"c","function":{"arguments":"{}"}}]}"#, []),
    (#"{"tool_calls":null}"#, []),
  ]

  @Test(arguments: tools)
  func `calls without ids are told apart`(deltas: String, calls: [ToolCall]) {
    let reading = Reading(stream(deltas, #"{"content":"."}"#, reason: "tool_calls"))
    #expect(reading.calls == calls)
  }

  @Test func `a whole object is a whole reply`() {
    let body = #" {"choices":[{"index":0,"message":{"role":"assistant","content":"Hi."}}]}"#
    let expected = Reading(body, type: "application/json")
    #expect(expected.events == [.text("Hi."), .finished(.stop)])
    let differences = DripFeed.differences(over: Array(body.utf8), expected: expected) {
      Reading($0, type: "application/json")
    }
    #expect(differences.isEmpty)
  }

  @Test(arguments: ["application/json", "text/plain", nil])
  func `a stream is known by its first byte whatever it is called`(type: String?) {
    #expect(Reading(stream(#"{"content":"Hi."}"#), type: type).text == "Hi.")
    #expect(Reading(": wait\n\n" + stream(#"{"content":"Hi."}"#), type: type).text == "Hi.")
  }

  static let notModels: [(body: String, type: String?)] = [
    ("<!DOCTYPE html><html></html>", "text/html"),
    ("<html></html>", nil),
    ("It works!", "text/plain"),
    (#"{"status":"ok"}"#, "application/json"),
    ("data: hello\n\ndata: world\n\n", "text/event-stream"),
    ("It works!\n", "text/event-stream"),
  ]

  @Test(arguments: notModels)
  func `what is no model server is recognised`(body: String, type: String?) {
    let reading = Reading(body, type: type)
    #expect(reading.fault == .notAModelServer)
    #expect(reading.events.isEmpty)
  }

  static let silences = [
    "", "data: [DONE]\n\n", stream(), stream(#"{"content":""}"#), stream("{}", end: false),
  ]

  @Test(arguments: silences)
  func `a reply without anything is a silence`(body: String) {
    #expect(Reading(body).fault == .silent)
  }

  @Test func `a reply held back by a filter says so even without words`() {
    #expect(Reading(stream(reason: "content_filter")).events == [.finished(.contentFilter)])
  }

  @Test func `a stream without its end is broken off`() {
    let reading = Reading(stream(#"{"content":"I wa"}"#, reason: nil, end: false))
    #expect(reading.events == [.text("I wa"), .finished(.brokeOff)])
  }

  @Test func `content in parts is joined and odd fields lose nothing`() {
    let reading = Reading(
      stream(
        #"{"content":[{"type":"text","text":"Hi"},{"type":"image"}],"tool_calls":"none"}"#,
        #"{"content":"!","reasoning":{"odd":1},"role":7}"#))
    #expect(reading.text == "Hi!")
  }

  static let halves: [(deltas: [String], text: String)] = [
    ([#"Hi \ud83d"#, #"\ude0a!"#], "Hi 😊!"),
    ([#"Hi \uD83D"#, ##"\\ude0a!"##], "Hi \\ude0a!"),
    ([#"\ud83d\ude0a"#], "😊"),
    ([#"a\ud83d b"#], "a\u{FFFD} b"),
    ([#"\ude0a"#], "\u{FFFD}"),
    ([#"\ud83d\ud83d\ude0a"#], "\u{FFFD}😊"),
    ([#"x\\\ud83d"#, #"\ude0a"#], "x\\😊"),
  ]

  @Test(arguments: halves)
  func `halves of a character find each other`(deltas: [String], text: String) {
    let body = deltas.map { "data: {\"choices\":[{\"delta\":{\"content\":\"\($0)\"}}]}\n\n" }
    #expect(Reading(body.joined() + stream()).text == text)
  }

  @Test func `nothing grows without a limit`() {
    let long = String(repeating: "x", count: 100_000)
    let text = stream(
      "{\"content\":\"\(long)\"}", "{\"content\":\"\(long)\"}", "{\"content\":\"\(long)\"}")
    #expect(Reading(text).fault == .tooLarge)
    #expect(Reading(text).events.count == 2)
    let event = "data: " + String(repeating: "x", count: ChatStreamReader.eventLimit + 10)
    #expect(Reading(event).fault == .tooLarge)
    let object = "{" + String(repeating: " ", count: ChatStreamReader.objectLimit)
    #expect(Reading(object, type: nil).fault == .tooLarge)
    let call = #"{"tool_calls":[{"function":{"name":"a","arguments":""}}]}"#
    let calls = String(repeating: stream(call, reason: nil, end: false), count: 17)
    #expect(Reading(calls).fault == .tooLarge)
    let arguments =
      #"{"tool_calls":[{"index":0,"function":{"name":"a","arguments":"\#(long)"}}]}"#
    #expect(Reading(stream(arguments)).fault == .tooLarge)
  }

  @Test func `an error keeps what came before it`() {
    let reading = Reading(
      stream(#"{"content":"So"}"#, reason: nil, end: false)
        + "data: {\"error\":{\"message\":\"out of\\nmemory\"}}\n\n" + stream(#"{"content":"x"}"#))
    #expect(reading.events == [.text("So")])
    #expect(reading.fault == .failed(status: nil, "out of memory"))
  }
}

struct ServerMessageTests {
  static let rows: [(written: String, shown: String?)] = [
    ("  Two\r\n\tlines \u{202E}and\u{7} a trick  ", "Two lines and a trick"),
    ("Incorrect key: sk-secret.", "Incorrect key: ….",),
    ("\n \u{200B}", nil),
    (String(repeating: "x", count: 500), String(repeating: "x", count: 199) + "…"),
  ]

  @Test(arguments: rows)
  func `a server's words are shown on one short line without the key`(
    written: String, shown: String?
  ) {
    #expect(ServerMessage.shown(written, without: Secret("sk-secret")) == shown)
  }
}
