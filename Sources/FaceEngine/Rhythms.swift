/// The motions that go on by themselves, as phases from 0 to 1 that begin again.
///
/// A phase stays exact for ever; the time since the start would lose its small digits in a day.
struct Rhythms {
  private(set) var breath: Float = 0
  private(set) var hop: Float = 0
  private(set) var sway: Float = 0
  private(set) var spiral: Float = 0
  private(set) var fall: Float = 0
  private(set) var doze: Float = 0
  private(set) var pulse: Float = 0
  private var shiver: Float = 0
  private var otherShiver: Float = 0
  private var drift: Float
  private var otherDrift: Float

  init(_ chance: inout Chance) {
    breath = chance.unit()
    drift = chance.unit()
    otherDrift = chance.unit()
  }

  /// Moves on by `dt` seconds.
  ///
  /// - Parameters:
  ///   - sleep: How deeply it sleeps, from 0 to 1, which slows the breath.
  ///   - dt: The seconds that passed; 0 when nothing shall move.
  ///   - slow: The seconds that passed, for what nobody sees move.
  mutating func step(sleep: Float, _ dt: Float, slow: Float) {
    func on(_ phase: inout Float, _ timesASecond: Float) {
      phase = Maths.wrapped(phase + dt * timesASecond)
    }
    on(&breath, Maths.mix(0.23, 0.15, sleep))
    on(&hop, 2.6)
    on(&sway, 0.55)
    on(&spiral, 0.7)
    on(&fall, 0.4)
    on(&doze, 0.26)
    on(&pulse, 1.15)
    on(&shiver, 9.7)
    on(&otherShiver, 13.1)
    // Seven and ten minutes: too slow to see, fast enough that no pixel stays lit.
    drift = Maths.wrapped(drift + slow / 421)
    otherDrift = Maths.wrapped(otherDrift + slow / 613)
  }

  /// The breath: 1 when full, −1 when empty.
  var breathing: Float { Maths.sin(breath * Maths.turn) }

  /// How high the hop of a laugh is, from 0 to 1.
  var hopping: Float { abs(Maths.sin(hop * Maths.turn)) }

  /// A beat like that of a heart, from 0 to 1.
  var beating: Float {
    let wave = max(Maths.sin(pulse * Maths.turn), 0)
    return wave * wave
  }

  /// A shiver to the side, about −1 to 1.
  var shivering: Float {
    0.6 * Maths.sin(shiver * Maths.turn) + 0.4 * Maths.sin(otherShiver * Maths.turn)
  }

  /// The slow wandering that keeps a screen from burning in.
  var wandering: (x: Float, y: Float) {
    (0.025 * Maths.sin(drift * Maths.turn), 0.025 * Maths.sin(otherDrift * Maths.turn))
  }
}
