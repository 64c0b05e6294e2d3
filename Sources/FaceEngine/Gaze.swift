/// Where the eyes look when nobody tells them.
///
/// People look at the one who speaks to them nearly all the time, at the one they speak to often,
/// and away, upward and to a side, while they think (Argyle and Cook, 1976; Andrist et al., 2014).
/// Eyes rest one to five seconds, then jump, often back to the middle (Lee, Badler and Badler,
/// "Eyes Alive", 2002), and tremble a little while they rest (Martinez-Conde et al., 2004).
struct Gaze {
  /// What decides where the face looks.
  struct Mood {
    var state: FaceState
    /// 0: calm; 1: the eyes dart about.
    var restless: Float
    /// How much it looks for something, from side to side.
    var searching: Float
    /// No jumps, only slow glides.
    var calm: Bool
  }

  private(set) var x: Float = 0
  private(set) var y: Float = 0
  /// The strength of a jump that began in the last step, 0 when none did.
  private(set) var jumped: Float = 0

  private var eyesX = Swing()
  private var eyesY = Swing()
  private var glideX = Ease(0)
  private var glideY = Ease(0)
  private var goal = (x: Float(0), y: Float(0))
  private var hold: Float = 1.5
  /// Seconds left of the small move backward that announces a large jump.
  private var windup: Float = 0
  private var side: Float
  private var last = FaceState.idle
  private var tremor = (x: Float(0), y: Float(0))
  private var tremorHold: Float = 0.5
  private var told: (x: Float, y: Float)?
  private var shift: Float = 0

  init(_ chance: inout Chance) {
    side = chance.happens(0.5) ? 1 : -1
  }

  /// Looks at a point, or again where it likes.
  mutating func look(at point: (x: Float, y: Float)?) {
    told = point
    if point == nil { hold = min(hold, 0.4) }
  }

  mutating func step(_ mood: Mood, _ chance: inout Chance, _ dt: Float) {
    jumped = 0
    if mood.state != last {
      last = mood.state
      side = chance.happens(0.5) ? 1 : -1
      hold = 0
    }
    hold -= dt
    if hold <= 0 { choose(mood, &chance) }
    tremble(&chance, dt)
    move(mood, dt)
  }

  private mutating func choose(_ mood: Mood, _ chance: inout Chance) {
    let before = goal
    if mood.searching > 0.5 {
      side = -side
      goal = (side * chance.between(0.6, 0.95), chance.between(-0.15, 0.2))
      hold = chance.between(0.6, 1.3)
    } else {
      chooseByState(mood.state, &chance)
      if mood.restless > 0.3 {
        goal.x += mood.restless * 0.5 * chance.mostlySmall()
        goal.y += mood.restless * 0.25 * chance.mostlySmall()
        hold = Maths.mix(hold, min(hold, chance.between(0.25, 0.9)), mood.restless)
      }
    }
    let way = abs(goal.x - before.x) + abs(goal.y - before.y)
    guard told == nil, !mood.calm else { return }
    jumped = way
    shift = way
    windup = way > 0.35 ? 0.07 : 0
  }

  private mutating func chooseByState(_ state: FaceState, _ chance: inout Chance) {
    let isAway = abs(goal.x) + abs(goal.y) > 0.2
    switch state {
    case .asleep:
      goal = (0, 0)
      hold = 5
    case .listening:
      // The small moves between the eyes and the mouth of the one who speaks.
      goal = (0.07 * chance.mostlySmall(), 0.06 * chance.mostlySmall())
      hold = chance.between(1, 5)
    case .speaking:
      if isAway || chance.happens(0.35) {
        goal = (0.05 * chance.mostlySmall(), 0)
        hold = chance.between(1.5, 4)
      } else {
        goal = (
          chance.between(0.25, 0.5) * (chance.happens(0.5) ? 1 : -1), chance.between(-0.2, 0.25)
        )
        hold = chance.between(0.5, 1.2)
      }
    case .thinking:
      if chance.happens(0.15) { side = -side }
      goal = (side * chance.between(0.4, 0.75), chance.between(-0.75, -0.5))
      hold = chance.between(1, 3)
    case .puzzled:
      side = -side
      goal = (side * chance.between(0.15, 0.35), chance.between(-0.2, 0.05))
      hold = chance.between(1, 2.5)
    case .idle:
      if isAway && chance.happens(0.6) || chance.happens(0.2) {
        goal = (0, 0)
      } else {
        goal = (0.9 * chance.mostlySmall(), 0.5 * chance.mostlySmall())
      }
      hold = chance.between(1, 5)
    }
  }

  /// Small, fast moves of resting eyes.
  private mutating func tremble(_ chance: inout Chance, _ dt: Float) {
    tremorHold -= dt
    guard tremorHold <= 0 else { return }
    tremor = (0.025 * chance.mostlySmall(), 0.02 * chance.mostlySmall())
    tremorHold = 0.2 + 0.6 * chance.exponential()
  }

  private mutating func move(_ mood: Mood, _ dt: Float) {
    windup = max(windup - dt, 0)
    let wanted = told ?? goal
    if mood.calm {
      glideX.step(to: wanted.x, speed: 4, dt)
      glideY.step(to: wanted.y, speed: 4, dt)
      eyesX.rest(at: glideX.value)
      eyesY.rest(at: glideY.value)
    } else {
      let speed: Float = told == nil ? 42 : 20
      // Before it jumps the eye moves a little the other way.
      let back: Float = windup > 0 ? -0.06 : 1
      let toX = told == nil ? Maths.mix(x, wanted.x, back) : wanted.x
      let toY = told == nil ? Maths.mix(y, wanted.y, back) : wanted.y
      eyesX.step(to: toX + tremor.x, speed: windup > 0 ? 12 : speed, damping: 0.8, dt)
      eyesY.step(to: toY + tremor.y, speed: windup > 0 ? 12 : speed, damping: 0.8, dt)
      glideX.step(to: eyesX.value, speed: 20, dt)
      glideY.step(to: eyesY.value, speed: 20, dt)
    }
    x = Maths.clamp(eyesX.value, -1.2, 1.2)
    y = Maths.clamp(eyesY.value, -1.2, 1.2)
  }
}
