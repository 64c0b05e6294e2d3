/// 20 ms of mono sound at 24 kHz: the unit in which sound travels through Kith.
public struct Frame: Sendable, Equatable {
  /// Samples in every frame: 480, which is 20 ms.
  public static let length = 480

  /// The length of a frame on the audio clock.
  public static let span = SampleSpan(samples: Int64(length))

  /// When the first sample was captured or is to be played.
  public var start: SampleTime

  /// 480 samples of signed 16-bit sound.
  public var samples: [Int16]

  /// A frame that starts at `start`.
  ///
  /// - Precondition: `samples` holds exactly ``length`` samples.
  public init(start: SampleTime, samples: [Int16]) {
    precondition(samples.count == Self.length, "a frame holds 480 samples")
    self.start = start
    self.samples = samples
  }

  /// A frame of digital silence.
  public static func silence(at start: SampleTime) -> Frame {
    Frame(start: start, samples: [Int16](repeating: 0, count: length))
  }

  /// The moment after the last sample.
  public var end: SampleTime {
    start + Self.span
  }
}
