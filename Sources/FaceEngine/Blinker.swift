/// Blinks as people do: by chance, never twice at once, faster when nervous.
///
/// A Poisson process with a refractory time, as blink intervals are commonly described; its rates
/// are close to those of Bentivoglio et al. (1997): about 17 a minute at rest, 26 in conversation
/// and fewer while attending. The lid falls in about half the time it takes to rise (VanderWerf et
/// al., 2003).
struct Blinker {
  /// What decides how often and how slowly the face blinks.
  struct Habit {
    /// Blinks a minute, beyond the refractory time.
    var rate: Float
    /// How many times longer than usual a blink takes.
    var slowness: Float
  }

  /// The shortest time between the end of a blink and the next, in seconds.
  static let refractory: Float = 0.5

  private enum State {
    /// Open for so many seconds; `patience` is what is left of the drawn waiting time.
    case open(seconds: Float, patience: Float)
    /// In a blink of this slowness.
    case blinking(seconds: Float, slowness: Float, again: Bool)
    /// Between the two halves of a double blink.
    case between(seconds: Float)
  }

  private var state: State
  /// How far the lids are closed, from 0 to 1.
  private(set) var closed: Float = 0
  /// Whether a blink began in the last step.
  private(set) var began = false

  private static let falling: Float = 0.08
  private static let shut: Float = 0.035
  private static let rising: Float = 0.15

  init(_ chance: inout Chance) {
    state = .open(seconds: 0, patience: chance.exponential())
  }

  /// Blinks now, unless it does already.
  mutating func blink() {
    if case .open = state { begin(slowness: 1, again: false) }
  }

  mutating func step(_ habit: Habit, _ chance: inout Chance, _ dt: Float) {
    began = false
    switch state {
    case .open(let seconds, let patience):
      closed = 0
      let waits = seconds > Blinker.refractory ? patience - habit.rate / 60 * dt : patience
      if waits > 0 {
        state = .open(seconds: min(seconds + dt, 10), patience: waits)
      } else {
        begin(slowness: habit.slowness, again: chance.happens(0.12))
      }
    case .between(let seconds):
      closed = 0
      if seconds > dt {
        state = .between(seconds: seconds - dt)
      } else {
        begin(slowness: 1, again: false)
      }
    case .blinking(let seconds, let slowness, let again):
      move(seconds + dt / slowness, slowness: slowness, again: again, &chance)
    }
  }

  private mutating func begin(slowness: Float, again: Bool) {
    state = .blinking(seconds: 0, slowness: slowness, again: again)
    began = true
  }

  private mutating func move(
    _ seconds: Float, slowness: Float, again: Bool, _ chance: inout Chance
  ) {
    state = .blinking(seconds: seconds, slowness: slowness, again: again)
    let opens = Blinker.falling + Blinker.shut
    if seconds < opens {
      closed = Maths.smooth(seconds / Blinker.falling)
    } else if seconds < opens + Blinker.rising {
      closed = 1 - Maths.smooth((seconds - opens) / Blinker.rising)
    } else {
      closed = 0
      state =
        again ? .between(seconds: 0.06) : .open(seconds: 0, patience: chance.exponential())
    }
  }
}
