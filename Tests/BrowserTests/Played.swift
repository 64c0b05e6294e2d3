import Dialogue
import Engines
import FoundationEssentials
import Sound
import TestSupport
import Testing

/// What a page played, sample by sample on the clock of its AudioContext.
struct Played {
  /// The frame of the context at which it begins.
  let first: Int
  /// The sound.
  let clip: SoundClip

  /// Takes what `page` has played so far.
  init(in page: BrowserPage) async throws {
    let taken = try await page.value(of: "ears.take()")
    first = Int(taken["first"].value)
    let bytes = [UInt8](try #require(Data(base64Encoded: taken["samples"].text)))
    clip = SoundClip(
      rate: Int(taken["rate"].value), samples: PCM16.floats(PCM16.samples(littleEndian: bytes)))
  }

  /// The part from a frame of the context on.
  func samples(from frame: Int) -> ArraySlice<Float> {
    clip.samples.dropFirst(max(0, frame - first))
  }

  /// What is said in it, from a frame of the context on.
  func words(from frame: Int) async throws -> String {
    let part = SoundClip(rate: clip.rate, samples: Array(samples(from: frame)))
    return try await SharedEngines.ofThisMachine.transcriber()
      .transcribe(part.resampled(to: 16_000).samples, urgency: .final)
  }

  /// Where the sound begins in `samples`: the first that has a tenth of the loudest.
  static func onset(of samples: some Collection<Float>) -> Int? {
    let loudest = samples.lazy.map(abs).max() ?? 0
    return samples.enumerated().first { loudest > 0 && abs($0.element) > loudest / 10 }?.offset
  }
}

/// The value in the middle of `values`, and the one that only a twentieth exceed.
func spread(_ values: [Double]) -> (middle: Double, most: Double) {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return (.nan, .nan) }
  return (sorted[sorted.count / 2], sorted[min(sorted.count - 1, sorted.count * 19 / 20)])
}
