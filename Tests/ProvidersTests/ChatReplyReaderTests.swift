import Dialogue
import FoundationEssentials
import TestSupport
import Testing
import Transport

@testable import Providers

/// One reply as the collection of samples describes it.
struct ProtocolCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Call: Decodable, Sendable {
    var name: String
  }

  struct Expectation: Decodable, Sendable {
    var text: String
    var reasoning: String
    var toolCalls: [Call]
    var finish: String?
    var complete: Bool
    var error: String?
  }

  var file: String
  var status: Int
  var headers: [String: String]
  var expect: Expectation

  var testDescription: String { file }

  private struct Index: Decodable {
    var cases: [ProtocolCase]
  }

  private static let folder = Recordings.folder.map { $0 + "/protocol" }

  /// The samples that end as a stream of OpenAI's shape with status 200.
  static let streams: [ProtocolCase] = {
    guard let folder, let index = FileManager.default.contents(atPath: folder + "/INDEX.json"),
      let cases = try? JSONDecoder().decode(LossyIndex.self, from: index).cases
    else { return [] }
    return cases.filter { $0.file.hasSuffix(".sse") && $0.status == 200 }
  }()

  /// Rows of other kinds (audio, models) have other fields and are left out.
  private struct LossyIndex: Decodable {
    struct Row: Decodable {
      var known: ProtocolCase?
      init(from decoder: any Decoder) throws { known = try? ProtocolCase(from: decoder) }
    }
    var rows: [Row]
    var cases: [ProtocolCase] { rows.compactMap(\.known) }
    enum CodingKeys: String, CodingKey { case rows = "cases" }
  }

  var bytes: [UInt8] {
    get throws {
      let data = FileManager.default.contents(atPath: try #require(Self.folder) + "/" + file)
      return Array(try #require(data))
    }
  }

  var contentType: String? { headers["Content-Type"] }
}

/// What a reply amounts to.
private struct Outcome: Equatable, Sendable {
  var text = ""
  var reasoning = ""
  var calls: [ToolCall] = []
  var finish: FinishReason?
  var failure: ProviderError.Fault?

  init(_ events: [ReplyEvent], _ failure: ProviderError.Fault?) {
    self.failure = failure
    for event in events {
      switch event {
      case .waking: break
      case .text(let more): text += more
      case .reasoning(let more): reasoning += more
      case .toolCall(let call): calls.append(call)
      case .finished(let reason): finish = reason
      }
    }
  }
}

private func read(
  _ pieces: [[UInt8]], contentType: String? = "text/event-stream",
  hold: ReasoningFilter.Hold = .firstSentence, isWhole: Bool = true
) -> Outcome {
  var reader = ChatReplyReader(contentType: contentType, hold: hold)
  var events: [ReplyEvent] = []
  for piece in pieces { events += reader.read(piece) }
  events += reader.end(isWhole: isWhole)
  return Outcome(events, reader.failure)
}

private func read(
  _ text: String, contentType: String? = "text/event-stream", isWhole: Bool = true
) -> Outcome {
  read([Array(text.utf8)], contentType: contentType, isWhole: isWhole)
}

struct ChatReplyReaderTests {
  @Test(.enabled(if: !ProtocolCase.streams.isEmpty, "the folder of recordings is not here"))
  func `the samples are all there`() {
    #expect(ProtocolCase.streams.filter { $0.file.hasPrefix("openai_") }.count == 19)
    #expect(ProtocolCase.streams.count >= 38)
  }

  @Test(arguments: ProtocolCase.streams)
  func `each sample is read right wherever it is cut`(sample: ProtocolCase) throws {
    let bytes = try sample.bytes
    let whole = read([bytes], contentType: sample.contentType)
    let different = DripFeed.differences(over: bytes, expected: whole) {
      read($0, contentType: sample.contentType)
    }
    #expect(different.isEmpty)

    let expect = sample.expect
    let halves = expect.text.replacing("😊", with: "\u{FFFD}\u{FFFD}")
    #expect(whole.text == expect.text || whole.text == halves)
    #expect(whole.reasoning == expect.reasoning)
    // A broken call is reported as it is; nothing in it can be used.
    let usable = whole.calls.filter {
      (try? JSONSerialization.object($0.arguments)) == true
    }
    #expect(usable.map(\.name) == expect.toolCalls.map(\.name))
    #expect((whole.finish?.isComplete ?? isSilent(whole.failure)) == expect.complete)
    if let finish = whole.finish, let word = expect.finish { #expect(finish == reason(word)) }
    if let error = expect.error { try check(error, whole) }
  }

  private func isSilent(_ failure: ProviderError.Fault?) -> Bool {
    if case .silent? = failure { true } else { false }
  }

  private func reason(_ word: String) -> FinishReason {
    switch word {
    case "stop": .stop
    case "length": .length
    case "tool_calls": .toolCalls
    case "content_filter": .contentFilter
    default: .other(word)
    }
  }

  private func check(_ error: String, _ outcome: Outcome) throws {
    switch error {
    case "the reply broke off": #expect(outcome.finish == .brokeOff)
    case "an empty reply": #expect(outcome.failure == .silent(thought: false, wasCut: false))
    case "it only thought": #expect(outcome.failure == .silent(thought: true, wasCut: false))
    case "it only thought, and ran out of room":
      #expect(outcome.failure == .silent(thought: true, wasCut: true))
    case "the server held the reply back": #expect(outcome.finish == .contentFilter)
    case "the tool call could not be read": #expect(outcome.calls.count == 1)
    default: #expect(outcome.failure == .failed(error))
    }
  }

  @Test func `a whole answer in one object is read too`() {
    let body = #"{"choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}]}"#
    for type in ["application/json", nil, "text/plain"] {
      let different = DripFeed.differences(
        over: Array(body.utf8), expected: read(body, contentType: type)
      ) { read($0, contentType: type) }
      #expect(different.isEmpty)
      #expect(read(body, contentType: type).text == "Hello.")
      #expect(read(body, contentType: type).finish == .stop)
    }
    #expect(read(String(body.dropLast(9)), contentType: nil).failure == .unreadable)
    #expect(read("{\"status\":\"ok\"}", contentType: nil).failure == .notAModelServer)
  }

  static let pages: [(type: String?, page: String)] = [
    ("text/html", "<!doctype html><p>router</p>"), ("text/html", ""), (nil, "\n <html>"),
    ("text/event-stream", "<html>"),
  ]

  @Test(arguments: pages)
  func `a web page is no reply`(type: String?, page: String) {
    #expect(read(page, contentType: type).failure == .notAModelServer)
  }

  @Test func `nothing at all is silence when it is whole and a break when it is not`() {
    #expect(read("", contentType: nil).failure == .transport(.brokeOff))
    #expect(read("data: [DONE]\n\n").failure == .silent(thought: false, wasCut: false))
  }

  @Test func `what is no JSON is told and never shown`() {
    #expect(read("data: oops\n\n").failure == .unreadable)
    #expect(read("data: [1]\n\n").failure == .unreadable)
  }

  @Test func `an end mark that nothing closes still counts`() {
    let delta = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n\n"
    #expect(read(delta + "data: [DONE]").finish == .stop)
    #expect(read(delta).finish == .brokeOff)
    #expect(read(delta + "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}").finish == .stop)
  }

  @Test func `what follows a stop token is not said`() {
    let outcome = read(
      "data: {\"choices\":[{\"delta\":{\"content\":\"Bye.<|im_end|>\\n<|im_start|>user\\nHi\"}}]}\n\n"
    )
    #expect(outcome.text == "Bye.")
    #expect(outcome.finish == .stop)
  }

  @Test func `text in parts and odd types do no harm`() {
    let odd = #"""
      data: {"choices":[{"index":"0","delta":{"content":[{"type":"text","text":"A"},{"type":"x"}]}}]}

      data: {"choices":[{"delta":{"content":7,"tool_calls":"no"},"finish_reason":{}}],"error":null}

      data: {"choices":null}

      data: {"choices":[{"delta":{"content":"B"},"finish_reason":"stop"}]}


      """#
    #expect(read(odd).text == "AB")
    #expect(read(odd).finish == .stop)
  }
}

private enum JSONSerialization {
  /// Whether `text` is a JSON object.
  static func object(_ text: String) throws -> Bool {
    struct Anything: Decodable {
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self) }
    }
    _ = try JSONDecoder().decode(Anything.self, from: Data(text.utf8))
    return true
  }
}
