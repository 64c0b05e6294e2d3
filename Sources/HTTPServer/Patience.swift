/// Knows how long a connection may still stay as it is.
///
/// A pure value: time is an argument. What counts as progress depends on what is waited for: every
/// piece of a body or of an answer renews the time, a byte of a head does not, so that nobody holds a
/// connection by sending a letter a minute.
struct Patience<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  /// What a connection waits for.
  enum Wait: Sendable, Equatable {
    /// The handler, which may take its time.
    case handler
    /// The first byte of the next request.
    case request
    /// The rest of a head.
    case head
    /// The next piece of a body.
    case body
    /// A client that takes more of the answer.
    case reader
    /// A refused client that reads why.
    case farewell
  }

  /// What is waited for.
  private(set) var wait: Wait
  private var since: Instant

  /// A connection that was just opened.
  init(at now: Instant) {
    wait = .request
    since = now
  }

  /// Says what is waited for now.
  ///
  /// - Parameters:
  ///   - next: What is waited for.
  ///   - moved: Whether bytes have moved since the last call.
  ///   - now: The time.
  mutating func waits(for next: Wait, moved: Bool, at now: Instant) {
    let renews = moved && (next == .body || next == .reader)
    if next != wait || renews {
      wait = next
      since = now
    }
  }

  /// When the connection is given up, if ever.
  func deadline(_ limits: Limits) -> Instant? {
    switch wait {
    case .handler: nil
    case .request: since.advanced(by: limits.idle)
    case .head: since.advanced(by: limits.head)
    case .body: since.advanced(by: limits.bodyStall)
    case .reader: since.advanced(by: limits.writeStall)
    case .farewell: since.advanced(by: limits.farewell)
    }
  }
}
