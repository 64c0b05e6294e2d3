/// Knows when a WebSocket has to be asked whether anybody is there, and when it is given up.
///
/// A pure value: time is an argument.
public struct WebSocketPulse<Instant: InstantProtocol>: Sendable
where Instant.Duration == Duration {
  /// What has to happen.
  public enum Due: Sendable, Equatable {
    /// The other side was silent: ask it.
    case ping
    /// It did not answer.
    case silent
    /// It takes too little for a message that must arrive.
    case slow
    /// It was asked to close and does not.
    case unclosed
  }

  private var heard: Instant
  private var asked: Instant?
  /// Since when the oldest message has been waiting for room, if one is.
  public var waiting: Instant?
  /// When the other side was asked to close, if it was.
  public var closing: Instant?

  /// A connection that was just opened.
  public init(at now: Instant) {
    heard = now
  }

  /// Something has come from the other side, or it is listened to again.
  public mutating func hears(at now: Instant) {
    heard = now
    asked = nil
  }

  /// The other side has been asked whether it is there.
  public mutating func asks(at now: Instant) {
    asked = now
  }

  /// What happens next, and when.
  ///
  /// - Parameters:
  ///   - limits: How long things may take.
  ///   - listens: Whether the other side is read from; otherwise its silence says nothing.
  /// - Returns: The first of all that may be due, or `nil` when nothing is.
  public func next(_ limits: WebSocketLimits, listens: Bool) -> (due: Due, at: Instant)? {
    if let closing { return (.unclosed, closing.advanced(by: limits.closing)) }
    var first: (due: Due, at: Instant)?
    if listens {
      first =
        asked.map { (.silent, $0.advanced(by: limits.answer)) }
        ?? (.ping, heard.advanced(by: limits.silence))
    }
    if let waiting {
      let slow = waiting.advanced(by: limits.sendPatience)
      if first.map({ slow < $0.at }) ?? true { first = (.slow, slow) }
    }
    return first
  }
}
