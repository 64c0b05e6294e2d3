import Bench
import Engines
import FoundationEssentials
import Glibc
import Sound
import TestSupport
import Testing

/// A data folder and everything else one owner of Kith has, made for one test.
struct Home {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The data folder.
  var data: String { folder.file("data") }

  /// Starts `kith` here, with `extra` in its environment besides the usual, on a terminal of so many
  /// columns or on none.
  func start(
    _ arguments: [String], environment extra: [String: String] = [:], columns: Int? = nil
  ) throws -> TestedProgram {
    var environment = [
      "PATH": "/usr/bin:/bin", "TZ": "UTC", "KITH_DATA": data, "KITH_PORT": "0",
      "XDG_DATA_HOME": folder.file("share"), "TERM": "xterm",
    ]
    for name in ["HOME", "XDG_CACHE_HOME"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    environment.merge(extra) { _, new in new }
    return try TestedProgram(
      "kith", arguments, environment: environment, in: folder, columns: columns)
  }

  /// Runs `kith` here to its end; what takes longer than `time` hangs, and fails the test.
  func run(
    _ arguments: [String], environment extra: [String: String] = [:], input: String? = nil,
    within time: Duration = .seconds(90)
  ) async throws -> TestedProgram.Outcome {
    let process = try start(arguments, environment: extra)
    if let input { process.write(input) }
    process.closeInput()
    return try await process.outcome(within: time)
  }

  /// What was said, as `kith turns --json` prints it.
  func turns() async throws -> [JSON] {
    let outcome = try await run(["turns", "--json", "--last", "1000"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSON(outcome.output).list
  }

  /// What is said in the sound file at `path`.
  func heard(in path: String) async throws -> String {
    let outcome = try await run(["hear", path, "--json"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSON(outcome.output)["text"].text
  }

  /// Writes a sound file here.
  ///
  /// - Returns: Its path.
  func write(_ clip: SoundClip, _ name: String) throws -> String {
    let writer = try SoundFileWriter(path: folder.file(name), rate: clip.rate)
    try writer.append(clip.samples)
    try writer.finish()
    return folder.file(name)
  }
}

/// The recordings that come with Kith.
enum Speech {
  /// The path of one.
  static func path(_ name: String) -> String {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(tests)/Fixtures/speech/\(name).flac"
  }

  /// The sound of one.
  static func clip(_ name: String) throws -> SoundClip {
    try SoundFile.read(path: path(name)).clip
  }
}

/// What these tests need besides the program.
enum Needs {
  static let absence = Comment(rawValue: SharedEngines.absence)

  /// Whether Kith can hear and speak.
  static let engines = SharedEngines.areHere && SharedEngines.voicesAreHere

  /// Whether Kith can think by itself.
  static let brain: Bool = {
    guard engines, let parts = try? SharedEngines.installedParts() else { return false }
    return (try? parts.path("model.gguf", of: BrainModel.small.part)) != nil
      && (try? parts.path("llama-server", of: "llama-server")) != nil
  }()
}

/// The share of words that differ.
func wordErrorRate(of heard: String, against said: String) -> Double {
  WordErrorRate(of: heard, against: said).rate
}
