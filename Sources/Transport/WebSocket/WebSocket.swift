public import Sockets

/// What a server said when it closed a WebSocket.
public struct WebSocketFarewell: Sendable, Equatable {
  /// Why; nil when it gave no code.
  public var code: WebSocketCloseCode?
  /// The same in the server's words, which may be anything.
  public var reason: String
}

/// An open WebSocket to a server.
///
/// Any task may send; one at a time may receive. Pings are answered, and a server that is silent is
/// asked whether it is there. Letting go of the socket closes its connection.
///
/// ```swift
/// let socket = try await client.open(WebSocketRequest("/v1/realtime", at: place, for: .hearing))
/// try await socket.send(.text(event))
/// while let message = try await socket.receive() { … }
/// ```
public final class WebSocket: Sendable {
  private let engine: TransferEngine
  private let number: UInt64

  init(_ engine: TransferEngine, number: UInt64) {
    self.engine = engine
    self.number = number
  }

  deinit {
    // Whoever can wait calls `close()` or `end()`; this is for everyone who just lets go.
    Task { [loop = engine.loop, number] in await loop.endSocket(number) }
  }

  /// The next message; the server is read from only as fast as messages are taken.
  ///
  /// - Returns: The message, or nil when either side has closed.
  /// - Throws: `TransportError` behind the last whole message, or `CancellationError`.
  public func receive() async throws -> WebSocketMessage? {
    try await engine.loop.nextMessage(of: number)
  }

  /// Sends a message; waits while the server takes too little.
  ///
  /// - Throws: `TransportError` when it will not arrive.
  public func send(_ message: WebSocketMessage) async throws {
    try await engine.loop.send(message, over: number)
  }

  /// Says goodbye; the server has a moment to do the same.
  ///
  /// - Parameters:
  ///   - code: Why.
  ///   - reason: The same in words, cut behind 123 bytes.
  public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") async {
    await engine.loop.closeSocket(number, code, reason: reason)
  }

  /// Ends it without a goodbye; the connection is closed when this returns.
  public func end() async {
    await engine.loop.endSocket(number)
  }

  /// What the server said when it closed; nil as long as it has not.
  public var farewell: WebSocketFarewell? {
    get async { await engine.loop.farewell(of: number) }
  }
}

extension HTTPClient {
  /// Opens a WebSocket.
  ///
  /// - Returns: The open socket.
  /// - Throws: `TransportError` when it may not or does not open, or `CancellationError`.
  public func open(_ request: WebSocketRequest) async throws -> WebSocket {
    let permit = try permit(request.destination, request.purpose)
    if case .server(let address) = request.destination {
      try Self.checkKeys(request.headers, request.key, for: address)
    }
    return WebSocket(engine, number: try await engine.loop.openSocket(request, permit))
  }
}
