/// What a measurement prints: the figures and everything needed to repeat them.
public struct BenchReport: Sendable, Encodable {
  /// The name of the measurement.
  public var bench: String
  /// The figures by name.
  public var metrics: [String: Metric]
  /// The clips or texts that were used.
  public var corpus: String
  /// The engines that worked.
  public var engines: [String]
  /// The models they ran.
  public var models: [String]
  /// The machine.
  public var machine: Machine
  /// The commit the program was built from.
  public var commit: String
  /// The seed of everything random.
  public var seed: UInt64
  /// Every single measurement, for plots and for doubt.
  public var runs: [Run]
  /// More tables for people, each with its title; not in the JSON, where the runs are.
  public var tables: [String] = []

  private enum CodingKeys: String, CodingKey {
    case bench, metrics, corpus, engines, models, machine, commit, seed, runs
  }

  /// One measured clip.
  public struct Run: Sendable, Encodable {
    /// The clip.
    public var file: String
    /// The figures of this clip.
    public var figures: [String: Double]
    /// Whether it counts in the metrics.
    public var counts: Bool
    /// What stands out, such as "turn ended early".
    public var notes: [String]
    /// What can be read and listened to; not in the JSON, which holds no words of anybody.
    public var evidence: ClipEvidence

    private enum CodingKeys: String, CodingKey {
      case file, figures, counts, notes
    }

    /// The figures of one clip.
    public init(
      file: String, figures: [String: Double], counts: Bool, notes: [String],
      evidence: ClipEvidence = ClipEvidence()
    ) {
      self.file = file
      self.figures = figures
      self.counts = counts
      self.notes = notes
      self.evidence = evidence
    }
  }

  /// A report.
  public init(
    bench: String, metrics: [String: Metric], corpus: String, engines: [String],
    models: [String], machine: Machine, commit: String, seed: UInt64, runs: [Run]
  ) {
    self.bench = bench
    self.metrics = metrics
    self.corpus = corpus
    self.engines = engines
    self.models = models
    self.machine = machine
    self.commit = commit
    self.seed = seed
    self.runs = runs
  }

  /// A table for people.
  public var table: String {
    let rows = metrics.sorted { $0.key < $1.key }.map { name, metric -> String in
      let padded = name + String(repeating: " ", count: max(1, 26 - name.count))
      switch metric {
      case .spread(let p50, let p95, let n, let unit):
        return "\(padded) p50 \(rounded(p50)) \(unit)   p95 \(rounded(p95)) \(unit)   n \(n)"
      case .value(let value, let unit):
        return "\(padded) \(rounded(value)) \(unit)"
      }
    }
    return """
      kith bench \(bench)   \(models.joined(separator: ", "))
      \(machine.summary)
      \((rows + tables).joined(separator: "\n"))
      """
  }

  private func rounded(_ value: Double) -> String {
    value >= 100 ? "\(Int(value.rounded()))" : "\((value * 100).rounded() / 100)"
  }
}
