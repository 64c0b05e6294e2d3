/// When a program that ended by itself is started again.
///
/// Once is an accident and mended at once; again and again is a fault, and is told instead of
/// being repeated for ever. A pure value: time is an argument.
public struct RestartPolicy: Sendable, Equatable {
  /// What is to be done.
  public enum Decision: Sendable, Equatable {
    /// Start it again after this long.
    case restart(after: Duration)
    /// Leave it until somebody asks for it again.
    case giveUp
  }

  /// Ends that lie further back than this are forgiven.
  static let memory = Duration.seconds(120)
  /// So many ends within ``memory`` are a fault.
  static let most = 5

  private var ends: [Duration] = []

  /// A policy for a program that has never ended.
  public init() {}

  /// The program ended without being asked to.
  ///
  /// - Parameter now: The time on any clock that only goes forward.
  /// - Returns: Whether and when to start it again.
  public mutating func ended(at now: Duration) -> Decision {
    ends.removeAll { now - $0 > Self.memory }
    ends.append(now)
    guard ends.count <= Self.most else { return .giveUp }
    return .restart(after: ends.count == 1 ? .zero : .milliseconds(250 << (ends.count - 2)))
  }
}
