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
}
