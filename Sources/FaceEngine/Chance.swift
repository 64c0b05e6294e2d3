/// Seeded chance: the same seed gives the same numbers everywhere.
///
/// Marsaglia's xorshift with 32 bits ("Xorshift RNGs", 2003), started through a mixing step so that
/// neighbouring seeds give unlike faces.
struct Chance {
  private var state: UInt32

  init(seed: UInt32) {
    var mixed = seed &+ 0x9e37_79b9
    mixed = (mixed ^ (mixed >> 16)) &* 0x85eb_ca6b
    mixed = (mixed ^ (mixed >> 13)) &* 0xc2b2_ae35
    mixed ^= mixed >> 16
    state = mixed == 0 ? 1 : mixed
  }

  /// A number from 0 up to, but not, 1.
  mutating func unit() -> Float {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Float(state >> 8) * (1 / 16_777_216)
  }

  /// A number between two others.
  mutating func between(_ least: Float, _ most: Float) -> Float {
    least + (most - least) * unit()
  }

  /// A number between −1 and 1 that is more often small than large.
  mutating func mostlySmall() -> Float {
    unit() + unit() - 1
  }

  /// Whether something happens that does so with this probability.
  mutating func happens(_ probability: Float) -> Bool {
    unit() < probability
  }

  /// A waiting time with mean 1 of events that know nothing of each other.
  mutating func exponential() -> Float {
    -Maths.log(1 - unit())
  }
}
