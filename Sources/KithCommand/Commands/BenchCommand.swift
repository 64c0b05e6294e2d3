import Bench
import Dialogue
import FoundationEssentials
import Journal
import Sound

/// `kith bench NAME`: the measuring harness.
enum BenchCommand: Command {
  static let name = "bench"
  static let summary =
    "measure how long an answer takes (voice), how well it hears (hear), the face (face)"
  static let options = OptionList(
    options: [
      .init(
        name: "--clips", value: "FILE",
        meaning: "voice: a list, tab-separated: clip, end_s (end of the last word), use"
      ),
      .init(
        name: "--corpus", value: "DIR",
        meaning: "voice: the folder of the clips; hear: a folder with index.tsv (file, text)"),
      .init(name: "--limit", value: "N", meaning: "only the first N clips"),
      .init(
        name: "--gate", value: "FILE", meaning: "compare with thresholds; exit 1 when one is missed"
      ),
      .json, .data, .brain, .model, .builtIn, .voice,
    ], positional: "voice|hear|face", positionalCount: 1...1)
  static let example = """
    kith bench voice --clips clips.tsv --corpus cases/audio --built-in 0.5B
    kith bench hear --corpus recordings --json
    """

  static func run(_ context: Context) async throws -> Int32 {
    let gate = try context.arguments.values["--gate"].map(Gate.init(path:))
    let report: BenchReport
    switch context.arguments.positional[0] {
    case "voice": report = try await VoiceBenchRun.run(context)
    case "hear": report = try await HearBenchRun.run(context)
    case "face": report = FaceBenchRun.run(context)
    case let other: throw WrongUse("There is no measurement called \(other).")
    }
    context.output.progress("")
    if context.wantsJSON {
      try context.output.json(report)
    } else {
      context.output.result(report.table)
    }
    let missed = gate?.missed(by: report) ?? []
    for line in missed { context.output.tell(line) }
    return missed.isEmpty ? 0 : 1
  }
}

/// Thresholds a measurement is held to.
struct Gate {
  /// The highest (`p50`, `p95`, `value`) and lowest (`min`) a metric may be.
  struct Threshold: Decodable {
    var p50: Double?
    var p95: Double?
    var value: Double?
    var min: Double?

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case p50, p95, value, min
    }

    private struct AnyKey: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      // A misspelt name would be a threshold that is never missed.
      let names = try decoder.container(keyedBy: AnyKey.self).allKeys
      guard !names.isEmpty, names.allSatisfy({ CodingKeys(rawValue: $0.stringValue) != nil }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "unknown name"))
      }
      let values = try decoder.container(keyedBy: CodingKeys.self)
      p50 = try values.decodeIfPresent(Double.self, forKey: .p50)
      p95 = try values.decodeIfPresent(Double.self, forKey: .p95)
      value = try values.decodeIfPresent(Double.self, forKey: .value)
      min = try values.decodeIfPresent(Double.self, forKey: .min)
    }
  }

  private let thresholds: [String: Threshold]

  /// Reads thresholds: `{"metric": {"p50": 1400, "p95": 3000}}`.
  ///
  /// - Throws: A `Problem` that says what is wrong with the file.
  init(path: String) throws(Problem) {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 65_536,
      let read = try? JSONDecoder().decode([String: Threshold].self, from: bytes)
    else {
      throw Problem(
        .fileUnreadable, "The file of thresholds can't be read: \(path).",
        action: #"It holds JSON such as {"voice_to_voice_ms": {"p50": 1400}}."#)
    }
    thresholds = read
  }

  /// A line for each threshold that `report` misses.
  func missed(by report: BenchReport) -> [String] {
    thresholds.sorted { $0.key < $1.key }.flatMap { name, threshold -> [String] in
      guard let metric = report.metrics[name] else { return ["\(name): not measured"] }
      return over(threshold, metric).map { "\(name): \($0)" }
    }
  }

  private func over(_ threshold: Threshold, _ metric: Metric) -> [String] {
    var lines: [String] = []
    func check(_ label: String, _ value: Double?, _ most: Double?) {
      guard let most else { return }
      guard let value else { return lines.append("has no \(label)") }
      if value > most { lines.append("\(label) is \(value), more than \(most)") }
    }
    switch metric {
    case .spread(let p50, let p95, _, _):
      check("p50", p50, threshold.p50)
      check("p95", p95, threshold.p95)
      check("value", nil, threshold.value)
    case .value(let value, _):
      check("p50", nil, threshold.p50)
      check("p95", nil, threshold.p95)
      check("value", value, threshold.value)
    }
    if let least = threshold.min, metric.central < least {
      lines.append("\(metric.central) is less than \(least)")
    }
    return lines
  }
}
