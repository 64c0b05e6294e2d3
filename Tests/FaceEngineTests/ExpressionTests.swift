import FaceEngine
import Foundation
import Testing

/// A face that has shown one thing for a while and does not blink just now.
struct Shown: Sendable, CustomTestStringConvertible {
  var name: String
  var state = FaceState.idle
  var emotion = Emotion.neutral

  static let emotions = Emotion.allCases.map { Shown(name: "\($0)", emotion: $0) }
  static let states = FaceState.allCases.filter { $0 != .idle }.map {
    Shown(name: "\($0)-state", state: $0)
  }

  var testDescription: String { name }

  var numbers: [Float] {
    var face = Face(seed: 7)
    face.reducedMotion(true)
    face.set(state)
    face.express(emotion, weight: 1)
    var sinceBlink = 0
    for frame in 0..<600 where frame < 150 || sinceBlink < 40 {
      face.step(seconds: 1 / 60)
      let events = Int(face.output[FaceLayout.index(.events)])
      sinceBlink = events & FaceLayout.Event.blinked.rawValue == 0 ? sinceBlink + 1 : 0
    }
    return face.output
  }
}

struct ExpressionTests {
  @Test(arguments: Shown.emotions + Shown.states)
  func `an expression looks as it was approved`(shown: Shown) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/\(shown.name).pgm")
    let picture = FacePicture(shown.numbers)
    guard let approved = try? Data(contentsOf: file) else {
      try Data(picture.pgm).write(to: file)
      Issue.record("There was no picture of \(shown.name). One was made; look at it and keep it.")
      return
    }
    let isApproved = [UInt8](approved) == picture.pgm
    #expect(
      isApproved,
      "\(shown.name) changed. If it shall be so, delete its picture and run this again.")
  }

  @Test func `no two expressions look the same`() {
    let all = (Shown.emotions + Shown.states.filter { $0.name != "puzzled-state" }).map {
      (name: $0.name, numbers: $0.numbers, picture: FacePicture($0.numbers))
    }
    func colour(_ numbers: [Float]) -> [Float] {
      [FaceLayout.Head.red, .green, .blue].map { numbers[FaceLayout.index($0)] }
    }
    for (index, one) in all.enumerated() {
      for other in all.dropFirst(index + 1) {
        let hue = zip(colour(one.numbers), colour(other.numbers)).map { abs($0 - $1) }.reduce(0, +)
        let difference = one.picture.difference(from: other.picture) + 4 * Double(hue)
        #expect(difference > 2, "\(one.name) and \(other.name): \(difference)")
      }
    }
  }

  @Test func `half an emotion lies between none and all of it`() {
    func curve(_ weight: Float) -> Float {
      var face = Face(seed: 1)
      face.express(.happy, weight: weight)
      for _ in 0..<180 { face.step(seconds: 1 / 60) }
      return face.output[FaceLayout.index(.mouthCurve)]
    }
    #expect(abs(curve(0.5) - (curve(0) + curve(1)) / 2) < 0.02)
  }

  @Test func `nothing is felt in sleep`() {
    var face = Face(seed: 1)
    face.set(.asleep)
    face.express(.laughing, weight: 1)
    for _ in 0..<180 { face.step(seconds: 1 / 60) }
    #expect(face.output[FaceLayout.index(.mouthOpen)] < 0.15)
    #expect(face.output[FaceLayout.index(0, .upperLid)] > 0.95)
    #expect(Int(face.output[FaceLayout.index(.shown)]) == 64)
  }
}
