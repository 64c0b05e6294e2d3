/// The colour of the eyes, which fades when it changes.
struct Accent {
  private var goal = (red: Float(0.404), green: Float(0.878), blue: Float(0.878))
  private var fading: (red: Ease, green: Ease, blue: Ease)
  private var hasLived = false

  init() {
    fading = (Ease(goal.red), Ease(goal.green), Ease(goal.blue))
  }

  mutating func set(_ red: Float, _ green: Float, _ blue: Float) {
    goal = (red, green, blue)
    // A face that nobody has seen yet has nothing to fade from.
    if !hasLived { fading = (Ease(red), Ease(green), Ease(blue)) }
  }

  mutating func step(_ dt: Float) {
    hasLived = hasLived || dt > 0
    fading.red.step(to: goal.red, speed: 10, dt)
    fading.green.step(to: goal.green, speed: 10, dt)
    fading.blue.step(to: goal.blue, speed: 10, dt)
  }

  var red: Float { fading.red.value }
  var green: Float { fading.green.value }
  var blue: Float { fading.blue.value }
}
