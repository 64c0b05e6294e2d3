import Bench
import Dialogue
import Memory

/// `kith bench NAME`: the measuring harness.
enum BenchCommand: Command {
  static let name = "bench"
  static let summary =
    """
    measure answers (voice), turns (turns), talk over replies (echo), hearing (hear), spoken text \
    (text), the face (face), the server (server) or the requests that leave (transport)
    """
  static let options = OptionList(
    options: [
      .init(
        name: "--clips", value: "FILE",
        meaning: "voice: a list, tab-separated: clip, end_s (end of the last word), use"
      ),
      .init(
        name: "--corpus", value: "DIR",
        meaning: """
          voice: the folder of the clips; hear, turns: a folder with index.tsv; echo: a folder with \
          rooms (impulse responses), noise and folders of people who talk; text: a folder with \
          *.tsv (written, spoken) and *.json (cases)
          """),
      .init(
        name: "--full", value: nil,
        meaning: "echo: an hour of replies and 260 people, instead of less than two minutes"),
      .init(
        name: "--uncancelled", value: nil,
        meaning: "echo: without Kith's echo canceller, as where a page has none either"),
      .init(name: "--limit", value: "N", meaning: "only the first N clips"),
      .init(
        name: "--gate", value: "FILE",
        meaning: "thresholds, {\"METRIC\": {\"p50_max\": N}}; exit 1 when one is missed"),
      .init(
        name: "--report", value: "DIR",
        meaning: "write DIR/index.html, with plots and the recordings to listen to"),
      .init(name: "--quick", value: nil, meaning: "turns: only some speakers, under two minutes"),
      .init(
        name: "--seed", value: "N",
        meaning: "turns: which speakers --quick chooses; echo: other scenes"),
      .init(
        name: "--decisions", value: "F.jsonl",
        meaning: "turns: write when each turn was taken, one line a clip"),
      .init(
        name: "--features", value: "F.jsonl",
        meaning: "turns: write what is known in each pause, to fit the wait by"),
      .json, .data, .brain, .model, .builtIn, .voice,
    ], positional: "voice|turns|echo|hear|text|face|server|transport", positionalCount: 1...1)
  static let example = """
    kith bench voice --clips clips.tsv --corpus cases/audio --built-in 0.5B
    kith bench hear --corpus recordings --report hear-report
    kith bench echo --corpus cases/audio
    kith bench text --report text-report
    kith bench server --json
    kith bench transport --json
    """

  static func run(_ context: Context) async throws -> Int32 {
    let name = context.arguments.positional[0]
    guard let metrics = MetricList.of(name) else {
      throw WrongUse("There is no measurement called \(name).")
    }
    let gate = try context.arguments.values["--gate"].map {
      try BenchGate(path: $0, bench: name, metrics: metrics)
    }
    // Opened before the work, so that a folder that can't be used is told at once.
    let folder = try reportFolder(context)
    let report: BenchReport
    do {
      report = try await measure(name, context, folder)
    } catch {
      folder?.cancel()
      throw error
    }
    context.output.progress("")
    if context.wantsJSON {
      try context.output.json(report)
    } else {
      context.output.result(report.table)
    }
    let isWritten = finish(folder, report, context.output)
    let missed = gate?.missed(by: report) ?? []
    for line in missed { context.output.tell(line) }
    return missed.isEmpty && isWritten ? 0 : 1
  }

  private static func measure(
    _ name: String, _ context: Context, _ folder: ReportFolder?
  ) async throws -> BenchReport {
    switch name {
    case "voice": try await VoiceBenchRun.run(context, keeping: folder)
    case "turns": try await TurnBenchRun.run(context, keeping: folder)
    case "hear": try await HearBenchRun.run(context, keeping: folder)
    case "text": try TextBenchRun.run(context)
    case "echo": try await EchoBenchRun.run(context)
    case "server": try await ServerBenchRun.run(context)
    case "transport": try await TransportBenchRun.run(context)
    default: FaceBenchRun.run(context)
    }
  }

  private static func reportFolder(_ context: Context) throws -> ReportFolder? {
    guard let path = context.arguments.values["--report"] else { return nil }
    guard !path.isEmpty else { throw WrongUse("--report needs a folder.") }
    return try ReportFolder(path)
  }

  /// Writes the page; the figures are printed already and not lost when that fails.
  ///
  /// - Returns: Whether there is a page, if one was wanted.
  private static func finish(
    _ folder: ReportFolder?, _ report: BenchReport, _ output: Output
  ) -> Bool {
    guard let folder else { return true }
    let now = Household.moment(WallClock.system.now())
    do {
      try folder.finish(ReportPage(report, measured: "\(now.day), \(now.time)"))
      output.tell("The report is in \(folder.page)")
      return true
    } catch {
      folder.cancel()
      output.tell("kith bench: \(error.problem.message) \(error.problem.action)")
      return false
    }
  }
}
