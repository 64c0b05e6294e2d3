/// Says when a transfer has taken too long, in whichever part it is.
struct TransferClock: Sendable {
  /// The part a transfer is in.
  enum Part: Sendable {
    case connecting, waiting, streaming
    /// Nobody takes what has arrived: the server can't be blamed.
    case heldBack
  }

  private let limits: HTTPRequest.Limits
  private let end: ContinuousClock.Instant
  private var since: ContinuousClock.Instant
  private var part = Part.connecting

  init(_ limits: HTTPRequest.Limits, startedAt now: ContinuousClock.Instant) {
    self.limits = limits
    end = now + limits.whole
    since = now
  }

  /// Notes that something happened.
  mutating func entered(_ part: Part, at now: ContinuousClock.Instant) {
    self.part = part
    since = now
  }

  /// When patience ends, and with what.
  var deadline: (at: ContinuousClock.Instant, phase: TransportError.Phase) {
    let next: (at: ContinuousClock.Instant, phase: TransportError.Phase) =
      switch part {
      case .connecting: (since + limits.connecting, .connecting)
      case .waiting: (since + limits.firstByte, .firstByte)
      case .streaming: (since + limits.pause, .pause)
      case .heldBack: (end, .whole)
      }
    return next.at < end ? next : (end, .whole)
  }
}
