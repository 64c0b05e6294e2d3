/// Cuts runs of samples of any length into frames with consecutive times.
public struct FrameCutter: Sendable {
  private var next: SampleTime
  private var waiting: [Int16] = []

  /// A cutter whose first frame starts at `start`.
  public init(start: SampleTime) {
    next = start
  }

  /// The moment after the last sample taken.
  public var end: SampleTime {
    next + SampleSpan(samples: Int64(waiting.count))
  }

  /// Takes the next samples at 24 kHz and returns the frames that are full.
  public mutating func append(_ samples: [Int16]) -> [Frame] {
    waiting += samples
    var frames: [Frame] = []
    var taken = 0
    while waiting.count - taken >= Frame.length {
      frames.append(
        Frame(start: next, samples: Array(waiting[taken..<taken + Frame.length])))
      taken += Frame.length
      next = next + Frame.span
    }
    waiting.removeFirst(taken)
    return frames
  }

  /// Returns what is left as a last frame, filled up with silence; nil when nothing is left.
  public mutating func flush() -> Frame? {
    guard !waiting.isEmpty else { return nil }
    let padding = [Int16](repeating: 0, count: Frame.length - waiting.count)
    return append(padding).first
  }
}
