import FaceEngine
import Testing

struct PropertyTests {
  /// The least and the most of every number, in the order of the output.
  static let ranges: [(least: Float, most: Float)] = {
    var ranges: [(least: Float, most: Float)] = []
    for _ in 0...1 { ranges += FaceLayout.Eye.allCases.map { FaceLayout.range($0) } }
    ranges += FaceLayout.Head.allCases.map { FaceLayout.range($0) }
    let points = FaceLayout.count - ranges.count
    return ranges + Array(repeating: (-1.6, 1.6), count: points)
  }()

  @Test func `ten thousand wild inputs make no number that is none or out of range`() {
    for seed in 1...10_000 as ClosedRange<UInt64> {
      var calls = RandomCalls(seed: seed, wild: true)
      var face = Face(seed: UInt32(seed))
      for _ in 0..<6 {
        for _ in 0..<4 { calls.next().apply(to: &face) }
        calls.step().apply(to: &face)
      }
      let wrong = zip(face.output, PropertyTests.ranges).enumerated().filter { _, pair in
        !(pair.0 >= pair.1.least && pair.0 <= pair.1.most)
      }
      #expect(wrong.isEmpty, "seed \(seed): \(wrong.map(\.offset))")
    }
  }

  @Test func `the same seed and the same calls give the same bits`() {
    func live(seed: UInt32) -> [UInt32] {
      var calls = RandomCalls(seed: 5, wild: false)
      var face = Face(seed: seed)
      var bits: [UInt32] = []
      for _ in 0..<2000 {
        if calls.unit() < 0.1 { calls.next().apply(to: &face) }
        calls.step().apply(to: &face)
        bits += face.output.map(\.bitPattern)
      }
      return bits
    }
    #expect(live(seed: 1) == live(seed: 1))
    #expect(live(seed: 1) != live(seed: 2))
  }

  @Test func `nothing jumps from one frame to the next`() {
    var worst = Array(repeating: Float(0), count: FaceLayout.count)
    for seed in 1...60 as ClosedRange<UInt64> {
      var calls = RandomCalls(seed: seed, wild: false)
      var face = Face(seed: UInt32(seed))
      var last = face.output
      for _ in 0..<900 {
        if calls.unit() < 0.04 { calls.next().apply(to: &face) }
        calls.step().apply(to: &face)
        for index in worst.indices {
          worst[index] = max(worst[index], abs(face.output[index] - last[index]))
        }
        last = face.output
      }
    }
    for (index, limit) in PropertyTests.limits.enumerated() {
      #expect(worst[index] <= limit, "number \(index) moved by \(worst[index]) in a frame")
    }
  }

  /// How far each number may move in a sixtieth of a second.
  static let limits: [Float] = {
    func eye(_ part: FaceLayout.Eye) -> Float {
      switch part {
      // A blink covers them in two or three frames.
      case .upperLid, .heart, .spiral, .pupilSize: 0.5
      case .highlightSize: 0.22
      default: 0.16
      }
    }
    func head(_ part: FaceLayout.Head) -> Float {
      switch part {
      // Phases begin again, and words change at once.
      case .spiralAngle, .fall, .doze, .pulse, .shown, .events, .shake: .infinity
      case .gazeX, .gazeY: 0.6
      case .mouthOpen, .mouthRound: 0.4
      default: 0.16
      }
    }
    let eyes = FaceLayout.Eye.allCases.map(eye)
    let numbers = eyes + eyes + FaceLayout.Head.allCases.map(head)
    // A lid takes the points of an eye along: nearly its height while it blinks.
    return numbers + Array(repeating: 0.4, count: FaceLayout.count - numbers.count)
  }()

  @Test func `a frame of any length comes to the same rest`() {
    func rest(frames: Int, of seconds: Float) -> [Float] {
      var face = Face(seed: 9)
      face.reducedMotion(true)
      face.express(.bored, weight: 1)
      for _ in 0..<frames { face.step(seconds: seconds) }
      let parts: [FaceLayout.Head] = [
        .x, .y, .angle, .red, .green, .blue, .mouthWidth, .mouthCurve,
      ]
      return parts.map { face.output[FaceLayout.index($0)] }
    }
    for (one, other) in zip(rest(frames: 600, of: 1 / 60), rest(frames: 100, of: 0.1)) {
      #expect(abs(one - other) < 0.001)
    }
  }
}
