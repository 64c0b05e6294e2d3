public import Hearing
public import Sound

/// Keeps what the microphone heard and cuts it into the windows voice activity is judged by.
///
/// Holds 130 s of sound at 16 kHz (8 MB): a whole turn at its longest and the moments before it.
public struct Ear {
  /// 32 ms of sound at 16 kHz.
  public struct Window: Sendable {
    /// When its first sample was captured.
    public var start: SampleTime
    /// 512 samples.
    public var samples: [Float]
  }

  /// Sound kept before speech begins, so that the first consonant is not lost.
  public static let before = SampleSpan.milliseconds(300)
  /// Sound kept after speech ends.
  public static let after = SampleSpan.milliseconds(200)
  /// The sound by which the turn model judges a pause.
  public static let lately = SampleSpan.milliseconds(8000)

  private static let rate = 16_000
  private static let windowLength = 512

  private let resampler = Resampler(from: SampleTime.rate, to: rate)
  private var ring = SampleRing(capacity: 130 * rate)
  private var cut: Int64 = 0

  /// An ear that has heard nothing yet.
  public init() {}

  /// Takes a frame.
  ///
  /// - Returns: The windows that are now whole, in order.
  public mutating func take(_ frame: Frame) -> [Window] {
    ring.append(resampler.process(PCM16.floats(frame.samples)))
    var windows: [Window] = []
    while ring.end - cut >= Int64(Self.windowLength) {
      if let samples = ring.read(cut..<cut + Int64(Self.windowLength)) {
        windows.append(Window(start: Self.time(ofSample: cut), samples: samples))
      }
      cut += Int64(Self.windowLength)
    }
    return windows
  }

  /// The sound of a stretch of speech with a little before and after it, as far as it is known.
  ///
  /// - Returns: Mono sound at 16 kHz, at most 120 s.
  public func sound(of speech: TurnTaking.Speech) -> [Float] {
    sound(from: speech.start - Self.before, to: speech.end + Self.after)
  }

  /// The sound from `start` to `end`, as far as it is known.
  ///
  /// - Returns: Mono sound at 16 kHz.
  public func sound(from start: SampleTime, to end: SampleTime) -> [Float] {
    let first = max(Self.sample(at: start), ring.range.lowerBound)
    let last = min(Self.sample(at: end), ring.range.upperBound)
    guard first < last else { return [] }
    return ring.read(first..<last) ?? []
  }

  private static func time(ofSample sample: Int64) -> SampleTime {
    SampleTime(samples: sample * Int64(SampleTime.rate) / Int64(rate))
  }

  private static func sample(at time: SampleTime) -> Int64 {
    time.samples * Int64(rate) / Int64(SampleTime.rate)
  }
}
