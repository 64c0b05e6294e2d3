public import Sockets

/// What becomes of a message for a client that is slow.
public enum WebSocketPriority: Sendable {
  /// It arrives, or the connection ends: the sender waits for room.
  case must
  /// It is dropped while too much waits already.
  case mayDrop
}

/// One side of an open WebSocket, for the handler that answered with ``Response/webSocket(_:_:)``.
///
/// Any task may send; one at a time may receive. Pings are asked and answered by the service.
public struct WebSocketConnection: Sendable {
  let service: HTTPService
  let exchange: ExchangeID

  /// The next message.
  ///
  /// The client is read from only as fast as messages are taken.
  ///
  /// - Returns: The message, or `nil` when the connection was closed by either side.
  /// - Throws: ``HTTPError/gone`` when the client vanished or broke the rules, behind the last whole
  ///   message; `CancellationError`.
  public func receive() async throws -> WebSocketMessage? {
    try await service.nextMessage(of: exchange)
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - priority: What becomes of it when the client is slow.
  /// - Returns: Whether it is on its way; false only for one that may be dropped.
  /// - Throws: ``HTTPError/gone`` when nobody reads any more.
  @discardableResult
  public func send(
    _ message: WebSocketMessage, _ priority: WebSocketPriority = .must
  ) async throws -> Bool {
    try await service.send(message, priority, to: exchange)
  }

  /// Closes the connection; nothing can be sent or received afterwards.
  ///
  /// - Parameters:
  ///   - code: Why.
  ///   - reason: The same for people; at most 123 bytes are sent.
  public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") async {
    await service.close(exchange, code, reason: reason)
  }

  /// How many messages were dropped because the client was slow.
  public var dropped: Int {
    get async { await service.droppedMessages(of: exchange) }
  }
}
