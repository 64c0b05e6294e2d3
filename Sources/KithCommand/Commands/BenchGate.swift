import Bench
import Dialogue
import FoundationEssentials
import Journal

/// Thresholds a measurement is held to.
struct BenchGate {
  /// A threshold by its name in the file.
  private enum Bound: String {
    case p50Max = "p50_max"
    case p95Max = "p95_max"
    case valueMax = "value_max"
    case valueMin = "value_min"

    /// The bound called `name`, in full or short.
    init?(name: String) {
      let full = ["p50": "p50_max", "p95": "p95_max", "value": "value_max", "min": "value_min"]
      self.init(rawValue: full[name] ?? name)
    }
  }

  private let thresholds: [String: [Bound: Double]]

  private static let shape = #"{"voice_to_voice_ms": {"p50_max": 1400, "p95_max": 3000}}"#

  /// Reads thresholds.
  ///
  /// - Parameters:
  ///   - path: The file, such as `{"voice_to_voice_ms": {"p50_max": 1400}}`.
  ///   - bench: The name of the measurement.
  ///   - metrics: What it can measure.
  /// - Throws: `Problem` when there is no such file, ``WrongUse`` for what it holds: a misspelt name
  ///   would be a threshold that is never missed.
  init(path: String, bench: String, metrics: MetricList) throws {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 65_536 else {
      throw Problem(
        .fileUnreadable, "The file of thresholds can't be read: \(path).",
        action: "It holds JSON such as \(Self.shape).")
    }
    guard let read = try? JSONDecoder().decode([String: [String: Double]].self, from: bytes) else {
      throw WrongUse("The file of thresholds is not of the form \(Self.shape).")
    }
    thresholds = try read.reduce(into: [:]) { thresholds, row in
      guard metrics.contains(row.key) else {
        throw WrongUse("The thresholds name \(row.key), which bench \(bench) does not measure.")
      }
      thresholds[row.key] = try Self.bounds(row.value, of: row.key)
    }
  }

  private static func bounds(
    _ written: [String: Double], of metric: String
  ) throws(WrongUse) -> [Bound: Double] {
    var bounds: [Bound: Double] = [:]
    for (name, number) in written {
      guard let bound = Bound(name: name), bounds[bound] == nil else {
        throw WrongUse(
          "The threshold \(name) of \(metric) is none of p50_max, p95_max, value_max, value_min, "
            + "or stands twice.")
      }
      bounds[bound] = number
    }
    guard !bounds.isEmpty else { throw WrongUse("The thresholds of \(metric) are empty.") }
    return bounds
  }

  /// A line for each threshold that `report` misses.
  func missed(by report: BenchReport) -> [String] {
    thresholds.sorted { $0.key < $1.key }.flatMap { name, bounds -> [String] in
      guard let metric = report.metrics[name] else { return ["\(name): not measured"] }
      return Self.missed(bounds, by: metric).map { "\(name): \($0)" }
    }
  }

  private static func missed(_ bounds: [Bound: Double], by metric: Metric) -> [String] {
    var lines: [String] = []
    func check(_ label: String, _ value: Double?, _ bound: Bound) {
      guard let most = bounds[bound] else { return }
      guard let value else { return lines.append("has no \(label)") }
      if value > most { lines.append("\(label) is \(value), more than \(most)") }
    }
    switch metric {
    case .spread(let p50, let p95, _, _):
      check("p50", p50, .p50Max)
      check("p95", p95, .p95Max)
      check("value", nil, .valueMax)
    case .value(let value, _):
      check("p50", nil, .p50Max)
      check("p95", nil, .p95Max)
      check("value", value, .valueMax)
    }
    // The least is for what is better the higher it is: a value, or the median of a spread.
    if let least = bounds[.valueMin], metric.central < least {
      lines.append("\(metric.central) is less than \(least)")
    }
    return lines
  }
}
