import FaceEngine
import Testing

struct LifeTests {
  /// The times at which blinks begin in ten minutes.
  func blinks(_ prepare: (inout Face) -> Void) -> [Double] {
    var times: [Double] = []
    for seed in 1...5 as ClosedRange<UInt32> {
      var face = Face(seed: seed)
      prepare(&face)
      for frame in 0..<3600 {
        face.step(seconds: 1 / 30)
        let events = Int(face.output[FaceLayout.index(.events)])
        if events & FaceLayout.Event.blinked.rawValue != 0 {
          times.append(Double(seed) * 1000 + Double(frame) / 30)
        }
      }
    }
    return times
  }

  @Test func `it blinks about as often as people do, and more when nervous`() {
    let rest = blinks { _ in }.count
    let hearing = blinks { $0.set(.listening) }.count
    let speaking = blinks { $0.set(.speaking) }.count
    let nervous = blinks { $0.express(.nervous, weight: 1) }.count
    // Ten minutes: 12 to 24 a minute at rest.
    #expect((120...240).contains(rest))
    #expect(hearing < rest)
    #expect(speaking > rest)
    #expect(nervous > rest + 80)
    #expect(blinks { $0.set(.asleep) }.count == 0)
  }

  @Test func `no blink follows another at once, but some are double, and no two waits are alike`() {
    let times = blinks { _ in }
    let waits = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 < 500 }
    // A blink takes a quarter second; its double follows at once.
    #expect(waits.allSatisfy { $0 > 0.25 })
    let doubles = waits.filter { $0 < 0.5 }.count
    #expect((3...60).contains(doubles))
    let mean = waits.reduce(0, +) / Double(waits.count)
    let spread = waits.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(waits.count)
    #expect(spread.squareRoot() > 0.5 * mean)
  }

  /// Where the eyes look in two minutes, once the state has settled.
  func gazes(_ state: FaceState, seed: UInt32 = 3) -> [(x: Float, y: Float)] {
    var face = Face(seed: seed)
    face.set(state)
    return (0..<7200).map { _ in
      face.step(seconds: 1 / 60)
      return (face.output[FaceLayout.index(.gazeX)], face.output[FaceLayout.index(.gazeY)])
    }.suffix(7000)
  }

  @Test func `it looks at who speaks, often at whom it speaks to, and away while it thinks`() {
    func contact(_ state: FaceState) -> Double {
      let all = gazes(state)
      return Double(all.filter { abs($0.x) < 0.2 && abs($0.y) < 0.2 }.count) / Double(all.count)
    }
    #expect(contact(.listening) > 0.98)
    #expect((0.5...0.95).contains(contact(.speaking)))
    #expect(contact(.thinking) < 0.05)
    let thinking = gazes(.thinking)
    #expect(thinking.filter { $0.y < -0.35 && abs($0.x) > 0.25 }.count > thinking.count * 8 / 10)
    #expect((0.3...0.85).contains(contact(.idle)))
  }

  @Test func `it looks where it is told and at the finger first`() {
    var face = Face(seed: 1)
    func settle() { for _ in 0..<60 { face.step(seconds: 1 / 60) } }
    func gaze() -> Float { face.output[FaceLayout.index(.gazeX)] }
    face.look(x: 0.8, y: 0)
    settle()
    #expect(abs(gaze() - 0.8) < 0.1)
    face.touch(.hold, x: -0.7, y: 0.2)
    settle()
    #expect(abs(gaze() + 0.7) < 0.1)
    face.touch(.none, x: 0, y: 0)
    settle()
    #expect(abs(gaze() - 0.8) < 0.1)
  }

  @Test func `the head follows the eyes later`() {
    var face = Face(seed: 1)
    for _ in 0..<120 { face.step(seconds: 1 / 60) }
    let start = face.output[FaceLayout.index(.x)]
    face.look(x: 1, y: 0)
    for _ in 0..<12 { face.step(seconds: 1 / 60) }
    #expect(face.output[FaceLayout.index(.gazeX)] > 0.8)
    let head = face.output[FaceLayout.index(.x)] - start
    #expect(head < 0.06)
    for _ in 0..<60 { face.step(seconds: 1 / 60) }
    #expect(face.output[FaceLayout.index(.x)] - start > head + 0.02)
  }

  @Test func `it goes dim after a quiet minute and wakes at a touch`() {
    var face = Face(seed: 1)
    func live(_ seconds: Int) { for _ in 0..<seconds * 60 { face.step(seconds: 1 / 60) } }
    live(58)
    #expect(face.output[FaceLayout.index(.dim)] > 0.98)
    live(10)
    #expect(face.output[FaceLayout.index(.dim)] < 0.6)
    face.touch(.poke, x: 0, y: 0)
    live(2)
    #expect(face.output[FaceLayout.index(.dim)] > 0.95)
  }

  @Test func `no pixel stays lit: the face wanders, too slowly to see`() {
    var face = Face(seed: 1)
    var most: Float = 0
    var seen: [Float] = []
    var last = face.output[FaceLayout.index(.driftX)]
    for _ in 0..<60 * 600 {
      face.step(seconds: 1 / 60)
      let drift = face.output[FaceLayout.index(.driftX)]
      most = max(most, abs(drift - last))
      last = drift
      seen.append(drift)
    }
    #expect(most < 0.000_1)
    #expect((seen.max() ?? 0) - (seen.min() ?? 0) > 0.045)
  }

  @Test func `with reduced motion nothing swings, and the eyes still blink`() {
    var face = Face(seed: 1)
    face.reducedMotion(true)
    face.express(.laughing, weight: 1)
    for _ in 0..<240 { face.step(seconds: 1 / 60) }
    let still = face.output
    // Not enough to startle it.
    face.motion(x: 5, y: 3, z: 3)
    var blinked = false
    var moved: Float = 0
    for _ in 0..<600 {
      face.step(seconds: 1 / 60)
      for part in [FaceLayout.Head.x, .y, .angle, .scaleX, .scaleY] {
        let index = FaceLayout.index(part)
        moved = max(moved, abs(face.output[index] - still[index]))
      }
      blinked = blinked || Int(face.output[FaceLayout.index(.events)]) & 2 != 0
    }
    #expect(blinked)
    #expect(moved < 0.003)
  }
}
