public import Sockets

/// Which WebSocket is opened, and how much of everything is allowed.
public struct WebSocketRequest: Sendable {
  /// Where it goes.
  public var destination: HTTPRequest.Destination
  /// The path, with a slash in front.
  public var path: String
  /// What it is for; counts for servers.
  public var purpose: Purpose
  /// Names and values of the head; control characters in them are left out.
  public var headers: [(name: String, value: String)]
  /// The key that the server wants, if it wants one; sent as `Authorization: Bearer`.
  public var key: Secret?
  /// The protocols on top of it that this side speaks, the favourite first.
  public var protocols: [String]
  /// Time to find and reach the server.
  public var connecting: Duration = .seconds(10)
  /// Time the server may take to agree.
  public var agreeing: Duration = .seconds(10)
  /// How much and how long it bears once it is open.
  public var limits: WebSocketLimits

  /// A WebSocket at `path`; messages of a provider may be larger than those of a page.
  public init(
    _ path: String, at destination: HTTPRequest.Destination, for purpose: Purpose,
    headers: [(name: String, value: String)] = [], key: Secret? = nil, protocols: [String] = []
  ) {
    self.path = path
    self.destination = destination
    self.purpose = purpose
    self.headers = headers
    self.key = key
    self.protocols = protocols
    limits = WebSocketLimits()
    limits.messageBytes = 16 << 20
    limits.queuedInput = 1 << 20
  }
}

extension WebSocketRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// The server alone: the rest may be a key.
  public var description: String { "WebSocket \(destination)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
