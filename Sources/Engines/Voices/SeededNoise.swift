import Glibc

/// Noise that is the same whenever it starts from the same seed, so that a sentence always sounds
/// the same.
///
/// The numbers are those of SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable
/// pseudorandom number generators", 2014).
struct SeededNoise: RandomNumberGenerator {
  private var state: UInt64

  /// Noise that starts from `seed`.
  init(seed: UInt64) {
    state = seed
  }

  /// Noise that starts from the content of `numbers` (the hash FNV-1a over whole numbers).
  init(seededBy numbers: some Sequence<Int64>) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for number in numbers {
      hash = (hash ^ UInt64(bitPattern: number)) &* 0x100_0000_01B3
    }
    state = hash
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Two independent numbers of the standard normal distribution.
  ///
  /// The method is the one of Box and Muller, "A note on the generation of random normal deviates",
  /// 1958.
  ///
  /// - Returns: The two numbers.
  mutating func normalPair() -> (Float, Float) {
    let bits = next()
    let radius = (Float(bits >> 40) + 0.5) * 0x1p-24
    let angle = Float((bits >> 8) & 0xFF_FFFF) * (0x1p-24 * 2 * .pi)
    let length = (-2 * logf(radius)).squareRoot()
    return (length * cosf(angle), length * sinf(angle))
  }
}

/// A stock of normal noise from which tables of any size are cut, since making each number anew
/// would take longer than speaking.
struct NoiseGrain: Sendable {
  private let numbers: [Float]

  /// A stock of 65 536 numbers.
  init(seed: UInt64) {
    var noise = SeededNoise(seed: seed)
    var numbers: [Float] = []
    numbers.reserveCapacity(65_536)
    while numbers.count < 65_536 {
      let (first, second) = noise.normalPair()
      numbers += [first, second]
    }
    self.numbers = numbers
  }

  /// A table of shape 1 × `count` × `columns`, each row cut from a place of the stock that `noise`
  /// chooses.
  func rows(_ count: Int, columns: Int, noise: inout SeededNoise) -> Tensor {
    var values: [Float] = []
    values.reserveCapacity(count * columns)
    for _ in 0..<count {
      var place = Int(noise.next() % UInt64(numbers.count))
      var left = columns
      while left > 0 {
        let length = min(left, numbers.count - place)
        values += numbers[place..<place + length]
        left -= length
        place = 0
      }
    }
    return Tensor(shape: [1, count, columns], values: .float(values))
  }
}
