import Sound
import Speaking

/// Measures the silences between the sentences of a reply as a listener hears them.
struct PlayedReply {
  /// A block of 10 ms counts as sound from this level; below it a listener hears a gap.
  private static let audible: Float = -50
  private static let block = 240

  private var loud: [Bool] = []
  private var begins: [Int] = []

  /// Takes the next frame.
  mutating func take(_ input: Frame, _ output: Playout.Output) {
    for _ in output.begun { begins.append(loud.count) }
    let samples = PCM16.floats(output.samples)
    for start in stride(from: 0, to: samples.count, by: Self.block) {
      let block = Array(samples[start..<min(start + Self.block, samples.count)])
      loud.append(Level(block).rms > Self.audible)
    }
  }

  /// The longest silence around the beginning of a sentence that follows another, in milliseconds;
  /// nil when the reply had one sentence.
  var longestGapMilliseconds: Double? {
    begins.dropFirst().compactMap { begin -> Double? in
      guard let next = loud[begin...].firstIndex(of: true),
        let last = loud[..<begin].lastIndex(of: true)
      else { return nil }
      return Double(next - last - 1) * 10
    }.max()
  }
}
