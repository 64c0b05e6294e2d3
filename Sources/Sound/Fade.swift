import Glibc

/// A short change of loudness that starts or ends sound without a click.
public struct Fade: Sendable, Equatable {
  /// How the loudness changes.
  public enum Curve: Sendable {
    /// The amplitude changes evenly.
    case linear
    /// The power changes evenly, so that a fade out and a fade in over each other stay equally loud.
    case equalPower
  }

  /// How the loudness changes.
  public var curve: Curve

  /// The length in samples.
  public var length: Int

  /// A fade over `length` samples; 480 are 20 ms at 24 kHz.
  ///
  /// - Precondition: `length` is positive.
  public init(_ curve: Curve, length: Int = Frame.length) {
    precondition(length > 0, "a fade has a length")
    self.curve = curve
    self.length = length
  }

  /// Fades the beginning of `samples` in; a piece shorter than the fade is faded over its own length.
  public func fadeIn(_ samples: inout [Float]) {
    let count = min(length, samples.count)
    for index in 0..<count { samples[index] *= gain(index, of: count) }
  }

  /// Fades the end of `samples` out, down to silence.
  public func fadeOut(_ samples: inout [Float]) {
    let count = min(length, samples.count)
    let last = samples.count - 1
    for index in 0..<count { samples[last - index] *= gain(index, of: count) }
  }

  /// Fades the beginning of `samples` in; a piece shorter than the fade is faded over its own length.
  public func fadeIn(_ samples: inout [Int16]) {
    let count = min(length, samples.count)
    for index in 0..<count { samples[index] = scaled(samples[index], gain(index, of: count)) }
  }

  /// Fades the end of `samples` out, down to silence.
  public func fadeOut(_ samples: inout [Int16]) {
    let count = min(length, samples.count)
    let last = samples.count - 1
    for index in 0..<count {
      samples[last - index] = scaled(samples[last - index], gain(index, of: count))
    }
  }

  private func gain(_ index: Int, of count: Int) -> Float {
    let part = Float(index) / Float(count)
    return switch curve {
    case .linear: part
    case .equalPower: sinf(part * .pi / 2)
    }
  }

  private func scaled(_ sample: Int16, _ gain: Float) -> Int16 {
    Int16((Float(sample) * gain).rounded())
  }
}
