import Bench
import Dialogue
import Engines
import FoundationEssentials
import Journal
import Sound

/// `kith bench hear`.
enum HearBenchRun {
  static func run(
    _ context: Context, keeping folder: ReportFolder?
  ) async throws -> BenchReport {
    guard let corpus = context.arguments.values["--corpus"] else {
      throw WrongUse("bench hear needs --corpus DIR, a folder with index.tsv (file, text).")
    }
    let machine = Machine.current()
    let clips = try clips(in: corpus, context)
    let engines = try EngineSet(environment: context.environment)
    try await engines.transcriber.load()
    let bench = HearBench(engines.transcriber)
    let sorted = clips.sorted { $0.name < $1.name }
    let measured = try await bench.run(sorted, keeping: folder) { index, name in
      context.output.progress("\(index) of \(clips.count): \(name)")
    }
    var metrics = measured.metrics
    if let long = clips.first(where: { $0.sound.milliseconds >= 3000 }) {
      let speech = long.sound.resampled(to: 16_000).samples
      metrics["cpu_ms_for_3_s"] = Metric(
        try await bench.threeSeconds(speech, times: 20), unit: "ms")
    }
    return BenchReport(
      bench: "hear", metrics: metrics, corpus: corpus, engines: ["moonshine"],
      models: ["Moonshine tiny-en"], machine: machine, commit: BuildCommit.text, seed: 0,
      runs: measured.runs)
  }

  private static func clips(in folder: String, _ context: Context) throws -> [HearBench.Clip] {
    guard let bytes = FileManager.default.contents(atPath: folder + "/index.tsv"),
      bytes.count <= 4_194_304
    else {
      throw Problem(
        .fileMissing, "There is no index.tsv in \(folder).",
        action: "It is tab-separated with the columns file and text.")
    }
    var lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let header = lines.isEmpty ? [] : lines.removeFirst().split(separator: "\t").map(String.init)
    guard let file = header.firstIndex(of: "file"), let text = header.firstIndex(of: "text") else {
      throw Problem(
        .fileUnreadable, "The first line of index.tsv does not name the columns file and text.",
        action: "Add them; columns are separated by tabs.")
    }
    let limit = try context.arguments.number("--limit", in: 1...100_000) ?? lines.count
    return try lines.prefix(limit).map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > max(file, text) else {
        throw Problem(
          .fileUnreadable, "A line of index.tsv has too few columns.", action: "Complete it.")
      }
      let path = fields[file].hasPrefix("/") ? fields[file] : folder + "/" + fields[file]
      return HearBench.Clip(
        name: fields[file], sound: try SoundInput.read(path), text: fields[text])
    }
  }
}
