import Bench
import Dialogue
import Engines
import FoundationEssentials
import Journal
import Sound

/// `kith bench echo`.
enum EchoBenchRun {
  private static let seed: UInt64 = 20_261_201
  private static let endings = ["wav", "flac", "ogg", "oga", "mp3"]
  /// Shorter recordings are no talk over a reply, longer ones are cut.
  private static let shortest = SampleTime.rate
  private static let longest = 4 * SampleTime.rate
  private static let folders = ["readers", "en", "speakers", "commands"]
  /// What in `noise` is short and sounds like somebody to voice activity.
  private static let alarms = ["dog", "sneeze", "baby", "rooster"]

  static func run(_ context: Context) async throws -> BenchReport {
    guard let folder = context.arguments.values["--corpus"] else {
      throw WrongUse(
        "bench echo needs --corpus DIR, a folder with rooms (impulse responses) and recordings.")
    }
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
      parts: parts, voices: voices, writer: household.writer, clock: household.clock, seed: seed)
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
    return BenchReport(
      bench: "echo", metrics: EchoBench.metrics(runs), corpus: folder,
      engines: ["silero", "moonshine"] + voices.map(\.name), models: ["Moonshine tiny-en"],
      machine: machine, commit: BuildCommit.text, seed: seed, runs: runs)
  }

  private static func corpus(in folder: String, _ output: Output) throws -> EchoCorpus {
    var corpus = EchoCorpus(rooms: [], soundings: [], noises: [])
    for name in files(in: folder + "/rooms") where name.contains("rir") {
      do {
        corpus.rooms.append(.init(name: name, samples: try samples(folder + "/rooms/" + name)))
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
            name: place + "/" + name, samples: Array(sound.prefix(longest)), kind: .talk))
      }
    }
    for name in files(in: folder + "/noise") {
      let sound = try samples(folder + "/noise/" + name)
      if alarms.contains(where: { name.contains($0) }) {
        corpus.soundings.append(
          .init(name: "noise/" + name, samples: Array(sound.prefix(longest)), kind: .alarm))
      } else if !name.contains("max_") {
        corpus.noises.append(.init(name: name, samples: sound))
      }
    }
    return corpus
  }

  private static func samples(_ path: String) throws(Problem) -> [Float] {
    try SoundInput.read(path).resampled(to: SampleTime.rate).samples
  }

  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in endings.contains { name.hasSuffix("." + $0) } }.sorted()
  }
}
