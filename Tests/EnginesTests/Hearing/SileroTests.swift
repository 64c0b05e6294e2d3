import Dialogue
import Glibc
import Sound
import TestSupport
import Testing

@testable import Engines

@Suite(.enabled(if: SharedEngines.areHere, "\(SharedEngines.absence)"))
struct SileroTests {
  /// The probability of every whole window of `sound`.
  private static func probabilities(of sound: [Float]) async throws -> [Float] {
    let stream = try await SharedEngines.ofThisMachine.activity().makeStream()
    var probabilities: [Float] = []
    for start in stride(from: 0, through: sound.count - 512, by: 512) {
      probabilities.append(try await stream.probability(of: Array(sound[start..<start + 512])))
    }
    return probabilities
  }

  private static func share(_ probabilities: some Collection<Float>) -> Double {
    Double(probabilities.count { $0 > 0.5 }) / Double(max(1, probabilities.count))
  }

  @Test(
    .enabled(if: Recordings.areHere, "\(Recordings.absence)"),
    arguments: ["mix/silence_10s.flac", "mix/room_tone_10s.flac", "noise/esc10_rain_1-21189-A.ogg"])
  func `no speech is found where there is none`(file: String) async throws {
    let probabilities = try await Self.probabilities(
      of: Recordings.sound("audio/" + file).samples)
    #expect(Self.share(probabilities) == 0)
  }

  @Test(
    .enabled(if: Recordings.areHere, "\(Recordings.absence)"),
    arguments: [("long/two_cities.flac", 0.6), ("en/jfk.wav", 0.6), ("mix/jfk_clipped.flac", 0.6)])
  func `speech is found where somebody speaks`(file: String, least: Double) async throws {
    let probabilities = try await Self.probabilities(
      of: Recordings.sound("audio/" + file).samples)
    print("\(file): speech in \(Self.share(probabilities)) of the windows")
    #expect(Self.share(probabilities) > least)
  }

  @Test(.enabled(if: Recordings.areHere, "\(Recordings.absence)"))
  func `speech between twenty seconds of quiet and four more is found there only`() async throws {
    let probabilities = try await Self.probabilities(
      of: Recordings.sound("audio/mix/lead20_jfk_tail4.flac").samples)
    let window = 0.032
    func share(_ start: Double, _ end: Double) -> Double {
      Self.share(probabilities[Int(start / window)..<min(probabilities.count, Int(end / window))])
    }
    #expect(share(0, 20) < 0.01)
    #expect(share(20.3, 30.8) > 0.6)
    #expect(share(31.5, 34.9) == 0)
  }

  @Test(
    .enabled(if: Recordings.areHere, "\(Recordings.absence)"),
    arguments: [("mix/pause_700ms.flac", 0.7), ("mix/pause_1300ms.flac", 1.3)])
  func `a pause inside a sentence is quiet to the model`(file: String, seconds: Double)
    async throws
  {
    let probabilities = try await Self.probabilities(
      of: Recordings.sound("audio/" + file).samples)
    var longest = 0
    var run = 0
    let spoken = probabilities.firstIndex { $0 > 0.5 }!..<probabilities.lastIndex { $0 > 0.5 }!
    for probability in probabilities[spoken] {
      run = probability > 0.5 ? 0 : run + 1
      longest = max(longest, run)
    }
    let found = Double(longest) * 0.032
    print("\(file): the longest pause is \(found) s")
    #expect(abs(found - seconds) < 0.3)
  }

  @Test func `four streams at once hear what each would hear alone`() async throws {
    let sounds = (0..<4).map { SyntheticSound.vowels(seconds: 2, pitch: 110 + 30 * Double($0)) }
    var alone: [[Float]] = []
    for sound in sounds { alone.append(try await Self.probabilities(of: sound)) }
    let together = try await withThrowingTaskGroup(of: (Int, [Float]).self) { group in
      for (index, sound) in sounds.enumerated() {
        group.addTask { (index, try await Self.probabilities(of: sound)) }
      }
      return try await group.reduce(into: [Int: [Float]]()) { $0[$1.0] = $1.1 }
    }
    for index in sounds.indices { #expect(together[index] == alone[index]) }
  }

  @Test func `ten thousand windows leave memory as it was`() async {
    await #expect(processExitsWith: .success) {
      let stream = try await SharedEngines.ofThisMachine.activity().makeStream()
      let window = SyntheticSound.noise(seconds: 0.032, amplitude: 0.1)
      for _ in 0..<500 { _ = try await stream.probability(of: window) }
      let before = residentKilobytes()
      for _ in 0..<10_000 { _ = try await stream.probability(of: window) }
      let growth = residentKilobytes() - before
      try #require(growth < 1000, "\(growth) KB more")
    }
  }

  @Test(arguments: [0, 1, 511, 513, 16_000])
  func `a window of the wrong length is refused`(count: Int) async throws {
    let stream = try await SharedEngines.ofThisMachine.activity().makeStream()
    await #expect(throws: EngineError.self) {
      try await stream.probability(of: [Float](repeating: 0, count: count))
    }
  }

  @Test func `what is no number does not deafen a stream`() async throws {
    let stream = try await SharedEngines.ofThisMachine.activity().makeStream()
    for bad in [Float.nan, .infinity, -.infinity, 1e30] {
      let probability = try await stream.probability(of: [Float](repeating: bad, count: 512))
      #expect((0...1).contains(probability))
    }
    for _ in 0..<50 { _ = try await stream.probability(of: [Float](repeating: 0, count: 512)) }
    let silence = try await stream.probability(of: [Float](repeating: 0, count: 512))
    #expect(silence < 0.1)
  }
}

/// Sounds made here, for tests that need no recording.
enum SyntheticSound {
  /// A buzzing sound with the overtones of a voice, on for 400 ms and off for 200 ms.
  static func vowels(seconds: Double, pitch: Double, rate: Int = 16_000) -> [Float] {
    var phase = 0.0
    return (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      phase += pitch * (1 + 0.05 * SyntheticSound.sine(time * 5)) / Double(rate)
      guard time.truncatingRemainder(dividingBy: 0.6) < 0.4 else { return 0 }
      var value = 0.0
      for overtone in 1...12 {
        let hertz = pitch * Double(overtone)
        let formants = [500.0, 1500, 2500].reduce(0.02) {
          $0 + 1 / (1 + ((hertz - $1) / 150) * ((hertz - $1) / 150))
        }
        value += formants * sine(phase * Double(overtone))
      }
      return Float(value * 0.08)
    }
  }

  /// White noise of the same kind every time.
  static func noise(seconds: Double, amplitude: Float, rate: Int = 16_000) -> [Float] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<Int(seconds * Double(rate))).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Float(state >> 40) / Float(1 << 23) - 1) * amplitude
    }
  }

  static func sine(_ turns: Double) -> Double { sin(turns * 2 * .pi) }
}
