/// The last so many samples of a stream, found again by their place in the stream.
public struct SampleRing: Sendable {
  /// The most samples it holds.
  public let capacity: Int

  /// The place in the stream of the next sample to come.
  public private(set) var end: Int64

  private var start: Int64
  private var storage: [Float]

  /// An empty ring whose first sample will have the place `start`.
  ///
  /// - Precondition: `capacity` is positive and `start` is not negative.
  public init(capacity: Int, start: Int64 = 0) {
    precondition(capacity > 0 && start >= 0, "a ring needs room, and a place to start")
    self.capacity = capacity
    self.start = start
    end = start
    storage = [Float](repeating: 0, count: capacity)
  }

  /// The places that can be read now.
  public var range: Range<Int64> {
    max(start, end - Int64(capacity))..<end
  }

  /// Adds the next samples of the stream, over the oldest when it is full.
  public mutating func append(_ samples: [Float]) {
    let kept = samples.suffix(capacity)
    end += Int64(samples.count - kept.count)
    var slot = Int(end % Int64(capacity))
    for sample in kept {
      storage[slot] = sample
      slot += 1
      if slot == capacity { slot = 0 }
    }
    end += Int64(kept.count)
  }

  /// The samples at `places`; nil when some were overwritten or have not come yet.
  public func read(_ places: Range<Int64>) -> [Float]? {
    guard !places.isEmpty else { return [] }
    guard places.lowerBound >= range.lowerBound, places.upperBound <= end else { return nil }
    let first = Int(places.lowerBound % Int64(capacity))
    let untilWrap = min(places.count, capacity - first)
    return Array(storage[first..<first + untilWrap]) + storage[0..<places.count - untilWrap]
  }

  /// Forgets every sample; the place of the next one becomes `start`.
  ///
  /// - Precondition: `start` is not negative.
  public mutating func clear(start: Int64) {
    precondition(start >= 0, "places in a stream are not negative")
    self.start = start
    end = start
  }
}
