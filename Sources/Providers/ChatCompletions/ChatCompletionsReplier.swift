public import Dialogue
public import Transport

/// A model behind the chat completions of OpenAI, which most model servers speak.
///
/// ```swift
/// let replier = try ChatCompletionsReplier(client: client, address: "192.168.1.20:8080")
/// for try await event in replier.reply(to: prompt) { … }
/// ```
///
/// One request at a time goes to the server; the next one waits until the connection of the one
/// before is closed.
public struct ChatCompletionsReplier: Replier {
  /// Where the server is, and its key.
  public typealias Place = (destination: HTTPRequest.Destination, key: Secret?)

  private let server: ChatServer
  private let lane: Lane

  /// A replier over a server of the owner's.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - address: `host:port`, `http://…` or `https://…`; without a path, `/v1` is meant.
  ///   - model: The model; nil takes the first one the server names.
  ///   - key: The key, if the server wants one.
  ///   - patience: How long it is waited for.
  ///   - clock: Measures the waiting.
  /// - Throws: ``ProviderError`` for an address that may not be used, or not with this key.
  public init(
    client: HTTPClient, address: String, model: String? = nil, key: String? = nil,
    patience: ReplyPatience = ReplyPatience(), clock: any Clock<Duration> = ContinuousClock()
  ) throws(ProviderError) {
    do {
      let place = try ServerAddress(address)
      let key = key.map { Secret($0) }
      if let key { try AddressPolicy.check(key: key, for: place) }
      self.init(
        client: client, lane: client.lane(to: .server(place)), place: { (.server(place), key) },
        basePath: place.basePath.isEmpty ? "/v1" : "", name: "\(place.host):\(place.port)",
        model: model, isManaged: false, patience: patience, clock: clock)
    } catch {
      throw ProviderError(
        .addressRefused(error.sentence, action: error.action), server: "that address")
    }
  }

  /// A replier over the server that Kith runs itself.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - patience: How long it is waited for.
  ///   - clock: Measures the waiting.
  ///   - managed: Where it answers now; starts it first when it does not run.
  public init(
    client: HTTPClient, patience: ReplyPatience = .managed,
    clock: any Clock<Duration> = ContinuousClock(),
    managed: @escaping @Sendable () async throws -> Place
  ) {
    self.init(
      client: client, lane: Lane(), place: managed, basePath: "/v1", name: "the built-in model",
      model: nil,
      isManaged: true, patience: patience, clock: clock)
  }

  private init(
    client: HTTPClient, lane: Lane, place: @escaping @Sendable () async throws -> Place,
    basePath: String,
    name: String, model: String?, isManaged: Bool, patience: ReplyPatience,
    clock: any Clock<Duration>
  ) {
    self.lane = lane
    server = ChatServer(
      client: client, place: place, basePath: basePath, name: name, isManaged: isManaged,
      patience: patience, clock: ReplyClock(clock), models: ModelChoice(chosen: model))
  }

  public func reply(to prompt: Prompt) -> AsyncThrowingStream<ReplyEvent, any Error> {
    // Unbounded, because the reader below limits how much a reply may hold.
    let (events, channel) = AsyncThrowingStream<ReplyEvent, any Error>.makeStream()
    // Taken here, so that replies come in the order in which they are asked for.
    let place = lane.place()
    // Cancelled when nobody reads any more.
    let task = Task { [server] in
      do {
        try await place.run { await ReplyRequest(prompt, to: server, into: channel).run() }
      } catch TransportError.laneFull {
        channel.finish(throwing: ProviderError(.busy(nil), server: server.name))
      } catch {
        channel.finish(throwing: error)
      }
    }
    channel.onTermination = { reason in
      if case .cancelled = reason { task.cancel() }
    }
    return events
  }

  public func readAhead(_ prompt: Prompt) async {
    guard server.isManaged else { return }
    // Not in the lane: a reply that has to wait for the start as well should say so. Whatever goes
    // wrong is told when it matters.
    guard let place = try? await server.place(), !Task.isCancelled else { return }
    let turn = lane.place(.advice)
    try? await turn.run { [server] in await server.readAhead(prompt, at: place) }
  }
}
