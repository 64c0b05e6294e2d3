import FaceEngine
import Foundation
import Testing

struct MotionTests {
  /// Lives through seconds of motion to and fro and says what happened.
  func live(
    _ face: inout Face, seconds: Double, amplitude: Double, frequency: Double
  ) -> (shaken: Int, meter: Float) {
    var shaken = 0
    var meter: Float = 0
    for frame in 0..<Int(seconds * 60) {
      let angle = 2 * Double.pi * frequency * Double(frame) / 60
      face.motion(x: Float(amplitude * sin(angle)), y: 0, z: 0)
      face.step(seconds: 1 / 60)
      let events = Int(face.output[FaceLayout.index(.events)])
      shaken += events & FaceLayout.Event.shaken.rawValue
      meter = max(meter, face.output[FaceLayout.index(.shake)])
    }
    return (shaken, meter)
  }

  @Test func `pushed aside, the face stays behind, swings back and comes to rest`() {
    var face = Face(seed: 1)
    face.look(x: 0, y: 0)
    func sideways() -> Float { face.output[FaceLayout.index(.x)] }
    for _ in 0..<120 { face.step(seconds: 1 / 60) }
    let rest = sideways()
    var path: [Float] = []
    for frame in 0..<240 {
      if frame < 8 { face.motion(x: 12, y: 0, z: 0) }
      face.step(seconds: 1 / 60)
      path.append(sideways() - rest)
    }
    #expect((path.min() ?? 0) < -0.08)
    #expect((path.max() ?? 0) > 0.02)
    #expect(path.suffix(30).allSatisfy { abs($0) < 0.01 })
  }

  @Test func `walking is no shake`() {
    var face = Face(seed: 1)
    let walk = live(&face, seconds: 30, amplitude: 1.55, frequency: 2)
    #expect(walk.shaken == 0)
    #expect((0.02...0.1).contains(walk.meter))
  }

  @Test func `a hard shake for more than a second makes it dizzy, once`() {
    var face = Face(seed: 1)
    let shake = live(&face, seconds: 4, amplitude: 15, frequency: 4)
    #expect(shake.shaken == 1)
    #expect(shake.meter > 2)
    #expect(face.output[FaceLayout.index(0, .spiral)] > 0.8)
    for _ in 0..<300 { face.step(seconds: 1 / 60) }
    #expect(face.output[FaceLayout.index(0, .spiral)] < 0.05)
    #expect(live(&face, seconds: 3, amplitude: 15, frequency: 4).shaken == 1)
  }

  @Test func `half a second of shaking is forgiven`() {
    var face = Face(seed: 1)
    let jolt = live(&face, seconds: 0.6, amplitude: 15, frequency: 4)
    for _ in 0..<120 { face.step(seconds: 1 / 60) }
    #expect(jolt.shaken == 0)
  }

  @Test func `a poke startles, then amuses`() {
    var face = Face(seed: 1)
    func shown() -> Int { Int(face.output[FaceLayout.index(.shown)]) }
    face.touch(.poke, x: 0.3, y: 0)
    face.touch(.none, x: 0.3, y: 0)
    for _ in 0..<18 { face.step(seconds: 1 / 60) }
    #expect(shown() == Emotion.startled.rawValue)
    for _ in 0..<40 { face.step(seconds: 1 / 60) }
    #expect(shown() == Emotion.amused.rawValue)
    for _ in 0..<120 { face.step(seconds: 1 / 60) }
    #expect(shown() == 64 + Int(FaceState.idle.rawValue))
  }

  @Test(arguments: [(Touch.stroke, Emotion.pleased), (.hold, .hugged)])
  func `a stroke pleases and a hold is a hug`(touch: Touch, emotion: Emotion) {
    var face = Face(seed: 1)
    face.express(.sad, weight: 1)
    for _ in 0..<30 {
      face.touch(touch, x: 0, y: 0)
      face.step(seconds: 1 / 60)
    }
    #expect(Int(face.output[FaceLayout.index(.shown)]) == emotion.rawValue)
    face.touch(.none, x: 0, y: 0)
    for _ in 0..<180 { face.step(seconds: 1 / 60) }
    #expect(Int(face.output[FaceLayout.index(.shown)]) == Emotion.sad.rawValue)
  }

  @Test func `the mouth follows the sounds and closes without them`() {
    var face = Face(seed: 1)
    face.set(.speaking)
    func open() -> Float { face.output[FaceLayout.index(.mouthOpen)] }
    for _ in 0..<20 {
      face.mouth(openness: 0.9, roundness: 0.1)
      face.step(seconds: 1 / 60)
    }
    #expect(open() > 0.6)
    for _ in 0..<60 { face.step(seconds: 1 / 60) }
    #expect(open() < 0.05)
    for _ in 0..<20 {
      face.voiceLevel(0.8)
      face.step(seconds: 1 / 60)
    }
    #expect(open() > 0.3)
  }
}
