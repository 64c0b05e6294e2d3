/// The timers there are: which run, which ring, and which went by while nobody could hear them.
///
/// A pure value on the clock it is given; something else waits, rings and writes.
public struct TimerSchedule: Sendable, Equatable {
  /// How late a timer may be noticed and still ring as if on time, in milliseconds.
  public static let grace: Int64 = 60_000

  /// How long one rings before it counts as missed, in milliseconds.
  public static let longestRing: Int64 = 180_000

  /// Those to come, by when they are due.
  public private(set) var running: [KeptTimer] = []
  /// Those that ring now, in the order they began.
  public private(set) var ringing: [KeptTimer] = []
  /// Those that nobody heard: due while Kith was not running, or rung to the end.
  public private(set) var missed: [KeptTimer] = []

  /// An empty schedule.
  public init() {}

  /// The schedule at a start: what was due before was missed, unless only just.
  public init(_ kept: [KeptTimer], startedAt now: Int64) {
    for timer in kept {
      if timer.dueAt < now - Self.grace { missed.append(timer) } else { add(timer) }
    }
    missed.sort { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
  }

  /// Everything that is not over.
  public var all: [KeptTimer] { missed + ringing + running }

  /// When something changes by itself: one begins to ring, or has rung to the end.
  public var nextChange: Int64? {
    [running.first?.dueAt, ringing.map { $0.dueAt + Self.longestRing }.min()]
      .compactMap(\.self).min()
  }

  /// Adds one.
  public mutating func add(_ timer: KeptTimer) {
    let place = running.firstIndex { ($0.dueAt, $0.id) > (timer.dueAt, timer.id) }
    running.insert(timer, at: place ?? running.endIndex)
  }

  /// Lets ring what is due, and end what has rung long enough.
  ///
  /// - Returns: Those that begin to ring.
  public mutating func advance(to now: Int64) -> [KeptTimer] {
    let due = running.prefix { $0.dueAt <= now }
    running.removeFirst(due.count)
    ringing += due
    missed += ringing.filter { $0.dueAt + Self.longestRing <= now }
    ringing.removeAll { $0.dueAt + Self.longestRing <= now }
    return ringing.filter { one in due.contains { $0.id == one.id } }
  }

  /// Takes some away, whatever they do.
  public mutating func remove(_ ids: Set<Int64>) {
    running.removeAll { ids.contains($0.id) }
    ringing.removeAll { ids.contains($0.id) }
    missed.removeAll { ids.contains($0.id) }
  }
}
