import Dialogue
import Sockets
import TestSupport
import Transport

@testable import Providers

/// What is said to all servers here.
let prompt = Prompt(messages: [Message(.system, "Be brief."), Message(.user, "Hello.")])

/// An event with words.
func chunk(_ text: String) -> String {
  "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\(text)\"}}]}\n\n"
}

/// The events at the end of a reply.
let ending =
  "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
/// The head of a stream.
let eventStream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
/// A list of models.
let models = #"{"data":[{"id":"text-embedding-x"},{"id":"small"},{"id":"large"}]}"#

extension RawServer {
  func replier(
    path: String = "", model: String? = "m", key: String? = nil,
    clock: any Clock<Duration> = LeapClock(),
    _ change: (inout ReplyPatience) -> Void = { _ in }
  ) throws -> ChatCompletionsReplier {
    var patience = ReplyPatience()
    change(&patience)
    return try ChatCompletionsReplier(
      client: HTTPClient(reach: .asked), address: "http://127.0.0.1:\(port)\(path)", model: model,
      key: key,
      patience: patience, clock: clock)
  }
}

/// What a reply consists of, and the problem it ends with.
func collect(
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

/// A request as a server reads it.
struct RequestBody: Decodable, Equatable {
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
