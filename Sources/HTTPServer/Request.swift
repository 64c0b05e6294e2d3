/// A request as a handler sees it; everything in it has been checked.
public struct Request: Sendable, Equatable {
  /// The method, such as `GET`.
  public var method: String
  /// The decoded path: it begins with a slash and has no dot steps; a star for `OPTIONS *`.
  public var path: String
  /// What stands behind the `?`, still encoded.
  public var query: String?
  /// The header fields.
  public var headers: Headers
  /// Whom the request is for, in lower case.
  public var host: Authority

  /// Whether the client speaks HTTP/1.0, which knows no chunks.
  var isVersion10 = false
  /// Whether the connection may serve another request afterwards.
  var keepsAlive = true
  /// Whether the client waits for an interim answer before it sends the body.
  var expectsContinue = false
}

/// How the body of a request is delimited.
enum BodyFraming: Sendable, Equatable {
  case none
  case length(Int)
  case chunked
}
