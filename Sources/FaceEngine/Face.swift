/// A face: told what to show, it lives on by itself and says where everything is.
///
/// A value without clocks or chance of its own: the same seed and the same calls give the same
/// numbers, bit for bit, on every machine. No input can make a number that is none or beyond
/// ``FaceLayout``'s ranges.
public struct Face {
  /// Every number of the face after the last step, as ``FaceLayout`` says.
  public internal(set) var output: [Float]

  var chance: Chance
  var blend = Blend()
  var reactions = Reactions()
  var meter = ShakeMeter()
  var blinker: Blinker
  var gaze: Gaze
  var rhythms: Rhythms
  var body = Body()
  var speech = Speech()
  var quiet: Float = 0
  var dim = Ease(1)
  var pulse = Swing()
  var accent = Accent()
  var isCalm = false
  var toldGaze: (x: Float, y: Float)?
  var touchedAt: (x: Float, y: Float) = (0, 0)

  /// A face awake with nothing to do.
  ///
  /// - Parameter seed: Gives every face a life of its own.
  public init(seed: UInt32) {
    var chance = Chance(seed: seed)
    blinker = Blinker(&chance)
    gaze = Gaze(&chance)
    rhythms = Rhythms(&chance)
    self.chance = chance
    output = [Float](repeating: 0, count: FaceLayout.count)
    step(seconds: 0)
  }

  /// Tells what the companion is doing.
  public mutating func set(_ state: FaceState) {
    guard state != blend.state else { return }
    blend.set(state)
    quiet = 0
    // Attention moves with a blink, more often than not.
    if state != .asleep, chance.happens(0.6) { blinker.blink() }
    if !isCalm { pulse.knock(-0.9) }
  }

  /// Shows an emotion beside those it shows.
  ///
  /// - Parameters:
  ///   - emotion: Which; `neutral` ends all others.
  ///   - weight: How much, from 0, which ends it, to 1.
  public mutating func express(_ emotion: Emotion, weight: Float) {
    blend.express(emotion, Maths.clamp(weight, 0, 1))
    quiet = 0
  }

  /// Looks at a point: −1 to 1 from edge to edge of the visor, y downward.
  public mutating func look(x: Float, y: Float) {
    toldGaze = (Maths.signed(x), Maths.signed(y))
  }

  /// Looks where it likes again.
  public mutating func lookAround() {
    toldGaze = nil
  }

  /// Shapes the mouth for a sound of speech.
  ///
  /// - Parameters:
  ///   - openness: 0 for closed, 1 for wide open.
  ///   - roundness: 0 for the i of "see", 1 for the o of "so".
  public mutating func mouth(openness: Float, roundness: Float) {
    speech.shape(openness: Maths.clamp(openness, 0, 1), roundness: Maths.clamp(roundness, 0, 1))
    if openness > 0.05 { quiet = 0 }
  }

  /// Tells how loud the one who is talking is: the person while listening, otherwise the companion.
  ///
  /// - Parameter level: 0 for silence, 1 for loud.
  public mutating func voiceLevel(_ level: Float) {
    speech.hear(Maths.clamp(level, 0, 1))
    if level > 0.05 { quiet = 0 }
  }

  /// Tells that the face is touched, or no longer.
  ///
  /// - Parameters:
  ///   - touch: How.
  ///   - x: −1 to 1 from edge to edge of the visor.
  ///   - y: The same, downward.
  public mutating func touch(_ touch: Touch, x: Float, y: Float) {
    reactions.feel(touch)
    touchedAt = (Maths.signed(x), Maths.signed(y))
    quiet = 0
  }

  /// Tells how the thing the face is shown on is moved, without gravity, in m/s².
  public mutating func motion(x: Float, y: Float, z: Float) {
    body.push(x: x, y: y, z: z)
    if body.force > 2 { quiet = 0 }
  }

  /// Gives the eyes their colour, each part from 0 to 1.
  public mutating func accent(red: Float, green: Float, blue: Float) {
    accent.set(Maths.clamp(red, 0, 1), Maths.clamp(green, 0, 1), Maths.clamp(blue, 0, 1))
  }

  /// Leaves out every motion but cross-fades and blinks.
  public mutating func reducedMotion(_ reduced: Bool) {
    isCalm = reduced
  }

  /// Lives on for `seconds`, at most a tenth of one, and fills ``output``.
  public mutating func step(seconds: Float) {
    let dt = Maths.clamp(seconds, 0, 0.1)
    let force = body.force
    let isShaken = meter.step(force, dt)
    if isShaken { reactions.reel() }
    reactions.step(isShaking: meter.reading >= ShakeMeter.threshold, dt)
    let surge = blend.step(reactions, dt)
    if surge > 0.3, !isCalm { pulse.knock(-1.7 * surge) }
    pulse.step(to: 0, speed: 15, damping: 0.42, dt)
    if isCalm { pulse.rest(at: 0) }
    rhythms.step(sleep: blend.weight(.asleep), isCalm ? 0 : dt, slow: dt)
    look(dt)
    blink(dt)
    speech.step(dt)
    accent.step(dt)
    body.step(gazeX: gaze.x, gazeY: gaze.y, isCalm: isCalm, dt)
    rest(dt)
    fill(isShaken: isShaken)
  }

  private mutating func look(_ dt: Float) {
    gaze.look(at: reactions.isTouched ? touchedAt : toldGaze)
    let restless = max(blend.weight(.nervous), 0.8 * blend.weight(.afraid))
    let mood = Gaze.Mood(
      state: blend.state, restless: restless, searching: blend.weight(.searching), calm: isCalm)
    gaze.step(mood, &chance, dt)
    guard gaze.jumped > 0.35 else { return }
    pulse.knock(-0.5 * min(gaze.jumped, 1))
    // Large moves of the eyes often come with a blink (Evinger et al., 1994).
    if chance.happens(0.3 * min(gaze.jumped, 1)) { blinker.blink() }
  }

  private mutating func blink(_ dt: Float) {
    var rate = blend.mean(Face.blinkRate)
    rate += 45 * blend.weight(.nervous) + 10 * blend.weight(.afraid)
    rate *= 1 - 0.8 * max(blend.weight(.startled), blend.weight(.dizzy))
    let sleepy = blend.weight(.sleepy)
    let habit = Blinker.Habit(
      rate: Maths.mix(rate, 12, sleepy), slowness: 1 + 2.2 * sleepy + 0.6 * blend.weight(.calm))
    blinker.step(habit, &chance, dt)
  }

  /// Blinks a minute, beyond the refractory time, in the state of this number.
  private static func blinkRate(_ state: Int) -> Float {
    switch FaceState(rawValue: Int32(state)) {
    case .asleep: 0
    case .listening: 15
    case .thinking: 17
    case .speaking: 34
    case .puzzled: 24
    case .idle, nil: 22
    }
  }

  /// Goes dim when nothing happens for a minute, and in sleep.
  private mutating func rest(_ dt: Float) {
    quiet = min(quiet + dt, 1000)
    let waking: Float = quiet > 60 ? 0.55 : 1
    let goal = waking * (1 - 0.45 * blend.weight(.asleep))
    dim.step(to: goal, speed: goal < dim.value ? 1.2 : 6, dt)
  }
}
