import Sockets

/// What the service knows about one client.
///
/// Not `Sendable`: it belongs to the service's actor and never leaves it.
final class Connection {
  /// Whether and how the connection comes to its end.
  enum Ending: Equatable {
    /// It stays.
    case open
    /// It is closed when the client has taken everything.
    case afterOutput
    /// As before, but the client may still be sending: it is heard out for a while, since closing a
    /// socket with unread bytes destroys what the other side has not read yet.
    case afterOutputAndFarewell
    /// Everything is sent; what still comes is thrown away.
    case farewell
  }

  let id: UInt64
  let socket: Descriptor
  var reader: RequestReader
  var output = OutputQueue()
  var exchange: Exchange?
  /// What the connection has become behind its last exchange, if it was asked to.
  var session: WebSocketSession?
  var ending = Ending.open
  var patience: Patience<ContinuousClock.Instant>
  var watched: Poller.Interest = [.read, .hangUp]
  /// Whether bytes have moved since the patience was asked.
  var moved = false
  /// How many requests have begun.
  var begun = 0

  init(
    id: UInt64, socket: consuming Descriptor, limits: Limits, at now: ContinuousClock.Instant
  ) {
    self.id = id
    self.socket = socket
    reader = RequestReader(headLimit: limits.headBytes, bodyLimit: limits.bodyBytes)
    patience = Patience(at: now)
  }

  /// What to ask the poller for.
  var interest: Poller.Interest {
    switch ending {
    case .farewell: return .read
    case .afterOutput, .afterOutputAndFarewell: return .write
    case .open: break
    }
    // A client that hangs up is noticed even while it is not read from.
    var interest = Poller.Interest.hangUp
    if let session {
      // Answers to pings wait in the output too, so a full one stops the reading.
      if session.hasRoom, output.count < session.limits.queuedOutput { interest.insert(.read) }
    } else if reader.waiting < Limits.queuedInput, exchange.map({ !$0.isFull }) ?? true {
      interest.insert(.read)
    }
    if !output.isEmpty { interest.insert(.write) }
    return interest
  }

  /// What the connection waits for.
  var wait: Patience<ContinuousClock.Instant>.Wait {
    if ending == .farewell { return .farewell }
    if session != nil, ending == .open { return .handler }
    if !output.isEmpty { return .reader }
    guard let exchange else { return reader.waiting == 0 ? .request : .head }
    return exchange.isBodyWhole || exchange.isFull || exchange.owesInterim ? .handler : .body
  }

  /// When something has to be done if nothing happens until then.
  func deadline(_ limits: Limits) -> ContinuousClock.Instant? {
    guard let session, ending == .open else { return patience.deadline(limits) }
    return session.pulse.next(session.limits, listens: watched.contains(.read))?.at
  }
}

/// A request being answered.
struct Exchange {
  let id: ExchangeID
  let request: Request
  /// Whether the whole body has come.
  var isBodyWhole = false
  /// What has come and was not yet taken by the handler.
  var inbox: [UInt8] = []
  /// Whether the client still waits for permission to send its body.
  var owesInterim: Bool
  /// How the answer ends, once its head is written.
  var framing: ResponseEncoder.Framing?
  /// Whether the connection ends behind the answer.
  var closes = false
  /// The handler.
  var task: Task<Void, Never>?
  /// The handler, waiting for more of the body.
  var reading: CheckedContinuation<[UInt8]?, any Error>?
  /// The handler, waiting for the client to take some of the answer.
  var writing: CheckedContinuation<Void, any Error>?

  /// Whether so much waits for the handler that the client has to wait too.
  var isFull: Bool { inbox.count >= Limits.queuedInput }

  /// Lets the handler go: nobody is interested in its answer any more.
  mutating func abandon() {
    task?.cancel()
    reading?.resume(throwing: HTTPError.gone)
    writing?.resume(throwing: HTTPError.gone)
    reading = nil
    writing = nil
  }
}
