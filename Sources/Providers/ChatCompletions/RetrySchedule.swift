/// Says when a request that was refused is sent again.
struct RetrySchedule: Sendable {
  private let patience: ReplyPatience
  private let isManaged: Bool
  private var next: Duration

  private static let first = Duration.milliseconds(250)
  private static let longest = Duration.seconds(2)

  init(_ patience: ReplyPatience, isManaged: Bool) {
    self.patience = patience
    self.isManaged = isManaged
    next = Self.first
  }

  /// How long to wait before the next try.
  ///
  /// - Parameters:
  ///   - fault: Why the last one was refused.
  ///   - asked: What the server asks for.
  ///   - elapsed: The time since the first try.
  /// - Returns: The time; nil when it is no use or patience has ended.
  mutating func delay(
    after fault: ProviderError.Fault, asked: Duration?, elapsed: Duration
  ) -> Duration? {
    let limit: Duration
    switch fault {
    case .loading: limit = patience.start
    case .unreachable: limit = patience.absent
    // The program behind it ended, and is started again.
    case .brokeOff where isManaged: limit = patience.start
    case .busy: limit = patience.busy
    default: return nil
    }
    let delay = asked ?? next
    guard elapsed + delay <= limit else { return nil }
    next = min(next * 2, Self.longest)
    return delay
  }
}

extension ProviderError.Fault {
  /// Whether the server is only not ready yet.
  var isWaking: Bool {
    switch self {
    case .loading, .unreachable, .brokeOff: true
    default: false
    }
  }
}
