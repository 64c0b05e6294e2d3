import Glibc

/// What time it is.
public struct WallClock: Sendable {
  /// Milliseconds since 1970 in UTC.
  public var now: @Sendable () -> Int64

  /// A clock that shows what `now` returns.
  public init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// The clock of this machine.
  public static let system = WallClock {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The date and time where this machine is.
  public var local: LocalMoment {
    LocalMoment(at: now())
  }
}
