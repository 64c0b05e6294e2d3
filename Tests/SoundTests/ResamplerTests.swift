import Glibc
import Sound
import Testing

/// A sine of amplitude 0.5.
func sine(_ frequency: Double, rate: Int, count: Int) -> [Float] {
  (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
}

/// How far `samples` lie over their difference from `truth`, in dB, away from both ends.
func signalToNoise(_ samples: [Float], _ truth: [Float], edge: Int) -> Double {
  var signal = 0.0
  var noise = 0.0
  for index in edge..<min(samples.count, truth.count) - edge {
    signal += Double(truth[index] * truth[index])
    let difference = Double(samples[index] - truth[index])
    noise += difference * difference
  }
  return 10 * log10(signal / max(noise, 1e-30))
}

struct ResamplerTests {
  static let rates = [
    8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000,
  ]

  @Test(arguments: rates, rates)
  func `a 1 kHz tone comes out in time, in tune and of the right length`(from: Int, to: Int) {
    let clip = SoundClip(rate: from, samples: sine(1000, rate: from, count: from / 2))
    let result = clip.resampled(to: to)
    #expect(abs(Double(result.samples.count) - Double(from / 2) * Double(to) / Double(from)) <= 1)
    let truth = sine(1000, rate: to, count: result.samples.count)
    #expect(signalToNoise(result.samples, truth, edge: to / 50) > 60)
    let back = result.resampled(to: from)
    #expect(signalToNoise(back.samples, clip.samples, edge: from / 50) > 60)
  }

  @Test(arguments: [(44_100, 24_000), (48_000, 24_000), (24_000, 16_000), (8000, 24_000)])
  func `pieces of any size give the same samples as one piece`(from: Int, to: Int) {
    var random = SystemRandomNumberGenerator()
    let samples = (0..<from / 4).map { _ in Float.random(in: -1...1, using: &random) }
    let whole = SoundClip(rate: from, samples: samples).resampled(to: to).samples
    for longest in [1, 7, 100, 5000] {
      let resampler = Resampler(from: from, to: to)
      var output: [Float] = []
      var next = 0
      while next < samples.count {
        let end = min(samples.count, next + Int.random(in: 0...longest, using: &random))
        output += resampler.process(Array(samples[next..<end]))
        next = end
      }
      output += resampler.finish()
      #expect(output == whole)
    }
  }

  @Test func `nothing gives nothing, and one sample gives its share`() {
    #expect(SoundClip(rate: 48_000, samples: []).resampled(to: 24_000).samples == [])
    #expect(SoundClip(rate: 8000, samples: [1]).resampled(to: 24_000).samples.count == 3)
    #expect(Resampler(from: 24_000, to: 24_000).process([1, 2]) == [1, 2])
  }
}
