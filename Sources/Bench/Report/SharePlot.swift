/// A plot of the share of runs in which something had happened after a time.
struct SharePlot {
  /// The figure of a run.
  var figure: String
  /// What the plot shows, for those who can't see it.
  var title: String
  /// What has happened to a share of the runs, beginning with the sign for percent.
  var unit: String

  /// The plot of what counts of `runs`; `metric` is marked in it.
  func drawing(_ runs: [BenchReport.Run], _ metric: Metric?) -> Markup {
    let waits = runs.filter(\.counts).compactMap { run in
      run.figures[figure].map { (run.file, $0) }
    }.sorted { $0.1 < $1.1 }.prefix(Plot.mostPoints)
    let axis = Axis(holding: waits.map(\.1))
    let share = Axis(holding: [100])
    var marks = Plot.levels(share, unit: unit, top: Self.top, bottom: Self.bottom)
    marks += Plot.scale(axis, unit: "ms", top: Self.bottom, bottom: Self.bottom)
    marks += Self.steps(waits.map(\.1), axis)
    if case .spread(let p50, let p95, _, _) = metric {
      marks += [p50, p95].map { Self.line(at: axis.percent($0)) }
      marks += [
        Self.label("p50", p50, axis, y: Self.bottom - 8),
        Self.label("p95", p95, axis, y: Self.top - 22),
      ]
    }
    for (index, (file, wait)) in waits.enumerated() {
      marks.append(
        Plot.dot(
          x: axis.percent(wait), y: Self.height(index + 1, of: waits.count), class: "point",
          title: "\(file): \(wait.shown) ms"))
    }
    return Plot.drawing(title, height: Self.bottom + 24, marks)
  }

  private static let top = 40.0
  private static let bottom = 240.0

  private static func height(_ count: Int, of all: Int) -> Double {
    bottom - Double(count) / Double(max(1, all)) * (bottom - top)
  }

  private static func steps(_ waits: [Double], _ axis: Axis) -> [Markup] {
    var lines: [Markup] = []
    var from = 0.0
    for (index, wait) in waits.enumerated() {
      let x = axis.percent(wait)
      let low = height(index, of: waits.count)
      lines.append(Plot.line(x1: from, y1: low, x2: x, y2: low, class: "curve"))
      lines.append(
        Plot.line(x1: x, y1: low, x2: x, y2: height(index + 1, of: waits.count), class: "curve"))
      from = x
    }
    return lines + [Plot.line(x1: from, y1: top, x2: 100, y2: top, class: "curve")]
  }

  private static func line(at x: Double) -> Markup {
    Plot.line(x1: x, y1: top - 18, x2: x, y2: bottom, class: "mark")
  }

  /// Stands beside the line where there is room, so that the line does not run through it.
  private static func label(_ name: String, _ value: Double, _ axis: Axis, y: Double) -> Markup {
    let x = axis.percent(value)
    let text = "\(name) \(value.shown) ms"
    return x > 60
      ? Plot.label(text + "\u{A0}", x: x, y: y, .end, class: "marked")
      : Plot.label("\u{A0}" + text, x: x, y: y, class: "marked")
  }
}
