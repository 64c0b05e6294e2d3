/// One of the things `kith` does.
protocol Command: Sendable {
  /// The word after `kith`.
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// Its options.
  static var options: OptionList { get }
  /// A line or more that show how it is used.
  static var example: String { get }

  /// Does it.
  ///
  /// - Returns: The exit code: 0 done, 1 failed.
  /// - Throws: ``WrongUse`` (exit code 2) or a `ProblemConvertible` error (exit code 1).
  static func run(_ context: Context) async throws -> Int32
}

/// What a command works with.
struct Context: Sendable {
  /// The command line after the name of the command.
  var arguments: Arguments
  /// The environment of the process.
  var environment: [String: String]
  /// Where results and messages go.
  var output: Output
  /// The signals that come.
  var interrupts: Interrupts

  /// Whether results are to be printed as JSON.
  var wantsJSON: Bool {
    arguments.flags.contains("--json")
  }
}

extension OptionList.Option {
  static let json = Self(name: "--json", value: nil, meaning: "print the result as JSON")
  static let data = Self(
    name: "--data", value: "DIR", meaning: "the data folder (default $XDG_DATA_HOME/kith)")
  static let brain = Self(
    name: "--brain", value: "URL",
    meaning: "a model server (OpenAI-compatible) thinks instead of the built-in brain")
  static let model = Self(name: "--model", value: "NAME", meaning: "the model to ask for there")
  static let builtIn = Self(
    name: "--built-in", value: "SIZE",
    meaning: "which built-in brain thinks, 1.5B or 0.5B (default: what fits in memory)")
  static let voice = Self(name: "--voice", value: "NAME", meaning: "hibari or joe")
}
