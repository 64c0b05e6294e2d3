import Sockets

/// What the service knows about one WebSocket.
///
/// Not `Sendable`: it belongs to the service's actor. It outlives its connection until the handler has
/// taken what came before the end.
final class WebSocketSession {
  /// How far it has got.
  enum Stage: Equatable {
    case open
    /// Either side has closed it: the handler is told by an end.
    case closed
    /// The client vanished or broke the rules: the handler is told by an error.
    case broken
  }

  /// A message that waits for room.
  struct Sender {
    let message: WebSocketMessage
    let since: ContinuousClock.Instant
    let sent: CheckedContinuation<Void, any Error>
  }

  let limits: WebSocketLimits
  let framing: WebSocketFraming
  var pulse: WebSocketPulse<ContinuousClock.Instant>
  private(set) var stage = Stage.open
  private(set) var dropped = 0
  /// The handler.
  var task: Task<Void, Never>?

  private var inbox: [WebSocketMessage] = []
  private var taken = 0
  private var inboxBytes = 0
  private var receiver: CheckedContinuation<WebSocketMessage?, any Error>?
  private var senders: [Sender] = []

  init(_ limits: WebSocketLimits, at now: ContinuousClock.Instant) {
    self.limits = limits
    framing = WebSocketFraming(role: .server, longestMessage: limits.messageBytes)
    pulse = WebSocketPulse(at: now)
  }

  // MARK: In

  /// Whether the client may be read from.
  var hasRoom: Bool { inboxBytes < limits.queuedInput }

  /// Hands a message to the handler, or keeps it for later.
  func deliver(_ message: WebSocketMessage) {
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
  func takeMessage() -> WebSocketMessage? {
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
  func give(
    to receiver: CheckedContinuation<WebSocketMessage?, any Error>, isCancelled: Bool
  ) {
    if let message = takeMessage() {
      receiver.resume(returning: message)
      return
    }
    switch stage {
    case .closed: receiver.resume(returning: nil)
    case .broken: receiver.resume(throwing: HTTPError.gone)
    case .open where isCancelled: receiver.resume(throwing: CancellationError())
    case .open where self.receiver != nil: receiver.resume(throwing: HTTPError.gone)
    case .open: self.receiver = receiver
    }
  }

  /// Ends the handler's wait because its task was cancelled.
  func cancelWait() {
    receiver?.resume(throwing: CancellationError())
    receiver = nil
  }

  // MARK: Out

  /// Whether a message that must arrive has to wait for room.
  func mustWait(_ message: WebSocketMessage, behind queued: Int) -> Bool {
    !senders.isEmpty || queued > 0 && queued + message.count > limits.queuedOutput
  }

  /// Whether a message that may be dropped is; such a message is counted.
  func drops(behind queued: Int) -> Bool {
    guard !senders.isEmpty || queued > limits.droppedAbove else { return false }
    dropped += 1
    return true
  }

  /// Lets a sender wait for room.
  ///
  /// - Returns: Whether there is still a place to wait.
  func wait(_ sender: Sender) -> Bool {
    guard senders.count < WebSocketLimits.queuedSenders else { return false }
    senders.append(sender)
    pulse.waiting = senders[0].since
    return true
  }

  /// Frames the messages for which there is room now, and lets their senders go on.
  ///
  /// - Parameter queued: How many bytes wait for the client.
  /// - Returns: The bytes to send.
  func takeWaiting(behind queued: Int) -> [UInt8] {
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
  func end(_ stage: Stage) {
    guard self.stage == .open else { return }
    self.stage = stage
    if stage == .broken { task?.cancel() }
    if let receiver {
      self.receiver = nil
      if stage == .closed {
        receiver.resume(returning: nil)
      } else {
        receiver.resume(throwing: HTTPError.gone)
      }
    }
    for sender in senders { sender.sent.resume(throwing: HTTPError.gone) }
    senders = []
    pulse.waiting = nil
  }
}
