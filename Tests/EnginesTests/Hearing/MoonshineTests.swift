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
    let transcriber = try await Self.transcriber()
    let speech = Array(try Recordings.sound("audio/en/jfk.wav").samples.prefix(48_000))
    try await transcriber.warm()
    var best = Double.infinity
    for _ in 0..<5 {
      _ = try await transcriber.transcribe(speech, urgency: .final)
      let before = try await Self.threadMilliseconds()
      _ = try await transcriber.transcribe(speech, urgency: .final)
      best = min(best, try await Self.threadMilliseconds() - before)
    }
    print("Moonshine, 3 s: \(best) ms of CPU")
    #expect(best <= 150)
  }

  /// CPU the inference thread has used.
  static func threadMilliseconds() async throws -> Double {
    try await SharedEngines.ofThisMachine.inference.run(.stopWord) {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
  }
}
