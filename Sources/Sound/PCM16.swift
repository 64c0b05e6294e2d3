/// Conversion between signed 16-bit samples, floating-point samples and little-endian bytes.
///
/// One step of 16-bit sound is 1/32768, so every 16-bit value survives the way there and back.
public enum PCM16 {
  private static let scale: Float = 32_768

  /// Floating-point samples in -1..<1.
  public static func floats(_ samples: [Int16]) -> [Float] {
    samples.map { Float($0) * (1 / scale) }
  }

  /// 16-bit samples, rounded to the nearest step; what is louder than full scale saturates, and what
  /// is not a number becomes silence.
  public static func samples(_ floats: [Float]) -> [Int16] {
    floats.map { value in
      let scaled = value * scale
      // The comparisons are false for NaN, which leaves zero.
      guard scaled > -scale else { return scaled <= -scale ? Int16.min : 0 }
      return scaled < scale - 1 ? Int16(scaled.rounded()) : Int16.max
    }
  }

  /// 16-bit samples from little-endian bytes; an odd last byte is left out.
  public static func samples(littleEndian bytes: [UInt8]) -> [Int16] {
    (0..<bytes.count / 2).map { index in
      Int16(truncatingIfNeeded: Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8)
    }
  }

  /// The samples as little-endian bytes.
  public static func littleEndian(_ samples: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 2)
    for sample in samples {
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    return bytes
  }
}
