/// The plots of `kith bench hear`.
enum HearPlots {
  /// A bar for each clip, of the share of its words that were not heard rightly.
  static func errors(_ runs: [BenchReport.Run]) -> Markup {
    let rows = runs.prefix(Plot.mostRows).map { ($0, rate($0.figures)) }
    let axis = Axis(holding: rows.map(\.1), atLeast: 20)
    let bottom = Double(rows.count) * rowHeight
    var marks = Plot.scale(axis, unit: "%", top: 0, bottom: bottom)
    for (index, (run, rate)) in rows.enumerated() {
      let top = Double(index) * rowHeight
      let count = (run.figures["errors"] ?? 0).shown
      let amount = "\(count) of \((run.figures["words"] ?? 0).shown)"
      marks += [
        Plot.label(Plot.short(run.file), x: 0, y: top + 14, class: "name"),
        Plot.label("\(amount) · \(rate.shown) %", x: 100, y: top + 14, .end, class: "amount"),
        // A clip without errors shows that there is a bar of no length.
        Plot.box(
          x: 0, y: top + 20, width: max(axis.percent(rate), 0.4), height: 10, class: "bar",
          title: "\(run.file): \(amount) words wrong, \(rate.shown) %"),
      ]
    }
    return Plot.drawing(
      "Word error rate by clip; the words are in the list of clips", height: bottom + 24, marks)
  }

  private static let rowHeight = 38.0

  private static func rate(_ figures: [String: Double]) -> Double {
    WordErrorRate(
      errors: Int(figures["errors"] ?? 0), words: Int(figures["words"] ?? 0)
    ).rate * 100
  }

  /// A point for each clip: how long it is, and what it cost to write it down.
  static func cost(_ runs: [BenchReport.Run]) -> Markup {
    let points = runs.prefix(Plot.mostPoints).compactMap { run -> (String, Double, Double)? in
      guard let seconds = run.figures["seconds"], let cost = run.figures["cpu_ms"] else {
        return nil
      }
      return (run.file, seconds, cost)
    }
    let across = Axis(holding: points.map(\.1))
    let upwards = Axis(holding: points.map(\.2))
    let (top, bottom) = (20.0, 240.0)
    var marks = Plot.levels(upwards, unit: "ms", top: top, bottom: bottom)
    marks += Plot.scale(across, unit: "s", top: bottom, bottom: bottom)
    for (file, seconds, cost) in points {
      marks.append(
        Plot.dot(
          x: across.percent(seconds), y: bottom - upwards.percent(cost) / 100 * (bottom - top),
          class: "point", title: "\(file): \(seconds.shown) s, \(cost.shown) ms"))
    }
    return Plot.drawing(
      "Processor time of the transcript by length of the clip", height: bottom + 24, marks)
  }
}
