import Bench
import Dialogue
import TestSupport
import Testing

@testable import KithCommand

struct BenchGateTests {
  private let report = BenchReport(
    bench: "voice",
    metrics: [
      "voice_to_voice_ms": .spread(p50: 100, p95: 300, n: 5, unit: "ms"),
      "answered": .value(9, unit: "clips of 10"),
    ],
    corpus: "", engines: [], models: [], machine: .current(), commit: "", seed: 0, runs: [])

  private func missed(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try write(Array(text.utf8), to: folder.file("gate.json"))
    return try BenchGate(path: folder.file("gate.json"), bench: "voice", metrics: .voice)
      .missed(by: report)
  }

  @Test(
    arguments: [
      (#"{}"#, []),
      (#"{"voice_to_voice_ms": {"p50_max": 100, "p95_max": 300, "value_min": 100}}"#, []),
      (#"{"answered": {"value_min": 9, "value_max": 9}}"#, []),
      (
        #"{"voice_to_voice_ms": {"p50_max": 99}}"#,
        ["voice_to_voice_ms: p50 is 100.0, more than 99.0"]
      ),
      (
        #"{"voice_to_voice_ms": {"p95": 1, "p50": 2}}"#,
        [
          "voice_to_voice_ms: p50 is 100.0, more than 2.0",
          "voice_to_voice_ms: p95 is 300.0, more than 1.0",
        ]
      ),
      (#"{"answered": {"value": 5}}"#, ["answered: value is 9.0, more than 5.0"]),
      (#"{"answered": {"min": 10}}"#, ["answered: 9.0 is less than 10.0"]),
      (#"{"sentence_gap_ms": {"p50_max": 1}}"#, ["sentence_gap_ms: not measured"]),
      (#"{"answered": {"p50_max": 10}}"#, ["answered: has no p50"]),
      (#"{"voice_to_voice_ms": {"value_max": 1}}"#, ["voice_to_voice_ms: has no value"]),
    ] as [(String, [String])])
  func `thresholds that are missed`(text: String, lines: [String]) throws {
    #expect(try missed(text) == lines)
  }

  @Test(arguments: [
    "", "[]", #"{"answered": 1}"#, #"{"answered": {}}"#, #"{"answered": {"p5O_max": 1}}"#,
    #"{"answered": {"value_min": "x"}}"#, #"{"answered": {"min": 1, "value_min": 2}}"#,
    #"{"word_error_rate": {"value_max": 1}}"#, #"{"voice_to_voice": {"p50_max": 1}}"#,
  ])
  func `what can't be a gate is wrong use`(text: String) {
    #expect(throws: WrongUse.self) { try missed(text) }
  }

  @Test func `a file that is not there is a problem`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Problem.self) {
      try BenchGate(path: folder.file("none.json"), bench: "voice", metrics: .voice)
    }
  }
}
