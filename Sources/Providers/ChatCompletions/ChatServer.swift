import Dialogue
import FoundationEssentials
import Transport

/// A server for chat completions and how it is spoken to.
struct ChatServer: Sendable {
  let client: HTTPClient
  let place: @Sendable () async throws -> ChatCompletionsReplier.Place
  /// What stands before the paths of requests.
  let basePath: String
  /// What the server is called in front of a person.
  let name: String
  let isManaged: Bool
  let patience: ReplyPatience
  let clock: ReplyClock
  let models: ModelChoice

  /// The limits of one request.
  var limits: HTTPRequest.Limits {
    var limits = HTTPRequest.Limits()
    limits.firstByte = patience.firstEvent
    limits.pause = patience.firstEvent
    limits.bodyBytes = 8 << 20
    return limits
  }

  /// A request for a reply to `prompt`.
  func request(_ body: ChatRequest, at place: ChatCompletionsReplier.Place) throws -> HTTPRequest {
    HTTPRequest(
      .post, basePath + "/chat/completions", at: place.destination, for: .thinking,
      headers: [
        ("Content-Type", "application/json"),
        ("Accept", "text/event-stream, application/json"),
      ], key: place.key, body: try body.encoded(), limits: limits)
  }

  /// Lets the server read `prompt` and keep what it has read.
  func readAhead(_ prompt: Prompt, at place: ChatCompletionsReplier.Place) async {
    var body = ChatRequest(prompt, model: nil, cachesPrompt: true)
    body.stream = false
    body.maximumTokens = 1
    guard let request = try? request(body, at: place),
      let exchange = try? await client.send(request)
    else { return }
    while (try? await exchange.next()) != nil {}
    await exchange.end()
  }

  /// The name of the model to ask for.
  ///
  /// - Returns: The one chosen, else the first chat model the server lists, else "default"; nil for
  ///   the managed server, which has only one.
  func model(at place: ChatCompletionsReplier.Place) async throws -> String? {
    if isManaged { return nil }
    if let name = models.name { return name }
    var limits = HTTPRequest.Limits()
    limits.firstByte = .seconds(5)
    limits.whole = .seconds(10)
    limits.bodyBytes = 1 << 20
    let request = HTTPRequest(
      .get, basePath + "/models", at: place.destination, for: .thinking, key: place.key,
      limits: limits)
    // Servers without a list still answer; what else is wrong will show in the request itself.
    guard let (head, body) = try? await client.response(to: request), head.status == 200,
      let list = try? JSONDecoder().decode(ModelList.self, from: Data(body))
    else {
      try Task.checkCancellation()
      return "default"
    }
    guard let found = list.firstChatModel else {
      throw ProviderError(.modelMissing("no model is loaded there"), server: name)
    }
    models.found(found)
    return found
  }
}
