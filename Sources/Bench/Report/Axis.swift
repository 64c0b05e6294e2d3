/// The scale of a plot: from zero to a round number, with a few round ticks.
struct Axis: Sendable, Equatable {
  /// The values at which a line is drawn, the first zero, the last the end of the scale.
  let ticks: [Double]

  /// A scale that holds `values`, and reaches at least to `least`.
  init(holding values: [Double], atLeast least: Double = 1) {
    let most = values.filter { $0.isFinite && $0 < 1e12 }.reduce(least, max)
    let step = Self.steps.first { $0 * 4 >= most } ?? most
    ticks = (0...max(1, Int((most / step).rounded(.up)))).map { Double($0) * step }
  }

  /// Where `value` lies, in percent of the length; what lies outside is drawn at the end.
  func percent(_ value: Double) -> Double {
    let end = ticks.last ?? 1
    return value.isFinite ? min(max(value / end, 0), 1) * 100 : 0
  }

  private static let steps: [Double] = {
    var steps = [0.2, 0.5]
    var power = 1.0
    while power < 1e12 {
      steps += [power, 2 * power, 5 * power]
      power *= 10
    }
    return steps
  }()
}
