import Testing

@testable import Engines

struct SpeechPiecesTests {
  private static let rate = 16_000

  /// A steady tone with silence of 400 ms around each of the given seconds.
  private static func speech(seconds: Double, pauses: [Double]) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      if pauses.contains(where: { abs($0 - time) < 0.2 }) { return 0 }
      return 0.3 * Float(SyntheticSound.sine(time * 200))
    }
  }

  @Test(
    arguments: [
      (3.0, [], 1), (12.0, [6.0], 1), (12.1, [6.0], 2), (20.0, [9.0], 2), (28.0, [8.0, 17.0], 3),
      (44.0, [5.0, 11.0, 20.0, 30.0, 38.0], 4),
    ] as [(Double, [Double], Int)])
  func `cuts fall into pauses and pieces cover everything`(
    seconds: Double, pauses: [Double], atLeast: Int
  ) {
    let speech = Self.speech(seconds: seconds, pauses: pauses)
    let pieces = SpeechPieces.standard.ranges(of: speech)
    #expect(pieces.count >= atLeast)
    #expect(pieces.first?.lowerBound == 0)
    #expect(pieces.last?.upperBound == speech.count)
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      #expect(piece.upperBound == next.lowerBound)
      let cut = Double(piece.upperBound) / Double(Self.rate)
      #expect(pauses.contains { abs($0 - cut) < 0.2 }, "cut at \(cut) s")
    }
    #expect(pieces.allSatisfy { $0.count <= 12 * Self.rate })
  }

  @Test func `every length up to two minutes gives pieces of at most 12 s and no scraps`() {
    let noise = SyntheticSound.noise(seconds: 120, amplitude: 0.2)
    for tenths in stride(from: 1, through: 1200, by: 37) {
      let speech = Array(noise.prefix(tenths * Self.rate / 10))
      let pieces = SpeechPieces.standard.ranges(of: speech)
      #expect(pieces.reduce(0) { $0 + $1.count } == speech.count)
      #expect(pieces.allSatisfy { $0.count <= 12 * Self.rate })
      if pieces.count > 1 { #expect(pieces.allSatisfy { $0.count >= 4 * Self.rate }) }
    }
    #expect(SpeechPieces.standard.ranges(of: []).isEmpty)
  }

  @Test(arguments: [
    (0, 0, 4800, 3200), (4800, 3200, 4800, 3200), (1600, 0, 4800, 3200), (9600, 9600, 9600, 9600),
  ])
  func `speech gets the quiet it lacks, and no more`(
    before: Int, after: Int, expectedBefore: Int, expectedAfter: Int
  ) {
    let tone = (0..<16_000).map { Float(SyntheticSound.sine(Double($0) / 80)) * 0.3 }
    let speech = [Float](repeating: 0, count: before) + tone + [Float](repeating: 0, count: after)
    let padded = QuietMargins.standard.around(speech[...])
    #expect(padded.count == expectedBefore + tone.count + expectedAfter)
    #expect(Array(padded[expectedBefore..<expectedBefore + tone.count]) == tone)
  }
}
