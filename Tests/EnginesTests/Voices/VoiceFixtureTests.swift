import Bench
import Dialogue
import Glibc
import Sound
import TestSupport
import Testing

@testable import Engines

/// The short recordings in Tests/Fixtures/speech, which other tests listen to.
@Suite(
  .enabled(
    if: SharedEngines.areHere && SharedEngines.voicesAreHere, "\(SharedEngines.absence)"),
  .serialized)
struct VoiceFixtureTests {
  struct Fixture: Sendable, CustomTestStringConvertible {
    var name: String
    var voice: String
    /// What is said, with 700 ms of silence between two parts.
    var parts: [String]

    var testDescription: String { name }
    var path: String { "\(Fixture.folder)/\(name).flac" }

    private static let folder =
      "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      + "/Fixtures/speech"
  }

  static let fixtures = [
    Fixture(name: "what-time-is-it", voice: "hibari", parts: ["What time is it?"]),
    Fixture(
      name: "my-sister-lives-in-lisbon", voice: "joe", parts: ["My sister lives in Lisbon."]),
    Fixture(
      name: "where-does-my-sister-live", voice: "joe", parts: ["Where does my sister live?"]),
    Fixture(
      name: "pause-in-the-middle", voice: "hibari",
      parts: ["I was thinking that", "we could go to the beach."]),
    Fixture(
      name: "ten-words", voice: "hibari",
      parts: ["Could you remind me to call my mother on Friday?"]),
    Fixture(name: "stop", voice: "joe", parts: ["Stop, please."]),
  ]

  @Test(.enabled(if: getenv("KITH_WRITE_FIXTURES") != nil, "The recordings are not made anew."))
  func `the recordings are made anew`() async throws {
    let voices = try await SharedEngines.ofThisMachine.voices()
    for fixture in Self.fixtures {
      let voice = try #require(voices.voice(named: fixture.voice))
      var samples = [Float](repeating: 0, count: 7200)
      for (index, part) in fixture.parts.enumerated() {
        if index > 0 { samples += [Float](repeating: 0, count: 16_800) }
        samples += try await voice.speak(part, rate: 1).samples
      }
      samples += [Float](repeating: 0, count: 7200)
      let clip = SoundClip(rate: SampleTime.rate, samples: samples).resampled(to: 16_000)
      let writer = try SoundFileWriter(path: fixture.path, format: .flac, rate: 16_000)
      try writer.append(clip.samples)
      try writer.finish()
    }
  }

  @Test(arguments: fixtures)
  func `a recording says what its list says`(fixture: Fixture) async throws {
    let clip = try SoundFile.read(path: fixture.path, rate: 16_000).clip
    let heard = try await SharedEngines.ofThisMachine.transcriber().transcribe(
      clip.samples, urgency: .final)
    let said = fixture.parts.joined(separator: " ")
    #expect(WordErrorRate(of: heard, against: said).errors == 0, "\(heard)")
  }
}
