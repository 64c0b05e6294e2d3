public import Dialogue
import Synchronization
public import Transport

/// A model behind an OpenAI-compatible server: Kith's own, one on the network, or one far away.
///
/// One request at a time goes to the server. A reply is asked for when its first event is taken, and
/// ending the iteration closes the connection.
public struct ChatCompletionsReplier: Replier {
  /// Where the server is and what to show it.
  public typealias Managed =
    @Sendable () async throws -> (
      destination: HTTPRequest.Destination, key: String?
    )

  private let service: ChatService

  /// A server at an address.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - address: The address of the server, with or without `/v1`.
  ///   - model: The name of the model; nil takes the first that chats.
  ///   - key: The key, if the server wants one.
  ///   - patience: How long it is waited for.
  ///   - clock: The clock that is waited by.
  /// - Throws: `ProviderError.address` for an address or a key that may not be used there.
  public init(
    client: HTTPClient, address: String, model: String? = nil, key: String? = nil,
    patience: Patience = .foreign, clock: any Clock<Duration> = ContinuousClock()
  ) throws(ProviderError) {
    let server: ServerAddress
    do {
      server = try ServerAddress(address)
      if let key { try AddressPolicy.check(key: key, for: server) }
    } catch {
      throw ProviderError(.address(error), server: "the model server")
    }
    service = ChatService(
      name: "the model server at \(server.host):\(server.port)", client: client,
      patience: patience, clock: clock, isManaged: false,
      prefix: server.basePath.hasSuffix("/v1") ? "" : "/v1"
    ) {
      ChatService.Target(destination: .server(server), key: key, model: model)
    }
  }

  /// The server that Kith runs itself.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - patience: How long it is waited for.
  ///   - clock: The clock that is waited by.
  ///   - managed: Starts the server if need be and tells where it is.
  public init(
    client: HTTPClient, patience: Patience = .managed,
    clock: any Clock<Duration> = ContinuousClock(), managed: @escaping Managed
  ) {
    service = ChatService(
      name: "the built-in model", client: client, patience: patience, clock: clock,
      isManaged: true, prefix: "/v1"
    ) {
      let (destination, key) = try await managed()
      return ChatService.Target(destination: destination, key: key, model: "built-in")
    }
  }

  public func reply(to prompt: Prompt) -> AsyncThrowingStream<ReplyEvent, any Error> {
    let source = ReplySource(service, prompt)
    return AsyncThrowingStream { try await source.next() }
  }

  public func readAhead(_ prompt: Prompt) async {
    // Only the own server is known to keep what it read; others would just be kept busy.
    guard service.isManaged else { return }
    var short = prompt
    short.maximumTokens = 1
    await service.readAhead(short)
  }
}
