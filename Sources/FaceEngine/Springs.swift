/// A value that glides to its target without overshooting: a critically damped spring.
///
/// The exact solution of the motion is used, so the result does not depend on how a second is cut
/// into frames and stays stable for any step.
struct Ease {
  private(set) var value: Float
  private var velocity: Float = 0

  init(_ value: Float) {
    self.value = value
  }

  /// Moves on by `dt` seconds.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - speed: The angular frequency: nine tenths of the way take 3.9 / speed seconds.
  ///   - dt: The seconds that passed.
  mutating func step(to target: Float, speed: Float, _ dt: Float) {
    let decay = Maths.exp(-speed * dt)
    let distance = value - target
    let push = velocity + speed * distance
    value = target + (distance + push * dt) * decay
    velocity = (velocity - speed * push * dt) * decay
  }
}

/// A value that swings about its target before it settles: an underdamped spring, solved exactly.
struct Swing {
  private(set) var value: Float = 0
  private var velocity: Float = 0

  /// Adds speed at once, as a knock does.
  mutating func knock(_ speed: Float) {
    velocity = Maths.clamp(velocity + speed, -60, 60)
  }

  /// Stops at `place`.
  mutating func rest(at place: Float) {
    value = place
    velocity = 0
  }

  /// Moves on by `dt` seconds.
  ///
  /// - Parameters:
  ///   - target: Where it comes to rest.
  ///   - speed: The angular frequency without damping.
  ///   - damping: The share of critical damping, above 0 and below 1.
  ///   - dt: The seconds that passed.
  mutating func step(to target: Float, speed: Float, damping: Float, _ dt: Float) {
    let decay = Maths.exp(-damping * speed * dt)
    let rate = speed * (1 - damping * damping).squareRoot()
    let sine = Maths.sin(rate * dt)
    let cosine = Maths.cos(rate * dt)
    let distance = value - target
    let side = (velocity + damping * speed * distance) / rate
    value = target + decay * (distance * cosine + side * sine)
    velocity =
      decay
      * ((side * rate - damping * speed * distance) * cosine
        - (distance * rate + damping * speed * side) * sine)
  }
}
