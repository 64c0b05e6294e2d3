import Glibc
import Sound
import Testing

@testable import Engines

struct VoiceSoundTests {
  @Test func `a pulse train has its pitch, no mean and nothing where it is unvoiced`() {
    let pulses = PulseTrain.make(
      pitch: [Float](repeating: 200, count: 40) + [Float](repeating: 0, count: 40), hop: 300,
      rate: 24_000)
    #expect(pulses.count == 24_000)
    #expect(pulses[12_300...].allSatisfy { $0 == 0 })
    let peaks = pulses[..<11_700].indices.filter { pulses[$0] > 40 }
    // 200 pulses a second for 0.4875 s; each is one or two samples wide.
    let starts = peaks.filter { $0 == 0 || pulses[$0 - 1] <= 40 }
    #expect(abs(starts.count - 97) <= 1)
    let mean = pulses[..<11_640].reduce(0, +) / 11_640
    #expect(abs(mean) < 0.02)
  }

  @Test func `a spectrum that asks for plain pulses gives plain pulses`() {
    let frames = 40
    let pitch = [Float](repeating: 150, count: frames)
    let silent = [Float](repeating: -40, count: HibariSpectrum.bins * frames)
    let zero = [Float](repeating: 0, count: HibariSpectrum.bins * frames)
    var noise = SeededNoise(seed: 1)
    let sound = HibariSpectrum(
      pulseLevel: zero, pulseTurn: zero, noiseLevel: silent, freeLevel: silent, freePhase: zero,
      pitch: pitch
    ).sound(noise: &noise)
    let pulses = PulseTrain.make(pitch: pitch, hop: HibariSpectrum.hop, rate: 24_000)
    #expect(sound.count == pulses.count)
    for index in 1200..<sound.count - 1200 {
      #expect(abs(sound[index] * 300 - pulses[index]) < 0.05 * 75)
    }
  }

  @Test func `a transform undoes itself`() {
    var transform = RealTransform(length: 1200)
    var noise = SeededNoise(seed: 3)
    let block = (0..<1200).map { _ in noise.normalPair().0 }
    var spectrum = RealTransform.Spectrum(
      real: [Float](repeating: 0, count: 601), imaginary: [Float](repeating: 0, count: 601))
    transform.transform(block, into: &spectrum)
    var back = [Float](repeating: 0, count: 1200)
    transform.invert(spectrum, into: &back)
    #expect(zip(block, back).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test func `seeded noise repeats itself and is normal`() {
    var noise = SeededNoise(seededBy: [1, 2, 3])
    var again = SeededNoise(seededBy: [1, 2, 3])
    var other = SeededNoise(seededBy: [3, 2, 1])
    #expect(noise.next() == again.next())
    #expect(noise.next() != other.next())
    let values = (0..<20_000).flatMap { _ in
      let (first, second) = noise.normalPair()
      return [first, second]
    }
    let mean = values.reduce(0, +) / 40_000
    let variance = values.reduce(0) { $0 + $1 * $1 } / 40_000
    #expect(abs(mean) < 0.02)
    #expect(abs(variance - 1) < 0.03)
  }

  @Test(arguments: [Float(0.001), 0.05, 0.3, 3])
  func `speech is brought to one level and never clips`(loudness: Float) {
    var noise = SeededNoise(seed: 5)
    let speech = (0..<24_000).map { index in
      (index / 4800) % 2 == 0 ? noise.normalPair().0 * loudness : 0
    }
    let levelled = SpeechLevel.levelled(speech)
    #expect(levelled.allSatisfy { abs($0) < 1 })
    let loud = levelled.enumerated().filter { ($0.offset / 4800) % 2 == 0 }.map(\.element)
    let power = loud.reduce(0) { $0 + $1 * $1 } / Float(loud.count)
    // What is very faint is lifted by 20 dB at most.
    #expect(abs(10 * log10f(power) + 20) < 1 || loudness < 0.01)
  }

  @Test func `silence stays silence`() {
    #expect(SpeechLevel.levelled([Float](repeating: 0, count: 500)).allSatisfy { $0 == 0 })
    #expect(SpeechLevel.speech(in: [Float](repeating: 0, count: 500)).isEmpty)
    #expect(SpeechLevel.speech(in: []).isEmpty)
    #expect(SpeechLevel.levelled([]).isEmpty)
  }

  @Test func `long sentences are spoken in pieces with every word in its place`() {
    func clause(_ words: Int, of length: Int, end: Character?) -> PhonemeClause {
      PhonemeClause(
        words: (0..<words).map { _ in
          .init(written: "w", ipa: String(repeating: "a", count: length), runsOn: false)
        }, end: end)
    }
    let pieces = SentencePiece.cut([
      clause(10, of: 5, end: ","), clause(100, of: 5, end: ","), clause(1, of: 5000, end: "."),
      clause(3, of: 0, end: "!"),
    ])
    #expect(pieces.allSatisfy { $0.length <= SentencePiece.limit })
    let places = pieces.flatMap(\.clauses).flatMap { numbered in
      numbered.clause.words.indices.map { numbered.firstWord + $0 }
    }
    #expect(places == Array(0..<111))
    #expect(SentencePiece.cut([clause(3, of: 0, end: ".")]).isEmpty)
    #expect(SentencePiece.cut([]).isEmpty)
  }
}
