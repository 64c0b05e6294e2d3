import FaceEngine

/// One call to a face, as numbers, so that the browser can make the same.
struct FaceCall {
  /// Which function, in the order of ``apply(to:)``.
  var kind: Int32
  var first: Float = 0
  var second: Float = 0
  var third: Float = 0

  func apply(to face: inout Face) {
    switch kind {
    case 0: face.step(seconds: first)
    case 1: if let state = FaceState(rawValue: Int32(first)) { face.set(state) }
    case 2:
      if let emotion = Emotion(rawValue: Int32(first)) { face.express(emotion, weight: second) }
    case 3: face.look(x: first, y: second)
    case 4: face.lookAround()
    case 5: face.mouth(openness: first, roundness: second)
    case 6: face.voiceLevel(first)
    case 7: if let touch = Touch(rawValue: Int32(first)) { face.touch(touch, x: second, y: third) }
    case 8: face.motion(x: first, y: second, z: third)
    case 9: face.accent(red: first, green: second, blue: third)
    default: face.reducedMotion(first > 0)
    }
  }
}

/// Seeded calls to a face: sensible ones, or whatever a number can be.
struct RandomCalls {
  private var state: UInt64
  /// Whether numbers may be no numbers, endless or huge, and time may jump.
  var wild: Bool

  init(seed: UInt64, wild: Bool) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    self.wild = wild
  }

  mutating func bits() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 33)
  }

  mutating func unit() -> Float {
    Float(bits() >> 7) / 16_777_216
  }

  private mutating func number(_ least: Float, _ most: Float) -> Float {
    guard wild, bits() % 3 == 0 else { return least + (most - least) * unit() }
    let odd: [Float] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, -1, 0, 1e9, -1e9,
    ]
    return odd[Int(bits()) % odd.count]
  }

  /// A step of a sixtieth of a second, or in the wild of any length.
  mutating func step() -> FaceCall {
    FaceCall(kind: 0, first: wild ? number(-0.1, 0.2) : 1 / 60)
  }

  mutating func next() -> FaceCall {
    let kind = Int32(1 + bits() % 10)
    switch kind {
    case 1: return FaceCall(kind: kind, first: Float(bits() % 6))
    case 2: return FaceCall(kind: kind, first: Float(bits() % 25), second: number(0, 1))
    case 7:
      return FaceCall(
        kind: kind, first: Float(bits() % 4), second: number(-1, 1), third: number(-1, 1))
    case 8:
      return FaceCall(
        kind: kind, first: number(-15, 15), second: number(-15, 15), third: number(-15, 15))
    case 10: return FaceCall(kind: kind, first: wild ? Float(bits() % 2) : 0)
    default:
      return FaceCall(
        kind: kind, first: number(-1, 1), second: number(-1, 1), third: number(0, 1))
    }
  }
}
