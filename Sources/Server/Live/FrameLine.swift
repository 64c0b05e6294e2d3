import Sound

/// The frames that wait to be heard, in order; one at a time is taken.
///
/// After a drop many seconds come at once, and they must not overtake one another.
struct FrameLine {
  /// Sound that may wait before whoever sends more has to: more than a page keeps, in frames of 20 ms.
  private static let longest = 45 * 50

  private var frames: [Frame] = []
  private var taken = 0

  /// Whether somebody takes frames now.
  var isServed = false

  /// Whether so much waits that no more should be taken.
  var isLong: Bool { frames.count - taken > Self.longest }

  /// Adds frames at the end.
  mutating func append(_ more: [Frame]) {
    frames += more
  }

  /// The next frame; nil when none waits.
  mutating func next() -> Frame? {
    guard taken < frames.count else { return nil }
    defer {
      taken += 1
      if taken == frames.count {
        frames.removeAll(keepingCapacity: true)
        taken = 0
      }
    }
    return frames[taken]
  }
}
