/// What the mouth does while there is a voice.
struct Speech {
  private var goal = (openness: Float(0), roundness: Float(0))
  private var level: Float = 0
  private var opening = Ease(0)
  private var rounding = Ease(0)
  private var loudness = Ease(0)
  /// Seconds since the last shape; without shapes the level opens the mouth.
  private var age: Float = 10

  mutating func shape(openness: Float, roundness: Float) {
    goal = (openness, roundness)
    age = 0
  }

  mutating func hear(_ level: Float) {
    self.level = level
  }

  mutating func step(_ dt: Float) {
    age = min(age + dt, 10)
    let isShaped = age < 0.5
    opening.step(to: isShaped ? goal.openness : 0, speed: 34, dt)
    rounding.step(to: isShaped ? goal.roundness : 0, speed: 24, dt)
    loudness.step(to: level, speed: 26, dt)
  }

  var openness: Float { Maths.clamp(opening.value, 0, 1) }
  var roundness: Float { Maths.clamp(rounding.value, 0, 1) }
  var loud: Float { Maths.clamp(loudness.value, 0, 1) }
}
