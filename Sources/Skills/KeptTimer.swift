/// A timer or an alarm that was set.
public struct KeptTimer: Sendable, Equatable, Identifiable {
  /// The longest name, in bytes.
  public static let longestName = 80
  /// The most that may run at a time.
  public static let most = 50
  /// How long one may run, in seconds: up to a year.
  public static let lengths = 1...366 * 86_400

  /// Its row; rises with time.
  public var id: Int64
  /// Whether it rings after a while or at a time of day.
  public var kind: TimerKind
  /// What it is for, if that was said.
  public var name: String?
  /// When it was set, in milliseconds since 1970.
  public var setAt: Int64
  /// When it rings, in milliseconds since 1970.
  public var dueAt: Int64

  /// A timer with all its facts.
  public init(id: Int64, kind: TimerKind, name: String?, setAt: Int64, dueAt: Int64) {
    self.id = id
    self.kind = kind
    self.name = name
    self.setAt = setAt
    self.dueAt = dueAt
  }

  /// How long it runs in all, in seconds.
  public var seconds: Int { Int((dueAt - setAt) / 1_000) }
}

/// Keeps timers and lets them ring.
public protocol TimerKeeper: Sendable {
  /// Sets one.
  ///
  /// - Returns: It with its id; nil when too many run already.
  /// - Throws: What the store throws; then it was not set.
  func set(
    _ kind: TimerKind, named name: String?, from setAt: Int64, dueAt: Int64
  ) async throws -> KeptTimer?

  /// Those that run and those that ring, by when they are due.
  func timers() async -> TimerSchedule

  /// Takes some back.
  ///
  /// - Throws: What the store throws.
  func cancel(_ ids: Set<Int64>) async throws

  /// Ends the ringing.
  ///
  /// - Returns: Whether something rang.
  /// - Throws: What the store throws.
  func silence() async throws -> Bool
}
