import Engines
import Hearing
import Sound
import TestSupport
import Testing

@testable import Bench

/// Real people on real engines; no figure here depends on how fast the machine is.
@Suite(
  .enabled(if: Recordings.areHere, Comment(rawValue: Recordings.absence)),
  .enabled(if: SharedEngines.areHere, Comment(rawValue: SharedEngines.absence)))
struct TurnBenchTests {
  private func bench() async throws -> TurnBench {
    let engines = SharedEngines.ofThisMachine
    return TurnBench(
      activity: try await engines.activity(), transcriber: try await engines.transcriber(),
      turnModel: try await engines.turnModel())
  }

  /// The turns taken in a recording, without trying other waits.
  private func turns(in name: String) async throws -> [TurnTaking.Ending] {
    let engines = SharedEngines.ofThisMachine
    let heard = try await HeardClip(
      try Recordings.sound(name), by: try await engines.activity())
    var replay = TurnReplay(
      heard,
      looks: TurnLooks(
        heard, transcriber: try await engines.transcriber(),
        turnModel: try await engines.turnModel()))
    return try await replay.run(EndOfTurn(), habit: PauseHabit()).endings
  }

  private func clip(_ name: String, lastWordEnd: Double) throws -> TurnClip {
    TurnClip(
      name: name, speaker: name, sound: try Recordings.sound(name), lastWordEnd: lastWordEnd,
      pauses: [])
  }

  @Test func `readers are cut less and waited for less than by silence alone`() async throws {
    let folder = try #require(Recordings.folder)
    let text = try #require(Recordings.text(of: folder + "/audio/readers/index.tsv"))
    let list = try #require(TurnList(text))
    // Some speakers the weights were not fitted on, among them those who pause most.
    let heldOut = list.rows.filter { TurnClip.isHeldOut(speaker: $0.speaker) }
    let pausing = Set(heldOut.filter { $0.pauses.count >= 2 }.map(\.speaker))
    let clips = try heldOut.filter { pausing.contains($0.speaker) }.prefix(12).map { row in
      TurnClip(
        name: row.file, speaker: row.speaker,
        sound: try Recordings.sound("audio/readers/" + row.file),
        lastWordEnd: row.lastWordEnd, pauses: row.pauses)
    }
    let result = try await bench().run(clips) { _, _ in }
    func value(_ name: String) throws -> Double { try #require(result.metrics[name]).central }
    #expect(try value("pauses") >= 10)
    #expect(try value("cut_in_rate") <= value("silence_cut_in_rate"))
    #expect(try value("wait_ms_at_5pct") < value("silence_wait_ms_at_5pct"))
    #expect(try value("looks_per_pause") <= 2)
    #expect(result.decisions.map(\.file) == clips.map(\.name))
    #expect(result.decisions.allSatisfy { $0.turnEnd != nil })
  }

  @Test func `a monologue of 40 seconds with its pauses is one turn`() async throws {
    #expect(try await turns(in: "audio/long/two_cities.flac").count == 1)
  }

  @Test func `the same recordings give the same decisions`() async throws {
    let clip = try clip("audio/en/quilter.wav", lastWordEnd: 5400)
    let bench = try await bench()
    let first = try await bench.run([clip]) { _, _ in }
    let second = try await bench.run([clip]) { _, _ in }
    #expect(first.decisions == second.decisions)
  }
}
