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
  private static func isScored(_ file: String, _ truth: String) -> Bool {
    let scored = ["audio/en/", "audio/speakers/harvard_", "audio/speakers/arctic_"]
    return scored.contains { file.hasPrefix($0) } && !truth.hasPrefix("(") && !truth.isEmpty
      && !file.hasSuffix(".raw") && !file.hasSuffix(".m4a")
  }

  @Test func `three seconds of speech take 150 ms of CPU at most`() async throws {
    let queue = InferenceQueue(name: "measured")
    let transcriber = MoonshineTranscriber(
      parts: try SharedEngines.installedParts(), queue: queue)
    try await transcriber.warm()
    let sound = try Recordings.sound("audio/en/jfk.wav").samples
    for seconds in [1, 3, 8] {
      let speech = Array(sound.prefix(seconds * 16_000))
      let best = try await leastMilliseconds(on: queue) {
        _ = try await transcriber.transcribe(speech, urgency: .final)
      }
      print("Moonshine, \(seconds) s of speech: \(best) ms of CPU")
      if seconds == 3 { #expect(best <= 150) }
    }
    await queue.close()
  }
}
