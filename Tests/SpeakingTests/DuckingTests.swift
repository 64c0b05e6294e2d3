import Dialogue
import Sound
import Speaking
import Testing

/// A sentence in which every sample tells its place.
private func counted(_ milliseconds: Double) -> VoicedSentence {
  let length = Int(SampleSpan.milliseconds(milliseconds).samples)
  return VoicedSentence(
    written: "One.",
    sound: SpokenSound(
      samples: (0..<length).map { 0.1 + Float($0 % 997) / 1500 },
      words: [TimedWord(text: "One.", start: .zero, end: .milliseconds(milliseconds))],
      phonemes: []))
}

private func played(_ playout: inout Playout, frames: Int) -> [Int16] {
  (0..<frames).flatMap { _ in playout.nextFrame().samples }
}

@Test func `a ducked voice is 12 dB quieter, smoothly, and comes back at the same sample`() {
  var plain = Playout()
  plain.add(counted(2000))
  let whole = played(&plain, frames: 100)
  var playout = Playout()
  playout.add(counted(2000))
  var sound = played(&playout, frames: 10)
  playout.duck(true)
  sound += played(&playout, frames: 30)
  playout.duck(false)
  sound += played(&playout, frames: 60)
  #expect(Array(sound[..<4800]) == Array(whole[..<4800]))
  #expect(Array(sound[19_680...]) == Array(whole[19_680...]), "to the bit, 20 ms after the return")
  for place in 5280..<19_200 {
    #expect(abs(Float(sound[place]) - Float(whole[place]) * Playout.duckedGain) <= 1)
  }
  let gains = zip(sound, whole).map { Float($0) / Float($1) }
  let steps = zip(gains, gains.dropFirst()).map { abs($0 - $1) }
  #expect((steps.max() ?? 1) < 0.004, "no click")
  #expect(playout.heardSoFar == plain.heardSoFar)
}

@Test func `a voice that is stopped while it is ducked fades from there`() {
  var playout = Playout()
  playout.add(counted(2000))
  _ = played(&playout, frames: 10)
  playout.duck(true)
  _ = played(&playout, frames: 10)
  _ = playout.stop()
  let rest = played(&playout, frames: 3)
  let loudest = rest.map { abs(Int($0)) }.max() ?? 0
  #expect(loudest < Int(32_767 * 0.77 * Playout.duckedGain) + 1)
  #expect(rest[480...].allSatisfy { $0 == 0 })
}

@Test func `a listener elsewhere gets every sample as it is`() {
  var playout = Playout(for: .elsewhere)
  playout.add(counted(100))
  playout.finish()
  playout.duck(true)
  var sound: [Int16] = []
  while let piece = playout.nextPiece() { sound += piece.samples }
  #expect(sound == PCM16.samples(counted(100).sound.samples))
}
