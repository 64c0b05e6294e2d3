public import Skills

/// Whom a conversation turns to with orders and with what code knows better than a model.
public struct Errands: Sendable {
  /// The companion's name, with which orders may begin.
  public var name: String
  /// The time here.
  public var clock: LocalClock
  /// Keeps timers; nil where nothing could ring.
  public var timers: (any TimerKeeper)?
  /// The speeds the voice may have.
  public var speeds: ClosedRange<Double>
  /// Keeps the speed of the voice for good.
  public var keepSpeed: @Sendable (Double) async throws -> Void
  /// Keeps the phrase to be woken by.
  public var keepWakePhrase: @Sendable (String) async throws -> Void

  /// All there is to turn to.
  public init(
    name: String, clock: LocalClock, timers: (any TimerKeeper)?, speeds: ClosedRange<Double>,
    keepSpeed: @escaping @Sendable (Double) async throws -> Void,
    keepWakePhrase: @escaping @Sendable (String) async throws -> Void
  ) {
    self.name = name
    self.clock = clock
    self.timers = timers
    self.speeds = speeds
    self.keepSpeed = keepSpeed
    self.keepWakePhrase = keepWakePhrase
  }
}
