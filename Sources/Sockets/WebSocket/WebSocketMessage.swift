/// A whole message of a WebSocket, however many frames it came in.
public enum WebSocketMessage: Sendable, Equatable {
  /// Words.
  case text(String)
  /// Bytes.
  case binary([UInt8])

  /// How many bytes its content has.
  public var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}

/// Why a WebSocket is closed (RFC 6455, section 7.4).
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
  /// The number on the wire.
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// All is said.
  public static let normal = WebSocketCloseCode(rawValue: 1000)
  /// The program stops or the page is left.
  public static let goingAway = WebSocketCloseCode(rawValue: 1001)
  /// A frame broke the rules.
  public static let protocolError = WebSocketCloseCode(rawValue: 1002)
  /// A kind of message that is not served.
  public static let unsupported = WebSocketCloseCode(rawValue: 1003)
  /// Text that is no UTF-8.
  public static let invalidText = WebSocketCloseCode(rawValue: 1007)
  /// A rule of the application was broken.
  public static let policy = WebSocketCloseCode(rawValue: 1008)
  /// A message that is too large.
  public static let tooLarge = WebSocketCloseCode(rawValue: 1009)
  /// Something went wrong in here.
  public static let internalError = WebSocketCloseCode(rawValue: 1011)
  /// The other side is too slow now; it may come again.
  public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)
}

/// How the other side broke the rules; the connection cannot be read on.
public enum WebSocketViolation: Error, Sendable, Equatable {
  /// A malformed frame: no mask or one too many, a reserved bit, an odd kind, length or order.
  case malformedFrame
  /// Text or a reason that is no UTF-8.
  case invalidText
  /// A message that is larger, or in more pieces, than agreed.
  case tooLarge
  /// This machine has no memory left for it.
  case noMemory

  /// What the other side is told.
  public var code: WebSocketCloseCode {
    switch self {
    case .malformedFrame: .protocolError
    case .invalidText: .invalidText
    case .tooLarge: .tooLarge
    case .noMemory: .internalError
    }
  }
}
