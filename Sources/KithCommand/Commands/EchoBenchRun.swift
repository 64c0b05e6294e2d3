import Bench
import Dialogue
import Engines
import FoundationEssentials
import Journal
import Sound

/// `kith bench echo`.
enum EchoBenchRun {
  private static let usualSeed: UInt64 = 20_261_201
  private static let endings = ["wav", "flac", "ogg", "oga", "mp3"]
  /// Shorter recordings are no talk over a reply, longer ones are cut.
  private static let shortest = SampleTime.rate
  private static let longest = 4 * SampleTime.rate
  private static let folders = ["readers", "en", "speakers", "commands"]
  /// What in `noise` is heard over a reply, by a word in its name; the rest lies under all of it.
  private static let alarms = [
    "dog": "animal", "rooster": "animal", "sneeze": "sneeze", "baby": "baby", "alarm-clock": "ring",
    "phone": "ring", "dishes": "dishes", "applause": "applause", "music": "music", "piano": "music",
    "snoring": "snoring",
  ]
  /// Every so many of the people who talk are heard far off as well.
  private static let elsewhere = 9

  static func run(_ context: Context) async throws -> BenchReport {
    guard let folder = context.arguments.values["--corpus"] else {
      throw WrongUse(
        "bench echo needs --corpus DIR, a folder with rooms (impulse responses) and recordings.")
    }
    let seed =
      try context.arguments.number("--seed", in: 0...Int(Int32.max)).map { UInt64($0) } ?? usualSeed
    let machine = Machine.current()
    let corpus = try corpus(in: folder, context.output)
    guard !corpus.rooms.isEmpty else {
      throw Problem(
        .fileMissing, "There is no impulse response in \(folder)/rooms.",
        action: "Put at least one there, as a sound file with rir in its name.")
    }
    let household = try await Household.forMeasuring(context)
    let parts = try household.parts(speaking: false)
    let voices = household.engines.voices.entries.filter(\.isInstalled).compactMap {
      household.engines.voices.voice(named: $0.name)
    }
    let bench = EchoBench(
      parts: parts, voices: voices, writer: household.writer, clock: household.clock,
      cancels: !context.arguments.flags.contains("--uncancelled"), seed: seed)
    let runs: [BenchReport.Run]
    do {
      runs = try await bench.run(corpus, full: context.arguments.flags.contains("--full")) {
        context.output.progress("\($0) of \($1)")
      }
    } catch {
      await household.close()
      throw error
    }
    await household.close()
    var report = BenchReport(
      bench: "echo", metrics: EchoBench.metrics(runs), corpus: folder,
      engines: ["silero", "moonshine"] + voices.map(\.name), models: ["Moonshine tiny-en"],
      machine: machine, commit: BuildCommit.text, seed: seed, runs: runs)
    report.tables = [EchoTable.of(runs)]
    return report
  }

  private static func corpus(in folder: String, _ output: Output) throws -> EchoCorpus {
    var corpus = EchoCorpus(rooms: [], soundings: [], noises: [])
    for name in files(in: folder + "/rooms") where name.contains("rir") {
      do {
        let path = folder + "/rooms/" + name
        corpus.rooms.append(.init(name: name, samples: try samples(path, channels: .first)))
      } catch {
        output.tell("Left out: \(error.message)")
      }
    }
    for place in folders {
      for name in files(in: folder + "/" + place) {
        let sound = try samples(folder + "/" + place + "/" + name)
        guard sound.count >= shortest else { continue }
        corpus.soundings.append(
          .init(
            name: place + "/" + name, samples: Array(sound.prefix(longest)), kind: .talk,
            sort: "talk"))
      }
    }
    for name in files(in: folder + "/noise") {
      let sound = try samples(folder + "/noise/" + name)
      if let sort = alarms.first(where: { name.contains($0.key) })?.value {
        corpus.soundings.append(
          .init(
            name: "noise/" + name, samples: Array(sound.prefix(longest)), kind: .alarm, sort: sort))
      } else if !name.contains("max_") {
        corpus.noises.append(.init(name: name, samples: sound))
      }
    }
    corpus.addTalkElsewhere(every: elsewhere)
    return corpus
  }

  private static func samples(
    _ path: String, channels: SoundFile.Channels = .mixed
  ) throws(Problem) -> [Float] {
    try SoundInput.read(path, channels: channels).resampled(to: SampleTime.rate).samples
  }

  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in endings.contains { name.hasSuffix("." + $0) } }.sorted()
  }
}
