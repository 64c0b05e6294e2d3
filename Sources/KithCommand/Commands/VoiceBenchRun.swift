import Bench
import Companion
import Dialogue
import FoundationEssentials
import Journal
import Sound

/// `kith bench voice`.
enum VoiceBenchRun {
  private static let seed: UInt64 = 0

  static func run(
    _ context: Context, keeping report: ReportFolder?
  ) async throws -> BenchReport {
    guard let path = context.arguments.values["--clips"] else {
      throw WrongUse(
        "bench voice needs --clips FILE, a list of clips with the end of the last word.")
    }
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 1_048_576,
      let list = ClipList(String(decoding: bytes, as: UTF8.self))
    else {
      throw Problem(
        .fileUnreadable, "The list of clips can't be read: \(path).",
        action: "It is tab-separated with the columns clip, end_s and use.")
    }
    let folder = try folder(context)
    let limit = try context.arguments.number("--limit", in: 1...10_000) ?? list.clips.count
    let clips = try list.clips.prefix(limit).map { clip in
      VoiceBench.Clip(
        name: clip.file, sound: try SoundInput.read(folder + "/" + clip.file),
        lastWordEnd: clip.lastWordEnd, counts: clip.counts, text: clip.text)
    }
    return try await measure(clips, corpus: path, context, keeping: report)
  }

  private static func measure(
    _ clips: [VoiceBench.Clip], corpus: String, _ context: Context,
    keeping folder: ReportFolder?
  ) async throws -> BenchReport {
    let machine = Machine.current()
    // Before any engine is there to take the processor.
    let decisions = VoiceBench.decisionCost(seed: seed)
    let household = try await Household.forMeasuring(context)
    do {
      let overhead = try await VoiceBench.overhead(
        writer: household.writer, clock: household.clock)
      let parts = try household.parts(speaking: true)
      try await household.warm(parts, context.output)
      let bench = VoiceBench(
        parts: parts, writer: household.writer, clock: household.clock,
        brainProcess: { await household.brain.process })
      let runs = try await bench.run(clips, keeping: folder) { index, name in
        context.output.progress("\(index) of \(clips.count): \(name)")
      }
      await household.close()
      guard runs.contains(where: { $0.figures["voice_to_voice_ms"] != nil }) else {
        throw Problem(
          .brainFailed,
          "Nothing was measured: no clip got an answer (\(runs.flatMap(\.notes).first ?? "no turn")).",
          action: "Try kith chat --once with the same brain; it says what is wrong.")
      }
      var metrics = VoiceBench.metrics(runs)
      metrics["decision_us_per_window"] = decisions
      metrics.merge(overhead) { $1 }
      return BenchReport(
        bench: "voice", metrics: metrics, corpus: corpus,
        engines: ["silero", "moonshine", "smart-turn", parts.voice?.name ?? "none"],
        models: [household.brain.title], machine: machine, commit: BuildCommit.text, seed: seed,
        runs: runs)
    } catch {
      await household.close()
      throw error
    }
  }

  private static func folder(_ context: Context) throws -> String {
    if let given = context.arguments.values["--corpus"] { return given }
    // Without a folder the names are meant from where the list lies.
    let list = context.arguments.values["--clips"] ?? ""
    guard let slash = list.lastIndex(of: "/") else { return "." }
    return String(list[...slash])
  }
}
