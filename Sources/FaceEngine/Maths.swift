/// The few functions the face needs, with the same bits on every machine and in the browser.
///
/// The mathematical library differs between systems; these use only operations that IEEE 754 rounds
/// exactly, in a fixed order. Each is accurate to about 1e-6 where the face uses it.
enum Maths {
  static let pi: Float = 3.141_592_7
  static let turn: Float = 6.283_185_5

  /// The sine of `angle` in radians, for angles up to some thousand turns; 0 for what is no number.
  static func sin(_ angle: Float) -> Float {
    guard angle.isFinite, abs(angle) < 100_000 else { return 0 }
    // Two steps of subtraction keep the low bits of π that a Float has no room for.
    let halves = (angle / pi).rounded(.toNearestOrEven)
    let folded = (angle - halves * 3.140_625) - halves * 0.000_967_653_59
    let odd = halves - 2 * (halves / 2).rounded(.down)
    let square = folded * folded
    // Taylor's series to the eleventh power; the remainder at a quarter turn is below 6e-8.
    var sum: Float = -2.505_210_8e-8
    sum = sum * square + 2.755_731_9e-6
    sum = sum * square - 1.984_127e-4
    sum = sum * square + 8.333_333_5e-3
    sum = sum * square - 0.166_666_67
    let value = folded + folded * square * sum
    return odd > 0.5 ? -value : value
  }

  /// The cosine of `angle` in radians.
  static func cos(_ angle: Float) -> Float {
    sin(angle + pi / 2)
  }

  /// The exponential of `power`, 0 below what a Float can hold.
  static func exp(_ power: Float) -> Float {
    guard power > -87 else { return 0 }
    let bounded = min(power, 88)
    let twos = (bounded * 1.442_695).rounded(.toNearestOrEven)
    let rest = (bounded - twos * 0.693_359_4) + twos * 2.121_944_4e-4
    var sum: Float = 1.388_888_9e-3
    sum = sum * rest + 8.333_333_3e-3
    sum = sum * rest + 4.166_666_7e-2
    sum = sum * rest + 0.166_666_67
    sum = sum * rest + 0.5
    sum = sum * rest + 1
    sum = sum * rest + 1
    return sum * Float(bitPattern: UInt32(Int32(twos) + 127) << 23)
  }

  /// The natural logarithm of `number`, which is above 0 and at most 1.
  static func log(_ number: Float) -> Float {
    let bits = max(number, 1e-30).bitPattern
    var exponent = Float(Int32(bits >> 23) - 127)
    var mantissa = Float(bitPattern: (bits & 0x007f_ffff) | 0x3f80_0000)
    if mantissa > 1.414_213_6 {
      mantissa *= 0.5
      exponent += 1
    }
    // ln m = 2 artanh((m − 1) / (m + 1)), a series that converges fast near 1.
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var sum: Float = 0.111_111_11
    sum = sum * square + 0.142_857_15
    sum = sum * square + 0.2
    sum = sum * square + 0.333_333_34
    sum = sum * square + 1
    return 2 * ratio * sum + exponent * 0.693_147_2
  }

  /// `number` moved into the range; its lower end for what is no number.
  static func clamp(_ number: Float, _ least: Float, _ most: Float) -> Float {
    number > least ? (number < most ? number : most) : least
  }

  /// `number` between −1 and 1; 0 for what is no number.
  static func signed(_ number: Float) -> Float {
    number.isNaN ? 0 : clamp(number, -1, 1)
  }

  /// A smooth step from 0 to 1 while `share` goes from 0 to 1.
  static func smooth(_ share: Float) -> Float {
    let bounded = clamp(share, 0, 1)
    return bounded * bounded * (3 - 2 * bounded)
  }

  /// The fraction that is left of `phase` without its whole turns.
  static func wrapped(_ phase: Float) -> Float {
    phase - phase.rounded(.down)
  }

  /// `number` for small ones, never beyond `most` for large ones.
  static func soft(_ number: Float, _ most: Float) -> Float {
    number / (1 + abs(number) / most)
  }

  /// The place between `from` and `to` at `share`.
  static func mix(_ from: Float, _ to: Float, _ share: Float) -> Float {
    from + (to - from) * share
  }
}
