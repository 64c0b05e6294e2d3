public import Transport

/// Asks a llama.cpp server how it is.
public enum LlamaHealth {
  /// Whether the server has loaded its model and answers.
  ///
  /// - Parameters:
  ///   - client: Sends the request.
  ///   - socket: The path of the server's UNIX socket.
  /// - Returns: False while it loads or does not listen; decided within a second.
  public static func isReady(client: HTTPClient, socket: String) async -> Bool {
    var limits = HTTPRequest.Limits()
    limits.whole = .seconds(1)
    limits.bodyBytes = 64 << 10
    let request = HTTPRequest(.get, "/health", at: .socket(socket), for: .thinking, limits: limits)
    return (try? await client.response(to: request))?.head.status == 200
  }
}
