import Sockets

/// A clock that lets no real time pass: whoever sleeps on it wakes at once, and it is later.
final class LeapClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let time = Locked(Duration.zero)
  private let slept = Locked([Duration]())

  var now: Instant { Instant(offset: time.withLock { $0 }) }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// All sleeps, in order.
  var sleeps: [Duration] { slept.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {  // Wakes at once.
    try Task.checkCancellation()
    let length = now.duration(to: deadline)
    slept.withLock { $0.append(length) }
    time.withLock { $0 = max($0, deadline.offset) }
  }
}
