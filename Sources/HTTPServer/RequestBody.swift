/// The body of a request, read as it comes.
///
/// A client is read from only as fast as the handler takes the pieces. One reader at a time.
public struct RequestBody: Sendable {
  let service: HTTPService
  let exchange: ExchangeID

  /// The next piece, or `nil` at the end.
  ///
  /// - Returns: At least one byte, or `nil`.
  /// - Throws: ``HTTPError/gone``.
  public func next() async throws -> [UInt8]? {
    try await service.nextPiece(of: exchange)
  }

  /// The whole body; its size is bounded by ``Limits/bodyBytes``.
  ///
  /// - Returns: All bytes; none when there is no body.
  /// - Throws: ``HTTPError/gone``.
  public func collect() async throws -> [UInt8] {
    var whole: [UInt8] = []
    while let piece = try await next() { whole += piece }
    return whole
  }
}

/// Where a handler writes an answer that comes in pieces.
public struct ResponseWriter: Sendable {
  let service: HTTPService
  let exchange: ExchangeID

  /// Sends a piece at once; suspends while the client is slow.
  ///
  /// - Throws: ``HTTPError/gone`` when nobody reads any more.
  public func write(_ bytes: [UInt8]) async throws {
    try await service.write(bytes, to: exchange)
  }

  /// Sends a piece of text at once; suspends while the client is slow.
  ///
  /// - Throws: ``HTTPError/gone`` when nobody reads any more.
  public func write(_ text: String) async throws {
    try await write(Array(text.utf8))
  }
}

/// One request on one connection; never used again.
struct ExchangeID: Sendable, Hashable {
  let connection: UInt64
  let number: Int
}
