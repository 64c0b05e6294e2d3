/// How much and how long a WebSocket bears.
public struct WebSocketLimits: Sendable, Equatable {
  /// Bytes of a message from the client, all its frames together.
  public var messageBytes = 64 << 10
  /// Bytes of messages that may wait for the handler before the client is not read from any more.
  public var queuedInput = 256 << 10
  /// Bytes that may wait for the client before messages that may be dropped are.
  public var droppedAbove = 128 << 10
  /// Bytes that may wait for the client before the sender of any message is suspended.
  public var queuedOutput = 1 << 20
  /// How long a message that must arrive may wait for room; then the client is given up.
  public var sendPatience: Duration = .seconds(10)
  /// How long a client may be silent before it is asked whether it is there.
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
  /// What the kernel may hold for a client besides.
  ///
  /// It would take megabytes by itself, and nobody could say then how much of a sound is still to come.
  static let kernelOutput: Int32 = 64 << 10
}
