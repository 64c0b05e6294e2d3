/// Sends requests: the only way out of this program.
///
/// Nothing is sent but what a request holds. Redirects are not followed, proxies of the environment
/// are not used, certificates are checked, and the number a socket is connected to is held against
/// ``AddressPolicy``. Connections are kept for the next request to the same server.
///
/// ```swift
/// let client = try HTTPClient()
/// let exchange = try await client.send(HTTPRequest(.get, "/health", at: .socket(path)))
/// while let piece = try await exchange.next() { … }
/// ```
public final class HTTPClient: Sendable {
  private let loop: TransferLoop

  /// A client with its thread, which waits until there is something to do.
  ///
  /// - Throws: `TransportError.failed` when the machine has no thread or memory left.
  public init() throws(TransportError) {
    loop = try TransferLoop()
  }

  deinit {
    // Nobody can wait for it any more; the loop ends what is still open and its thread.
    Task { [loop] in await loop.stop() }
  }

  /// Sends `request`; the response is read from what is returned.
  ///
  /// - Returns: The exchange; letting go of it closes the connection.
  /// - Throws: `TransportError` when the request can't be begun.
  public func send(_ request: HTTPRequest) async throws -> Exchange {
    Exchange(self, loop, number: try await loop.begin(request))
  }

  /// Sends `request` and collects the whole response, for small ones.
  ///
  /// - Returns: The head and the body.
  /// - Throws: `TransportError`, or `CancellationError`.
  public func response(
    to request: HTTPRequest
  ) async throws -> (head: ResponseHead, body: [UInt8]) {
    let exchange = try await send(request)
    var head: ResponseHead?
    var body: [UInt8] = []
    while let piece = try await exchange.next() {
      switch piece {
      case .head(let received): head = received
      case .bytes(let bytes): body += bytes
      case .quiet: break
      }
    }
    guard let head else { throw TransportError.brokeOff }
    return (head, body)
  }
}

/// A request and the response to it, read piece by piece.
///
/// The server is held back when nobody reads, so that a response never piles up here.
public final class Exchange: Sendable {
  /// A piece of a response.
  public enum Piece: Sendable, Equatable {
    /// The head, which comes once and first.
    case head(ResponseHead)
    /// Bytes of the body, at least one.
    case bytes([UInt8])
    /// Nothing came in the time that the reader gave.
    case quiet
  }

  /// Kept, because the loop ends with its client.
  private let client: HTTPClient
  private let loop: TransferLoop
  private let number: UInt64

  init(_ client: HTTPClient, _ loop: TransferLoop, number: UInt64) {
    self.client = client
    self.loop = loop
    self.number = number
  }

  deinit {
    // Whoever can wait calls `end()`; this is for everyone who just lets go.
    Task { [loop, number] in await loop.end(number) }
  }

  /// The next piece.
  ///
  /// One reader at a time; cancelling the reader's task ends the exchange.
  ///
  /// - Parameter time: How long to wait before `.quiet` is returned; nil waits as long as the
  ///   limits of the request allow.
  /// - Returns: The piece, or nil when the response is whole.
  /// - Throws: `TransportError`, or `CancellationError`.
  public func next(within time: Duration? = nil) async throws -> Piece? {
    try await loop.next(number, within: time)
  }

  /// Ends the exchange; a connection whose response is not whole is closed when this returns.
  public func end() async {
    await loop.end(number)
  }
}
