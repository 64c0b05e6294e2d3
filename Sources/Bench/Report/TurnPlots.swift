/// The plots of `kith bench turns`.
enum TurnPlots {
  /// How wide a bar is, in milliseconds.
  private static let step = 100

  /// A bar for each tenth of a second of waiting, as long as there are clips that waited so long.
  static func waits(_ runs: [BenchReport.Run]) -> Markup {
    let counts = runs.compactMap { $0.figures["wait_ms"] }.reduce(into: [Int: Int]()) {
      $0[Int($1.rounded(.down)) / step, default: 0] += 1
    }
    let bins = Array(0...max(counts.keys.max() ?? 0, 0))
    let axis = Axis(holding: counts.values.map(Double.init))
    let bottom = Double(bins.count) * rowHeight
    var marks = Plot.scale(axis, unit: "clips", top: 0, bottom: bottom)
    for bin in bins {
      let count = counts[bin] ?? 0
      let top = Double(bin) * rowHeight
      let label = "\(bin * step)–\((bin + 1) * step) ms"
      marks += [
        Plot.label(label, x: 0, y: top + 14, class: "name"),
        Plot.label("\(count)", x: 100, y: top + 14, .end, class: "amount"),
        Plot.box(
          x: 0, y: top + 20, width: max(axis.percent(Double(count)), 0.4), height: 10, class: "bar",
          title: "\(label): \(count) clips"),
      ]
    }
    return Plot.drawing("How long clips waited after their last word", height: bottom + 24, marks)
  }

  private static let rowHeight = 38.0
}
