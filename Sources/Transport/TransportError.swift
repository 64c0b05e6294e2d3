/// What can go wrong between a request and its response.
public enum TransportError: Error, Sendable, Equatable {
  /// Which part took too long.
  public enum Phase: Sendable, Equatable {
    /// Finding and reaching the server.
    case connecting
    /// Waiting for the first byte of the response.
    case firstByte
    /// Waiting for more of the response.
    case pause
    /// All of it together.
    case whole
    /// Waiting for an answer to the question whether anybody is there.
    case ping
    /// Waiting for room for a message that must arrive.
    case sending
  }

  /// The address is refused; nothing was sent.
  case address(AddressFault)
  /// The mode does not allow this server for this purpose; nothing was sent.
  case outOfReach
  /// The name of the server led to a number that requests may not go to; nothing was sent.
  case ledElsewhere
  /// No server has this name.
  case nameUnknown
  /// The machine is there or not, but nothing answers at the port.
  case unreachable
  /// It took longer than the request allows.
  case tooSlow(Phase)
  /// The certificate of the server is not valid, or the two can't agree on how to speak safely.
  case notTrusted
  /// The response is larger than the request allows.
  case tooLarge
  /// What answers does not speak HTTP.
  case notHTTP
  /// What answers does not speak WebSocket, or broke its rules.
  case notWebSocket
  /// The server did not open a WebSocket; the payload is the status of its answer.
  case webSocketRefused(Int)
  /// Too many requests wait for this server already.
  case laneFull
  /// The connection ended before the response did.
  case brokeOff
  /// The path of a UNIX socket has more than 100 bytes, which the kernel can't take.
  case socketPathTooLong
  /// libcurl could not be started or failed in another way; the payload is its code.
  case failed(Int32)
}
