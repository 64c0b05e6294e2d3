/// A moment on the audio clock: samples at 24 kHz since capture began.
///
/// Audio time is the clock of every decision, so the same recording gives the same decisions in a
/// test as live.
public struct SampleTime: Hashable, Comparable, Sendable, Codable {
  /// Samples per second of the clock (and of the wire).
  public static let rate = 24_000

  /// The number of 24 kHz samples since capture began.
  public var samples: Int64

  /// The moment `samples` samples after capture began.
  public init(samples: Int64) {
    self.samples = samples
  }

  /// The moment `milliseconds` after capture began, rounded to a sample.
  public init(milliseconds: Double) {
    samples = Int64((milliseconds * Double(Self.rate) / 1000).rounded())
  }

  /// The start of capture.
  public static let zero = SampleTime(samples: 0)

  /// Milliseconds since capture began.
  public var milliseconds: Double {
    Double(samples) * 1000 / Double(Self.rate)
  }

  public static func < (a: SampleTime, b: SampleTime) -> Bool {
    a.samples < b.samples
  }

  /// The moment `span` after `time`.
  public static func + (time: SampleTime, span: SampleSpan) -> SampleTime {
    SampleTime(samples: time.samples + span.samples)
  }

  /// The moment `span` before `time`.
  public static func - (time: SampleTime, span: SampleSpan) -> SampleTime {
    SampleTime(samples: time.samples - span.samples)
  }

  /// The time from `start` to `end`; negative when `end` is earlier.
  public static func - (end: SampleTime, start: SampleTime) -> SampleSpan {
    SampleSpan(samples: end.samples - start.samples)
  }
}

/// A stretch of audio time, in samples at 24 kHz.
public struct SampleSpan: Hashable, Comparable, Sendable, Codable {
  /// The number of 24 kHz samples.
  public var samples: Int64

  /// A stretch of `samples` samples.
  public init(samples: Int64) {
    self.samples = samples
  }

  /// A stretch of `milliseconds`, rounded to a sample.
  public static func milliseconds(_ milliseconds: Double) -> SampleSpan {
    SampleSpan(samples: Int64((milliseconds * Double(SampleTime.rate) / 1000).rounded()))
  }

  /// No time at all.
  public static let zero = SampleSpan(samples: 0)

  /// The length in milliseconds.
  public var milliseconds: Double {
    Double(samples) * 1000 / Double(SampleTime.rate)
  }

  public static func < (a: SampleSpan, b: SampleSpan) -> Bool {
    a.samples < b.samples
  }

  /// Both stretches one after the other.
  public static func + (a: SampleSpan, b: SampleSpan) -> SampleSpan {
    SampleSpan(samples: a.samples + b.samples)
  }

  /// The stretch `a` shortened by `b`.
  public static func - (a: SampleSpan, b: SampleSpan) -> SampleSpan {
    SampleSpan(samples: a.samples - b.samples)
  }
}
