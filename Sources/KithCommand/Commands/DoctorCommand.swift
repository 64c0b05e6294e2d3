import Dialogue
import Engines
import Journal

/// `kith doctor`: checks the installation and says what to do.
///
/// Runs even when every part is missing: it opens nothing but what it looks at.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "check this installation and say what to do"
  static let options = OptionList(
    options: [
      .init(
        name: "--verify", value: nil,
        meaning: "compare every file with its SHA-256, not only its size (seconds a gigabyte)"),
      .json, .data,
    ], positional: "", positionalCount: 0...0)
  static let example = """
    kith doctor
    kith doctor --verify --json
    """

  static func run(_ context: Context) async throws -> Int32 {
    let list = try PartList.embedded()
    let parts = PartsFolder(
      cache: PartsFolder.standardCache(environment: context.environment), list: list)
    var findings = Examination.parts(
      parts, verifies: context.arguments.flags.contains("--verify"), context.output)
    findings += Examination.packages(list)
    findings += await Examination.engines(parts, environment: context.environment)
    let settings = try? Settings(arguments: context.arguments, environment: context.environment)
    findings += Examination.machine(parts, folder: settings?.dataFolder ?? "/")
    findings += await Examination.dataFolder(context)
    context.output.progress("")
    if context.wantsJSON {
      try context.output.json(Printed(findings))
    } else {
      show(findings, context.output)
    }
    return findings.contains { $0.state == .bad } ? 1 : 0
  }

  private static func show(_ findings: [Finding], _ output: Output) {
    for finding in findings {
      let mark =
        switch finding.state {
        case .good: "✓"
        case .lacking: "–"
        case .bad: "✗"
        }
      output.result("\(mark) \(finding.title): \(finding.says)")
      if let action = finding.action { output.result("    \(action)") }
    }
    let bad = findings.filter { $0.state == .bad }.count
    output.result("")
    output.result(
      bad == 0
        ? "All that is needed is here."
        : "\(bad == 1 ? "One thing has" : "\(bad) things have") to be put right.")
  }

  private struct Printed: Encodable {
    struct Row: Encodable {
      var title: String
      var state: String
      var says: String
      var action: String?
    }

    var ok: Bool
    var findings: [Row]

    init(_ findings: [Finding]) {
      ok = !findings.contains { $0.state == .bad }
      self.findings = findings.map {
        Row(title: $0.title, state: $0.state.rawValue, says: $0.says, action: $0.action)
      }
    }
  }
}

/// One thing that was looked at.
struct Finding: Sendable, Equatable {
  /// How it stands.
  enum State: String, Sendable {
    /// As it should be.
    case good
    /// Not there, and Kith runs without it.
    case lacking
    /// Has to be put right.
    case bad
  }

  /// What was looked at.
  var title: String
  /// How it stands.
  var state: State
  /// What was found, in words.
  var says: String
  /// What to do about it.
  var action: String?
  /// What a page is told about it when it is bad.
  var problem: Problem?
}
