import Bench
import Engines
import TestSupport
import Testing

extension Home {
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
