/// How long a model server is waited for.
public struct ReplyPatience: Sendable, Equatable {
  /// The quiet after which it is said that the model wakes.
  public var quiet: Duration = .seconds(2)
  /// From the request to the first word or thought; a large model on a small machine needs a minute.
  public var firstEvent: Duration = .seconds(120)
  /// The longest pause after that.
  public var pause: Duration = .seconds(30)
  /// How long a model may think before its first word; some never come to an end.
  public var thought: Duration = .seconds(180)
  /// How long a server that is loading its model is asked again.
  public var start: Duration = .seconds(30)
  /// How long a port at which nothing answers is tried again: a server may be just restarting, but
  /// who mistyped an address should not wait for half a minute to hear it.
  public var absent: Duration = .seconds(5)
  /// How long a server that has too much to do is asked again.
  public var busy: Duration = .seconds(8)

  /// The patience with a server of the owner's.
  public init() {}

  /// The patience with the server that Kith starts itself.
  public static let managed: ReplyPatience = {
    var patience = ReplyPatience()
    patience.start = .seconds(60)
    patience.absent = .seconds(60)
    return patience
  }()
}

/// A clock without its type: what time has passed, and a way to let more pass.
struct ReplyClock: Sendable {
  /// The time since this clock was made.
  let elapsed: @Sendable () -> Duration
  /// Waits; throws `CancellationError`.
  let sleep: @Sendable (Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }
}
