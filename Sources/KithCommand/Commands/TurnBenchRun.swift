import Bench
import Dialogue
import FoundationEssentials
import Journal
import Sound

/// `kith bench turns`.
enum TurnBenchRun {
  static func run(
    _ context: Context, keeping folder: ReportFolder?
  ) async throws -> BenchReport {
    guard let corpus = context.arguments.values["--corpus"] else {
      throw WrongUse(
        "bench turns needs --corpus DIR, a folder with index.tsv (file, last_word_end_ms, pauses).")
    }
    let machine = Machine.current()
    let list = try TurnCorpus(corpus, context)
    let engines = try EngineSet(environment: context.environment)
    var decisions = try context.arguments.values["--decisions"].map { try LineFile($0) }
    if let features = try context.arguments.values["--features"].map({ try LineFile($0) }) {
      try await write(features, of: list, engines, context)
    }
    let bench = TurnBench(
      activity: engines.activity, transcriber: engines.transcriber, turnModel: engines.turnModel)
    let result = try await bench.run(list.clips, keeping: folder) { index, name in
      context.output.progress("\(index) of \(list.clips.count): \(name)")
    }
    for decision in result.decisions { try decisions?.append(DecisionLine(decision)) }
    try decisions?.write()
    return BenchReport(
      bench: "turns", metrics: result.metrics, corpus: corpus,
      engines: ["silero", "moonshine", "smart-turn"],
      models: ["Moonshine tiny-en", "Smart Turn v3.2"], machine: machine,
      commit: BuildCommit.text, seed: list.seed, runs: result.runs)
  }

  private static func write(
    _ file: LineFile, of corpus: TurnCorpus, _ engines: EngineSet, _ context: Context
  ) async throws {
    var file = file
    let features = TurnFeatures(
      activity: engines.activity, transcriber: engines.transcriber, turnModel: engines.turnModel)
    for (index, clip) in corpus.clips.enumerated() {
      context.output.progress("features, \(index + 1) of \(corpus.clips.count): \(clip.name)")
      for line in try await features.lines(of: clip) { try file.append(line) }
    }
    try file.write()
  }

  /// A line of the file that `--decisions` names.
  private struct DecisionLine: Encodable {
    var file: String
    var speaker: String
    var turnEnd: Double?
    /// Pairs of milliseconds, as in the list of the corpus.
    var cutPauses: [[Double]]

    private enum CodingKeys: String, CodingKey {
      case file, speaker
      case turnEnd = "turn_end_ms"
      case cutPauses = "cut_pauses"
    }

    init(_ decision: TurnBench.Decision) {
      file = decision.file
      speaker = decision.speaker
      turnEnd = decision.turnEnd
      cutPauses = decision.cut.map { [$0.start, $0.end] }
    }
  }
}
