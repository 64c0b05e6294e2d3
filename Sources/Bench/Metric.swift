/// A measured quantity: either its spread over many runs or one value.
public enum Metric: Sendable, Equatable {
  /// The median and the 95th percentile of `n` measurements.
  case spread(p50: Double, p95: Double, n: Int, unit: String)
  /// One value.
  case value(Double, unit: String)

  /// The spread of `measurements`; nil when there are none.
  ///
  /// The median is the middle (or the mean of the middle two); the 95th percentile is the nearest
  /// rank, ⌈0.95 n⌉.
  public init?(_ measurements: [Double], unit: String) {
    guard !measurements.isEmpty else { return nil }
    let sorted = measurements.sorted()
    let middle = sorted.count / 2
    let median =
      sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    let rank = (sorted.count * 95 + 99) / 100
    self = .spread(p50: median, p95: sorted[rank - 1], n: sorted.count, unit: unit)
  }

  /// The value that a threshold is compared with: the median or the value.
  public var central: Double {
    switch self {
    case .spread(let p50, _, _, _): p50
    case .value(let value, _): value
    }
  }
}

extension Metric: Encodable {
  private enum CodingKeys: String, CodingKey {
    case p50, p95, n, unit, value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .spread(let p50, let p95, let n, let unit):
      try container.encode(p50.hundredths, forKey: .p50)
      try container.encode(p95.hundredths, forKey: .p95)
      try container.encode(n, forKey: .n)
      try container.encode(unit, forKey: .unit)
    case .value(let value, let unit):
      try container.encode(value.hundredths, forKey: .value)
      try container.encode(unit, forKey: .unit)
    }
  }
}

extension Double {
  /// Rounded to two decimals for a report.
  fileprivate var hundredths: Double {
    (self * 100).rounded() / 100
  }
}
