/// A stretch of mono sound as floating-point samples.
public struct SoundClip: Sendable, Equatable {
  /// Samples per second.
  public var rate: Int

  /// Mono samples, nominally in -1…1.
  public var samples: [Float]

  /// A clip of `samples` at `rate` samples per second.
  ///
  /// - Precondition: `rate` is positive.
  public init(rate: Int, samples: [Float]) {
    precondition(rate > 0, "a clip needs a positive sample rate")
    self.rate = rate
    self.samples = samples
  }

  /// The length in milliseconds.
  public var milliseconds: Double {
    Double(samples.count) * 1000 / Double(rate)
  }
}
