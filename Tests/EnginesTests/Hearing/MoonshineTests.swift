import Bench
import Dialogue
import Glibc
import Sound
import TestSupport
import Testing

@testable import Engines

@Suite(
  .enabled(if: SharedEngines.areHere, "\(SharedEngines.absence)"),
  .enabled(if: Recordings.areHere, "\(Recordings.absence)"))
struct MoonshineTests {
  private static func transcriber() async throws -> MoonshineTranscriber {
    try await SharedEngines.ofThisMachine.transcriber()
  }

  @Test func `eight words in a hundred are wrong at most over adult English speech`() async throws {
    let transcriber = try await Self.transcriber()
    var total = WordErrorRate(errors: 0, words: 0)
    var report: [String] = []
    for row in Recordings.manifest() {
      guard let file = row["file"], let truth = row["truth"], Self.isScored(file, truth) else {
        continue
      }
      let speech = try Recordings.sound(file).samples
      let heard = try await transcriber.transcribe(speech, urgency: .final)
      let rate = WordErrorRate(of: heard, against: truth)
      total = total + rate
      report.append("\(rate.errors)/\(rate.words) \(file): \(heard)")
    }
    print(report.joined(separator: "\n"))
    print("words wrong: \(total.errors) of \(total.words), \(total.rate)")
    #expect(total.words > 250)
    #expect(total.rate <= 0.08)
  }

  /// Adult English with its whole text, in a file this machine reads.
  static func isScored(_ file: String, _ truth: String) -> Bool {
    let scored = ["audio/en/", "audio/speakers/harvard_", "audio/speakers/arctic_"]
    return scored.contains { file.hasPrefix($0) } && !truth.hasPrefix("(") && !truth.isEmpty
      && !file.hasSuffix(".raw") && !file.hasSuffix(".m4a")
  }

  @Test func `silence and sound too short for a word give no words`() async throws {
    let transcriber = try await Self.transcriber()
    for sound in [
      [], [Float](repeating: 0, count: 32_000),
      SyntheticSound.noise(seconds: 0.099, amplitude: 0.3),
    ] {
      #expect(try await transcriber.transcribe(sound, urgency: .final) == "")
    }
  }

  @Test func `noise, and samples that are no numbers, end in words or none, never in a failure`()
    async throws
  {
    let transcriber = try await Self.transcriber()
    for sound in [
      SyntheticSound.noise(seconds: 0.1, amplitude: 1),
      SyntheticSound.noise(seconds: 3, amplitude: 0.1),
      [Float](repeating: .nan, count: 8000), [Float](repeating: 1e30, count: 8000),
      SyntheticSound.vowels(seconds: 2, pitch: 120),
    ] {
      let words = try await transcriber.transcribe(sound, urgency: .final)
      #expect(words.count < 200)
    }
  }

  @Test func `a passage of 44 s is cut at its pauses and read whole`() async throws {
    let row = try #require(
      Recordings.manifest().first { $0["file"] == "audio/long/two_cities.flac" })
    let sound = try Recordings.sound("audio/long/two_cities.flac").samples
    let heard = try await Self.transcriber().transcribe(sound, urgency: .final)
    let rate = WordErrorRate(of: heard, against: try #require(row["truth"]))
    print("two_cities: \(rate.errors) of \(rate.words): \(heard)")
    #expect(rate.rate <= 0.08)
  }

  @Test func `more than two minutes at once is refused`() async throws {
    let transcriber = try await Self.transcriber()
    await #expect(throws: EngineError.inputUnusable("more than 120 s of speech at once")) {
      try await transcriber.transcribe([Float](repeating: 0.1, count: 1_920_001), urgency: .final)
    }
  }

  @Test func `a partial that runs makes room for a final transcript`() async throws {
    let transcriber = try await Self.transcriber()
    let sound = try Recordings.sound("audio/en/jfk.wav").samples
    try await transcriber.warm()
    let partial = Task { try await transcriber.transcribe(sound, urgency: .partial) }
    let final = try await transcriber.transcribe(Array(sound.prefix(48_000)), urgency: .final)
    #expect(!final.isEmpty)
    // Which of the two began is a race; either the partial was whole or it made room.
    if case .failure(let error) = await partial.result {
      #expect(error as? EngineError == .skipped)
    }
  }
}
