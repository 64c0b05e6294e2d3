/// What the face does by itself when it is touched or shaken, as weights of emotions.
struct Reactions {
  private var touch = Touch.none
  private var strokeLeft: Float = 0
  private var hugLeft: Float = 0
  /// Seconds since the last poke.
  private var sincePoke: Float = 100
  private var dizzyLeft: Float = 0
  private var isShaken = false

  /// Whether a finger is on the face.
  var isTouched: Bool { touch != .none }

  mutating func feel(_ touch: Touch) {
    self.touch = touch
    switch touch {
    case .none: break
    case .stroke: strokeLeft = 1.4
    case .poke: sincePoke = 0
    case .hold: hugLeft = 1
    }
  }

  /// Reels for three seconds after a shake.
  mutating func reel() {
    dizzyLeft = 3
  }

  mutating func step(isShaking: Bool, _ dt: Float) {
    isShaken = isShaking
    sincePoke = min(sincePoke + dt, 100)
    dizzyLeft = max(dizzyLeft - dt, 0)
    // While the shaking goes on it does not recover.
    if isShaking, dizzyLeft > 0 { dizzyLeft = max(dizzyLeft, 1.5) }
    strokeLeft = touch == .stroke ? min(strokeLeft, 1.4) - dt * 0.3 : strokeLeft - dt
    strokeLeft = max(strokeLeft, 0)
    if touch != .hold { hugLeft = max(hugLeft - dt, 0) }
  }

  /// How much it wants to show an emotion, from 0 to 1.
  func weight(of emotion: Emotion) -> Float {
    if dizzyLeft > 0 { return emotion == .dizzy ? 1 : 0 }
    if isShaken { return emotion == .startled ? 1 : 0 }
    switch emotion {
    case .startled: return sincePoke < 0.45 ? 1 : 0
    case .amused: return sincePoke >= 0.45 && sincePoke < 2.2 ? 1 : 0
    case .hugged: return hugLeft > 0 ? 1 : 0
    case .pleased: return strokeLeft > 0 && hugLeft == 0 ? 1 : 0
    default: return 0
    }
  }

  /// How much of what it was told to feel it shows meanwhile.
  var leavesOver: Float {
    let isBusy = dizzyLeft > 0 || isShaken || sincePoke < 2.2 || hugLeft > 0 || strokeLeft > 0
    return isBusy ? 0 : 1
  }
}
