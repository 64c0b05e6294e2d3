/// Sends requests and opens WebSockets: the only way out of this program.
///
/// Nothing is sent but what a request holds, and only to whom the ``Reach`` allows. Redirects are not
/// followed, proxies are not used, certificates are checked, and the number a socket is connected to
/// is held against ``AddressPolicy`` and the reach. Connections are kept for the next request to the
/// same server; they cost nothing while nothing is asked.
///
/// ```swift
/// let client = try HTTPClient(reach: .thisMachine)
/// let exchange = try await client.send(HTTPRequest(.get, "/health", at: .socket(path), for: .thinking))
/// while let piece = try await exchange.next() { … }
/// ```
public final class HTTPClient: Sendable {
  /// Whom it reaches.
  public let reach: Reach
  let engine: TransferEngine
  private let authorities: String?
  private let fixedNames: [String]

  /// A client with its thread, which sleeps until there is something to do.
  ///
  /// - Parameters:
  ///   - reach: Whom it may reach.
  ///   - authorities: A file with the certificates (PEM) of the authorities it trusts instead of those
  ///     of the system.
  /// - Throws: `TransportError.failed` when the machine has no thread or memory left.
  public convenience init(reach: Reach, authorities: String? = nil) throws(TransportError) {
    try self.init(reach: reach, authorities: authorities, fixedNames: [])
  }

  /// A client that takes the numbers of some names from `fixedNames` (`name:port:number`).
  init(reach: Reach, authorities: String? = nil, fixedNames: [String]) throws(TransportError) {
    self.reach = reach
    self.authorities = authorities
    self.fixedNames = fixedNames
    engine = try TransferEngine()
  }

  private init(_ other: HTTPClient, reach: Reach) {
    self.reach = reach
    authorities = other.authorities
    fixedNames = other.fixedNames
    engine = other.engine
  }

  /// A client with the same thread, connections and lanes that reaches somebody else.
  public func reaching(_ reach: Reach) -> HTTPClient {
    HTTPClient(self, reach: reach)
  }

  /// The lane to `destination`, the same for all who share the thread of this client.
  public func lane(to destination: HTTPRequest.Destination) -> Lane {
    engine.lanes.lane(to: destination)
  }

  /// Sends `request`; the response is read from what is returned.
  ///
  /// - Returns: The exchange; letting go of it closes the connection.
  /// - Throws: `TransportError` when the request can't be begun.
  public func send(_ request: HTTPRequest) async throws -> Exchange {
    let permit = try permit(request.destination, request.purpose)
    if case .server(let address) = request.destination {
      try Self.checkKeys(request.headers, request.key, for: address)
    }
    return Exchange(engine, number: try await engine.loop.begin(request, permit))
  }

  /// What a request to `destination` may do.
  ///
  /// - Throws: `TransportError.outOfReach`, or `.socketPathTooLong`.
  func permit(
    _ destination: HTTPRequest.Destination, _ purpose: Purpose
  ) throws(TransportError) -> Permit {
    switch destination {
    case .socket(let path):
      guard path.utf8.count <= 100 else { throw .socketPathTooLong }
      return Permit(network: .machine)
    case .server(let address):
      guard let network = reach.network(of: address, for: purpose) else { throw .outOfReach }
      return Permit(network: network, authorities: authorities, fixedNames: fixedNames)
    }
  }

  /// Makes sure that no key of a paid service travels readable.
  static func checkKeys(
    _ headers: [(name: String, value: String)], _ key: Secret?, for address: ServerAddress
  ) throws(TransportError) {
    do throws(AddressFault) {
      if let key { try AddressPolicy.check(key: key, for: address) }
      try AddressPolicy.check(headers, for: address)
    } catch {
      throw .address(error)
    }
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

  /// Kept, because the loop ends with it.
  private let engine: TransferEngine
  private let number: UInt64

  init(_ engine: TransferEngine, number: UInt64) {
    self.engine = engine
    self.number = number
  }

  deinit {
    // Whoever can wait calls `end()`; this is for everyone who just lets go.
    Task { [loop = engine.loop, number] in await loop.end(number) }
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
    try await engine.loop.next(number, within: time)
  }

  /// Ends the exchange; a connection whose response is not whole is closed when this returns.
  public func end() async {
    await engine.loop.end(number)
  }
}
