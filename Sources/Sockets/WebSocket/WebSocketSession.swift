/// One end of an open WebSocket: what has come and waits to be taken, and who waits to send.
///
/// It knows no socket. Not `Sendable`: it belongs to the actor that drives it. It outlives its
/// connection until the handler has taken what came before the end.
public final class WebSocketSession {
  /// How far it has got.
  public enum Stage: Equatable {
    /// Messages go both ways.
    case open
    /// Either side has closed it: the handler is told by an end.
    case closed
    /// The other side vanished or broke the rules: the handler is told by an error.
    case broken
  }

  /// A message that waits for room.
  public struct Sender {
    let message: WebSocketMessage
    let since: ContinuousClock.Instant
    let sent: CheckedContinuation<Void, any Error>

    /// The sender of `message`, who waits since `since` and goes on with `sent`.
    public init(
      message: WebSocketMessage, since: ContinuousClock.Instant,
      sent: CheckedContinuation<Void, any Error>
    ) {
      self.message = message
      self.since = since
      self.sent = sent
    }
  }

  /// How much and how long it bears.
  public let limits: WebSocketLimits
  /// What turns bytes into messages and back.
  public let framing: WebSocketFraming
  /// When the other side has to be asked whether it is there.
  public var pulse: WebSocketPulse<ContinuousClock.Instant>
  /// How far it has got.
  public private(set) var stage = Stage.open
  /// How many messages were dropped because the other side was slow.
  public private(set) var dropped = 0
  /// The handler, if it is to be cancelled when the other side vanishes.
  public var task: Task<Void, Never>?

  private var inbox: [WebSocketMessage] = []
  private var taken = 0
  private var inboxBytes = 0
  private var receiver: CheckedContinuation<WebSocketMessage?, any Error>?
  private var senders: [Sender] = []
  /// What the handler is told when nobody is there any more.
  public private(set) var gone: any Error

  /// An end that was just opened.
  ///
  /// - Parameters:
  ///   - role: Which end it is.
  ///   - limits: How much and how long it bears.
  ///   - gone: What the handler is told when nobody is there any more.
  ///   - now: The time.
  public init(
    _ role: WebSocketFraming.Role, _ limits: WebSocketLimits, gone: any Error,
    at now: ContinuousClock.Instant
  ) {
    self.limits = limits
    self.gone = gone
    framing = WebSocketFraming(role: role, longestMessage: limits.messageBytes)
    pulse = WebSocketPulse(at: now)
  }

  // MARK: In

  /// Whether the other side may be read from.
  public var hasRoom: Bool { inboxBytes < limits.queuedInput }

  /// Hands a message to the handler, or keeps it for later.
  public func deliver(_ message: WebSocketMessage) {
    guard stage == .open else { return }
    if let receiver {
      self.receiver = nil
      receiver.resume(returning: message)
    } else {
      inbox.append(message)
      inboxBytes += message.count + WebSocketLimits.messageOverhead
    }
  }

  /// The oldest message that waits.
  public func takeMessage() -> WebSocketMessage? {
    guard taken < inbox.count else { return nil }
    let message = inbox[taken]
    inbox[taken] = .binary([])
    taken += 1
    inboxBytes -= message.count + WebSocketLimits.messageOverhead
    if taken == inbox.count || taken > 256 {
      inbox.removeFirst(taken)
      taken = 0
    }
    return message
  }

  /// Hands the next message to the handler, now or when it comes.
  ///
  /// - Parameters:
  ///   - receiver: The handler.
  ///   - isCancelled: Whether its task has been cancelled, so that nobody will end its wait.
  public func give(
    to receiver: CheckedContinuation<WebSocketMessage?, any Error>, isCancelled: Bool
  ) {
    if let message = takeMessage() {
      receiver.resume(returning: message)
      return
    }
    switch stage {
    case .closed: receiver.resume(returning: nil)
    case .broken: receiver.resume(throwing: gone)
    case .open where isCancelled: receiver.resume(throwing: CancellationError())
    case .open where self.receiver != nil: receiver.resume(throwing: gone)
    case .open: self.receiver = receiver
    }
  }

  /// Ends the handler's wait because its task was cancelled.
  public func cancelWait() {
    receiver?.resume(throwing: CancellationError())
    receiver = nil
  }

  // MARK: Out

  /// Whether a message that must arrive has to wait for room.
  public func mustWait(_ message: WebSocketMessage, behind queued: Int) -> Bool {
    !senders.isEmpty || queued > 0 && queued + message.count > limits.queuedOutput
  }

  /// Whether a message that may be dropped is; such a message is counted.
  public func drops(behind queued: Int) -> Bool {
    guard !senders.isEmpty || queued > limits.droppedAbove else { return false }
    dropped += 1
    return true
  }

  /// Lets a sender wait for room.
  ///
  /// - Returns: Whether there is still a place to wait.
  public func wait(_ sender: Sender) -> Bool {
    guard senders.count < WebSocketLimits.queuedSenders else { return false }
    senders.append(sender)
    pulse.waiting = senders[0].since
    return true
  }

  /// Frames the messages for which there is room now, and lets their senders go on.
  ///
  /// - Parameter queued: How many bytes wait for the other side.
  /// - Returns: The bytes to send.
  public func takeWaiting(behind queued: Int) -> [UInt8] {
    guard !senders.isEmpty else { return [] }
    var count = 0
    var bytes = queued
    while count < senders.count {
      let message = senders[count].message
      guard bytes == 0 || bytes + message.count <= limits.queuedOutput else { break }
      bytes += message.count
      framing.send(message)
      senders[count].sent.resume()
      count += 1
    }
    senders.removeFirst(count)
    pulse.waiting = senders.first?.since
    return framing.takeOutput()
  }

  // MARK: The end

  /// Ends it for the handler, once: what has come may still be taken, nothing can be sent.
  ///
  /// - Parameters:
  ///   - stage: How it ended.
  ///   - error: What the handler is told instead of the usual; counts for a broken end.
  public func end(_ stage: Stage, telling error: (any Error)? = nil) {
    guard self.stage == .open else { return }
    self.stage = stage
    if let error { gone = error }
    if stage == .broken { task?.cancel() }
    if let receiver {
      self.receiver = nil
      if stage == .closed {
        receiver.resume(returning: nil)
      } else {
        receiver.resume(throwing: gone)
      }
    }
    for sender in senders { sender.sent.resume(throwing: gone) }
    senders = []
    pulse.waiting = nil
  }
}
