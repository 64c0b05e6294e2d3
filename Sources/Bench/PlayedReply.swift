import Sound
import Speaking

/// What a listener hears of a reply: its sound, and the silences between its sentences.
struct PlayedReply {
  /// A block of 10 ms counts as sound from this level; below it a listener hears a gap.
  private static let audible: Float = -50
  private static let block = 240

  /// No more than this is kept of a reply, 6 MB.
  private static let longest = 120 * SampleTime.rate

  private var loud: [Bool] = []
  private var begins: [Int] = []
  private var played: [Int16] = []
  private var spoken = 0

  /// Takes the next frame.
  mutating func take(_ input: Frame, _ output: Playout.Output) {
    keep(output)
    for _ in output.begun { begins.append(loud.count) }
    let samples = PCM16.floats(output.samples)
    for start in stride(from: 0, to: samples.count, by: Self.block) {
      let block = Array(samples[start..<min(start + Self.block, samples.count)])
      loud.append(Level(block).rms > Self.audible)
    }
  }

  /// The sound from the first word to the last, with the silences between; empty without a reply.
  var sound: [Int16] {
    Array(played[..<spoken])
  }

  private mutating func keep(_ output: Playout.Output) {
    guard output.isSpeech || !played.isEmpty, played.count < Self.longest else { return }
    played += output.samples
    if output.isSpeech { spoken = played.count }
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
