import Sound

/// One opening of a page's microphone: every sample is taken once and in order, at the rate and on the
/// clock of the conversation.
///
/// What comes twice is dropped, what is missing is heard as silence.
struct CaptureStream {
  /// What came of a message.
  struct Taken {
    /// The frames that are now whole.
    var frames: [Frame]
    /// How many samples were missing before it, in the stream's own count.
    var missing: Int64
  }

  /// The number the page gave it.
  let number: UInt32
  /// Its samples per second.
  let rate: Int
  /// The position of the next sample wanted.
  private(set) var next: Int64

  private let origin: Int64
  private let begin: SampleTime
  private let resampler: Resampler
  private var cutter: FrameCutter

  /// The longest gap that is filled with silence, in seconds; a longer one is passed over.
  private static let longestGap: Int64 = 30

  /// A stream whose first sample is at position `from`, and is heard at `begin`.
  init(number: UInt32, rate: Int, from: Int64, begin: SampleTime) {
    self.number = number
    self.rate = rate
    next = from
    origin = from
    self.begin = begin
    resampler = Resampler(from: rate, to: SampleTime.rate)
    cutter = FrameCutter(start: begin)
  }

  /// Takes the samples that begin at position `first`.
  mutating func take(_ samples: [Int16], at first: Int64) -> Taken {
    let missing = max(0, first - next)
    let known = max(0, next - first)
    guard known < samples.count || missing > 0 else { return Taken(frames: [], missing: 0) }
    var floats: [Float] = []
    if missing > 0 {
      floats = [Float](repeating: 0, count: Int(min(missing, Self.longestGap * Int64(rate))))
    }
    floats += PCM16.floats(Array(samples.dropFirst(Int(known))))
    next = max(next, first + Int64(samples.count))
    return Taken(
      frames: cutter.append(PCM16.samples(resampler.process(floats))), missing: missing)
  }

  /// Ends the stream: what is still inside comes out, filled up to a whole frame.
  mutating func finish() -> [Frame] {
    var frames = cutter.append(PCM16.samples(resampler.finish()))
    if let last = cutter.flush() { frames.append(last) }
    return frames
  }

  /// The position in the stream of a moment of the conversation; never after ``next``.
  func position(of time: SampleTime) -> Int64 {
    let samples = (time - begin).samples * Int64(rate) / Int64(SampleTime.rate)
    return min(next, origin + max(0, samples))
  }
}
