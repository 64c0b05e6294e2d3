public import Transport

/// The question whether a `llama-server` behind a UNIX socket is ready to answer.
public enum LlamaHealth {
  /// Asks once.
  ///
  /// - Parameters:
  ///   - client: Sends the question.
  ///   - socket: The path of the socket.
  /// - Returns: Whether its model is loaded; false also when nothing listens yet.
  public static func isReady(client: HTTPClient, socket: String) async -> Bool {
    var limits = HTTPRequest.Limits()
    limits.whole = .seconds(2)
    limits.bodyBytes = 4096
    let request = HTTPRequest(.get, "/health", at: .socket(socket), limits: limits)
    return (try? await client.response(to: request).head.status) == 200
  }
}
