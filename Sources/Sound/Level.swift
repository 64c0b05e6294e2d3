import Glibc

/// How loud a stretch of sound is.
public struct Level: Sendable, Equatable {
  /// The level given for digital silence, in dBFS.
  public static let floor: Float = -120

  /// The root mean square relative to full scale, in dBFS.
  ///
  /// A full-scale square wave has 0, a full-scale sine -3.01, silence ``floor``.
  public var rms: Float

  /// The largest magnitude, 0 for silence and 1 at full scale.
  public var peak: Float

  /// The level of floating-point samples.
  public init(_ samples: [Float]) {
    var sum = 0.0
    var peak: Float = 0
    for sample in samples {
      sum += Double(sample * sample)
      peak = max(peak, abs(sample))
    }
    self.peak = peak
    rms = Self.decibels(power: samples.isEmpty ? 0 : sum / Double(samples.count))
  }

  /// The level of 16-bit samples.
  public init(_ samples: [Int16]) {
    var sum: Int64 = 0
    var peak: Int32 = 0
    for sample in samples {
      let wide = Int32(sample)
      sum += Int64(wide * wide)
      peak = max(peak, abs(wide))
    }
    let fullScale = 32_768.0
    self.peak = Float(peak) / Float(fullScale)
    let power = samples.isEmpty ? 0 : Double(sum) / Double(samples.count)
    rms = Self.decibels(power: power / (fullScale * fullScale))
  }

  private static func decibels(power: Double) -> Float {
    power > 1e-12 ? Float(10 * log10(power)) : floor
  }
}
