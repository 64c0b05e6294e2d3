/// How much and how long a server bears.
public struct Limits: Sendable, Equatable {
  /// Bytes of a request's line and fields.
  public var headBytes = 16 << 10
  /// Bytes of a request's body.
  public var bodyBytes = 1 << 20
  /// Connections at a time.
  public var connections = 1024
  /// Requests on one connection.
  public var requestsPerConnection = 100_000
  /// From the first byte of a request to the end of its fields.
  public var head: Duration = .seconds(10)
  /// Between two pieces of a body.
  public var bodyStall: Duration = .seconds(20)
  /// Between two requests.
  public var idle: Duration = .seconds(60)
  /// Between two pieces that the client takes of an answer.
  public var writeStall: Duration = .seconds(20)
  /// How long a refused client may take to read why.
  public var farewell: Duration = .seconds(2)

  /// The limits of a server at home.
  public init() {}

  /// Bytes of an answer that may wait for a slow client before its writer is suspended.
  static let queuedOutput = 64 << 10
  /// Bytes of requests that may wait before the client is not read from any more.
  static let queuedInput = 64 << 10
}
