import Dialogue
import Glibc
import Journal

/// Finds the command, runs it and turns what it throws into sentences and exit codes.
enum Program {
  /// The version told by `--version` and `/health`.
  static let version = "0.1.0"

  static let commands: [any Command.Type] = [
    ServeCommand.self, ChatCommand.self, SayCommand.self, HearCommand.self, ConverseCommand.self,
    TurnsCommand.self, ReplayCommand.self, DoctorCommand.self, BenchCommand.self,
  ]

  /// Runs `kith` with `arguments`.
  ///
  /// - Parameters:
  ///   - arguments: The words after `kith`.
  ///   - environment: The environment of the process.
  ///   - interrupts: The signals that come.
  /// - Returns: The exit code: 0 done, 1 failed, 2 wrong use.
  static func run(
    arguments: [String], environment: [String: String], interrupts: Interrupts
  ) async -> Int32 {
    let output = Output()
    let context = Context(
      arguments: Arguments(), environment: environment, output: output, interrupts: interrupts)
    let code = await run(arguments, context)
    guard code == 0, let loss = output.loss else { return code }
    // Who stopped reading, as `head` does, knows it.
    guard loss == .unwritable else { return 1 }
    output.tell(
      "kith: The result could not be written. Check where it goes to and whether the disk is full.")
    return 1
  }

  /// Finds the command and runs it.
  private static func run(_ arguments: [String], _ context: Context) async -> Int32 {
    let output = context.output
    var rest = arguments
    if rest.first == "--version" {
      output.result("kith \(version)")
      return 0
    }
    if ["--help", "-h", "help"].contains(rest.first ?? "") {
      return help(Array(rest.dropFirst()), output)
    }
    // `kith` alone, or with options only, serves.
    let name = rest.first.map { $0.hasPrefix("-") } == false ? rest.removeFirst() : "serve"
    guard let command = commands.first(where: { $0.name == name }) else {
      return unknown(name, output)
    }
    return await run(command, rest, context)
  }

  /// `kith help`, and `kith help COMMAND`, which is `kith COMMAND --help`.
  private static func help(_ words: [String], _ output: Output) -> Int32 {
    guard let name = words.first(where: { !$0.hasPrefix("-") }) else {
      output.result(Help.overview(commands))
      return 0
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      return unknown(name, output)
    }
    output.result(Help.text(of: command))
    return 0
  }

  private static func unknown(_ name: String, _ output: Output) -> Int32 {
    output.tell("kith: There is no command \(name). See kith --help.")
    return 2
  }

  private static func run(
    _ command: any Command.Type, _ arguments: [String], _ context: Context
  ) async -> Int32 {
    let output = context.output
    do {
      var context = context
      context.arguments = try command.options.parse(arguments)
      if context.arguments.wantsHelp {
        output.result(Help.text(of: command))
        return 0
      }
      return try await command.run(context)
    } catch let error as WrongUse {
      if arguments.contains("--json") {
        try? output.json(
          FailureReport(
            Problem(.wrongUse, error.sentence, action: "See kith \(command.name) --help.")))
      }
      output.tell("kith \(command.name): \(error.sentence) See kith \(command.name) --help.")
      return 2
    } catch {
      let problem = Problem.from(error)
      if arguments.contains("--json") { try? output.json(FailureReport(problem)) }
      output.tell("kith \(command.name): \(problem.inFull)")
      return 1
    }
  }

  /// The environment of the process.
  ///
  /// - Returns: Names and values; a name that stands twice keeps its first value.
  static func environment() -> [String: String] {
    var found: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let line = unsafe String(cString: text)
      if let equals = line.firstIndex(of: "=") {
        let name = String(line[..<equals])
        if found[name] == nil { found[name] = String(line[line.index(after: equals)...]) }
      }
      unsafe entry += 1
    }
    return found
  }
}
