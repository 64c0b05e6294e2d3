/// A request as it is sent: where to, what, and how much of everything is allowed.
public struct HTTPRequest: Sendable {
  /// Where a request goes.
  public enum Destination: Sendable, Equatable {
    /// A server on a network.
    case server(ServerAddress)
    /// A server on this machine behind a UNIX socket, a path of at most 100 bytes.
    case socket(String)
  }

  /// The methods that are used.
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// Limits of one request.
  ///
  /// Whoever exceeds one is cut off.
  public struct Limits: Sendable, Equatable {
    /// Time to find and reach the server.
    public var connecting: Duration = .seconds(10)
    /// Time from the request to the first byte of the response.
    public var firstByte: Duration = .seconds(120)
    /// The longest pause in the response; the time in which nobody reads it does not count.
    public var pause: Duration = .seconds(120)
    /// Time for all of it.
    public var whole: Duration = .seconds(600)
    /// The most bytes of a body.
    public var bodyBytes = 16 << 20
    /// The most bytes of a head.
    public var headBytes = 64 << 10

    /// The standard limits.
    public init() {}
  }

  /// Where it goes.
  public var destination: Destination
  /// The path, with a slash in front.
  public var path: String
  /// What it is for; counts for servers.
  public var purpose: Purpose
  /// The method.
  public var method: Method
  /// Names and values of the head; control characters in them are left out.
  public var headers: [(name: String, value: String)]
  /// The key that the server wants, if it wants one; sent as `Authorization: Bearer`.
  public var key: Secret?
  /// The body of a `post`.
  public var body: [UInt8]
  /// The limits.
  public var limits: Limits

  /// A request for `path`.
  public init(
    _ method: Method, _ path: String, at destination: Destination, for purpose: Purpose,
    headers: [(name: String, value: String)] = [], key: Secret? = nil, body: [UInt8] = [],
    limits: Limits = Limits()
  ) {
    self.method = method
    self.path = path
    self.destination = destination
    self.purpose = purpose
    self.headers = headers
    self.key = key
    self.body = body
    self.limits = limits
  }
}

extension HTTPRequest.Destination: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The server's name and port, without the path that may hold words.
  public var description: String {
    switch self {
    case .server(let address): "\(address.host):\(address.port)"
    case .socket: "a socket of this machine"
    }
  }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the server: the rest may be a key, or words that somebody said.
  public var description: String { "\(method.rawValue) \(destination)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The head of a response.
public struct ResponseHead: Sendable, Equatable {
  /// The status, 200…599.
  public var status: Int
  /// The kind of the body in lower case without its parameters, such as `text/event-stream`.
  public var contentType: String?
  /// How long the server asks to wait before the next request.
  public var retryAfter: Duration?

  /// A head with these facts.
  public init(status: Int, contentType: String? = nil, retryAfter: Duration? = nil) {
    self.status = status
    self.contentType = contentType
    self.retryAfter = retryAfter
  }
}
