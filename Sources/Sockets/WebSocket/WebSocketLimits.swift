/// How much and how long a WebSocket bears.
public struct WebSocketLimits: Sendable, Equatable {
  /// Bytes of a message from the other side, all its frames together.
  public var messageBytes = 64 << 10
  /// Bytes of messages that may wait for the handler before the other side is not read from any more.
  public var queuedInput = 256 << 10
  /// Bytes that may wait for the other side before messages that may be dropped are.
  public var droppedAbove = 128 << 10
  /// Bytes that may wait for the other side before the sender of any message is suspended.
  public var queuedOutput = 1 << 20
  /// How long a message that must arrive may wait for room; then the other side is given up.
  public var sendPatience: Duration = .seconds(10)
  /// How long the other side may be silent before it is asked whether it is there.
  public var silence: Duration = .seconds(15)
  /// How long it may take to answer.
  public var answer: Duration = .seconds(30)
  /// How long it may take to close after it was asked to.
  public var closing: Duration = .seconds(2)

  /// The limits of a page at home.
  public init() {}

  /// Senders that may wait at a time.
  static let queuedSenders = 64
  /// What a waiting message takes beside its content.
  static let messageOverhead = 64
}
