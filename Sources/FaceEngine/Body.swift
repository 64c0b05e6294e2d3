/// The face as a thing with weight: it hangs in springs under the visor, and the head follows the
/// eyes.
struct Body {
  private var push = (x: Float(0), y: Float(0), z: Float(0))
  /// Seconds since the last push; sensors send no message that they stopped.
  private var age: Float = 1
  private var sideways = Swing()
  private var upright = Swing()
  private var turning = Swing()
  private var depth = Swing()
  private var trailX = Ease(0)
  private var trailY = Ease(0)

  /// Where the springs and the eyes have taken the head.
  struct Place {
    var x: Float
    var y: Float
    var angle: Float
    var scale: Float
  }

  mutating func push(x: Float, y: Float, z: Float) {
    func bounded(_ part: Float) -> Float { part.isNaN ? 0 : Maths.clamp(part, -40, 40) }
    push = (bounded(x), bounded(y), bounded(z))
    age = 0
  }

  /// The size of the acceleration that acts now, in m/s².
  var force: Float {
    guard age < 0.15 else { return 0 }
    return (push.x * push.x + push.y * push.y + push.z * push.z).squareRoot()
  }

  mutating func step(gazeX: Float, gazeY: Float, isCalm: Bool, _ dt: Float) {
    let acts: Float = age < 0.15 && !isCalm ? dt : 0
    age = min(age + dt, 1)
    // What is hung up stays behind when its frame is pushed. Screens count y downward, sensors up.
    sideways.knock(-push.x * 3 * acts)
    upright.knock(push.y * 3 * acts)
    turning.knock(-push.x * 1.7 * acts)
    depth.knock(push.z * acts)
    sideways.step(to: 0, speed: 13, damping: 0.3, dt)
    upright.step(to: 0, speed: 13, damping: 0.3, dt)
    turning.step(to: 0, speed: 10.5, damping: 0.25, dt)
    depth.step(to: 0, speed: 12, damping: 0.35, dt)
    trailX.step(to: isCalm ? 0 : gazeX, speed: 7, dt)
    trailY.step(to: isCalm ? 0 : gazeY, speed: 7, dt)
    guard isCalm else { return }
    sideways.rest(at: 0)
    upright.rest(at: 0)
    turning.rest(at: 0)
    depth.rest(at: 0)
  }

  var place: Place {
    Place(
      x: Maths.soft(sideways.value, 0.4) + 0.1 * trailX.value,
      y: Maths.soft(upright.value, 0.3) + 0.07 * trailY.value,
      angle: Maths.soft(turning.value, 0.35) + 0.025 * trailX.value,
      scale: Maths.soft(depth.value, 0.15))
  }
}
