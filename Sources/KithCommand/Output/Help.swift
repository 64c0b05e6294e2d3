/// The texts of `--help`.
enum Help {
  /// What `kith --help` shows.
  static func overview(_ commands: [any Command.Type]) -> String {
    let rows = commands.map { "  kith \(padded($0.name, 10)) \($0.summary)" }
    return """
      Kith: a companion that hears, thinks and speaks on this machine.

      \(rows.joined(separator: "\n"))

      Every command has --help; kith help COMMAND shows the same. Exit codes: 0 done, 1 failed, 2 wrong use.
      """
  }

  /// What `kith COMMAND --help` shows.
  static func text(of command: any Command.Type) -> String {
    let list = command.options
    let rows = list.options.map { option in
      "  \(padded(option.name + (option.value.map { " " + $0 } ?? ""), 18)) \(option.meaning)"
    }
    let positional = list.positional.isEmpty ? "" : " " + list.positional
    return """
      kith \(command.name): \(command.summary)

      Usage: kith \(command.name)\(positional) [options]

      \(rows.joined(separator: "\n"))
        --help             this text

      Example:
      \(command.example.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      """
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
