public import Sockets

extension Response {
  /// An answer that turns the connection into a WebSocket (RFC 6455, section 4.2).
  ///
  /// A request that asks for none, or not properly, is refused instead, and `converse` does not run.
  /// When `converse` returns, the socket is closed with 1000; when it throws, with 1011. It runs where
  /// the handler runs, and is cancelled when the client vanishes.
  ///
  /// - Parameters:
  ///   - limits: How much and how long it bears.
  ///   - converse: Sends and receives.
  /// - Returns: The answer.
  public static func webSocket(
    _ limits: WebSocketLimits = WebSocketLimits(),
    _ converse: @escaping @Sendable (WebSocketConnection) async throws -> Void
  ) -> Response {
    Response(.ok, body: .webSocket(limits, converse))
  }
}

extension Request {
  /// The key of a request that asks properly for a WebSocket.
  ///
  /// - Returns: The key, to be answered.
  /// - Throws: ``Refusal``.
  func webSocketKey() throws(Refusal) -> String {
    guard method == "GET", !isVersion10 else {
      throw Refusal(.badRequest, "A WebSocket is asked for with GET and HTTP/1.1.")
    }
    guard headers.contains("websocket", in: "upgrade"),
      headers.contains("upgrade", in: "connection")
    else {
      throw Refusal(.upgradeRequired, "Only a WebSocket is served at this address.")
    }
    guard headers["content-length"] ?? "0" == "0", headers["transfer-encoding"] == nil else {
      throw Refusal(.badRequest, "A request for a WebSocket has no body.")
    }
    guard headers["sec-websocket-version"] == "13" else {
      throw Refusal(.upgradeRequired, "This server speaks version 13 of WebSocket.")
    }
    guard let key = headers["sec-websocket-key"], WebSocketHandshake.isKey(key) else {
      throw Refusal(.badRequest, "The key of the WebSocket is malformed.")
    }
    return key
  }
}
