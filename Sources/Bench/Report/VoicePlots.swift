/// The plots of `kith bench voice`.
enum VoicePlots {
  /// A bar for each clip, of the stages from the last word to the first sound.
  static func stages(_ runs: [BenchReport.Run]) -> Markup {
    let rows = runs.prefix(Plot.mostRows).map { ($0, VoiceStages($0.figures)) }
    let axis = Axis(holding: rows.map(\.1.total))
    let bottom = Double(rows.count) * rowHeight
    var marks = Plot.scale(axis, unit: "ms", top: 0, bottom: bottom)
    for (index, (run, stages)) in rows.enumerated() {
      marks += bar(run, stages, axis, top: Double(index) * rowHeight)
    }
    return Plot.drawing(
      "Stages from the last word to the first sound, by clip; the times are also in the list of clips",
      height: bottom + 24, marks)
  }

  private static let rowHeight = 42.0

  private static func bar(
    _ run: BenchReport.Run, _ stages: VoiceStages, _ axis: Axis, top: Double
  ) -> [Markup] {
    let total = run.figures["voice_to_voice_ms"].map { "\($0.shown) ms" } ?? "no reply"
    let name = Plot.short(run.file) + (run.counts ? "" : " (not counted)")
    let pieces = stages.pieces.filter { $0.length > 0 }.map { piece in
      Plot.box(
        x: axis.percent(piece.start), y: top + 20,
        width: axis.percent(piece.start + piece.length) - axis.percent(piece.start), height: 14,
        class: "stage \(piece.stage)\(run.counts ? "" : " faint")",
        title: "\(run.file): \(piece.stage.label) after \(piece.length.shown) ms more")
    }
    return [
      Plot.label(name, x: 0, y: top + 14, class: "name"),
      Plot.label(total, x: 100, y: top + 14, .end, class: "amount"),
    ] + pieces
  }

  /// The share of the replies that had begun after a time; `metric` is marked in it.
  static func distribution(_ runs: [BenchReport.Run], _ metric: Metric?) -> Markup {
    let waits = runs.filter(\.counts).compactMap { run in
      run.figures["voice_to_voice_ms"].map { (run.file, $0) }
    }.sorted { $0.1 < $1.1 }.prefix(Plot.mostPoints)
    let axis = Axis(holding: waits.map(\.1))
    let share = Axis(holding: [100])
    var marks = Plot.levels(share, unit: "% have begun", top: top, bottom: bottom)
    marks += Plot.scale(axis, unit: "ms", top: bottom, bottom: bottom)
    marks += steps(waits.map(\.1), axis)
    if case .spread(let p50, let p95, _, _) = metric {
      marks += [p50, p95].map { line(at: axis.percent($0)) }
      marks += [
        label("p50", p50, axis, y: bottom - 8), label("p95", p95, axis, y: top - 22),
      ]
    }
    for (index, (file, wait)) in waits.enumerated() {
      marks.append(
        Plot.dot(
          x: axis.percent(wait), y: height(index + 1, of: waits.count), class: "point",
          title: "\(file): \(wait.shown) ms"))
    }
    return Plot.drawing(
      "Share of the replies that had begun, by time since the last word", height: bottom + 24, marks
    )
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
