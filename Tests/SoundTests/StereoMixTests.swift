import Testing

@testable import Sound

/// Pairs of left and right.
private func pairs(_ left: [Float], _ right: [Float]) -> [Float] {
  zip(left, right).flatMap { [$0, $1] }
}

/// A tone at half of full scale.
private let tone = sine(440, rate: 48_000, count: 48_000)

private func largestStep(_ samples: [Float]) -> Float {
  zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
}

struct StereoMixTests {
  @Test(arguments: [Float(-1), -0.8])
  func `opposite channels are heard as the louder one`(gain: Float) {
    let other = tone.map { $0 * gain }
    for (left, right) in [(tone, other), (other, tone)] {
      var mix = StereoMix(rate: 48_000)
      let mixed = mix.mix(pairs(left, right))
      let louder = gain == -1 ? left : tone
      #expect(mixed[480...].elementsEqual(louder[480...]))
      #expect(largestStep(mixed) <= largestStep(tone) * 1.1, "no click at the beginning")
    }
  }

  @Test(arguments: [Float(1), 0.5, 0, -0.4])
  func `channels that leave something of each other are their mean`(gain: Float) {
    let other = tone.map { $0 * gain }
    var mix = StereoMix(rate: 48_000)
    let mixed = mix.mix(pairs(tone, other))
    #expect(mixed == zip(tone, other).map { $0 * 0.5 + $1 * 0.5 })
  }

  @Test func `a change in the middle does not click, wherever the blocks end`() {
    let turned = tone.enumerated().map { (14_400..<33_600).contains($0) ? -$1 : $1 }
    let whole = pairs(tone, turned)
    for length in [48_000, 16_384, 4_800, 1_000] {
      var mix = StereoMix(rate: 48_000)
      var mixed: [Float] = []
      for start in stride(from: 0, to: 48_000, by: length) {
        mixed += mix.mix(Array(whole[2 * start..<2 * min(start + length, 48_000)]))
      }
      #expect(mixed.count == 48_000)
      #expect(largestStep(mixed) <= largestStep(tone) * 1.2, "blocks of \(length)")
      let middle = mixed[20_000..<30_000].map { abs($0) }.max() ?? 0
      #expect(middle > 0.45)
    }
  }

  @Test func `silence and nothing at all are fine`() {
    var mix = StereoMix(rate: 8_000)
    #expect(mix.mix([]) == [])
    #expect(mix.mix([Float](repeating: 0, count: 4_000)) == [Float](repeating: 0, count: 2_000))
  }
}
