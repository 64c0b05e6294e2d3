/// The plots of `kith bench echo`.
enum EchoPlots {
  /// A bar for each level of echo, of the people who were caught there.
  static func caught(_ runs: [BenchReport.Run]) -> Markup {
    let rows = EchoPlan.leaks.map { leak in
      (leak, runs.filter { $0.figures["leak"] == Double(leak) })
    }
    let axis = Axis(holding: [100])
    let bottom = Double(rows.count) * rowHeight
    var marks = Plot.scale(axis, unit: "%", top: 0, bottom: bottom)
    for (index, (leak, all)) in rows.enumerated() {
      let top = Double(index) * rowHeight
      let caught = all.filter(\.wasStopped)
      let share = 100 * Double(caught.count) / Double(max(1, all.count))
      let label = "\((Double(leak) * 100).rounded() / 100) of the reply comes back"
      let amount = "\(caught.count) of \(all.count) · \(share.shown) %"
      marks += [
        Plot.label(label, x: 0, y: top + 14, class: "name"),
        Plot.label(amount, x: 100, y: top + 14, .end, class: "amount"),
        Plot.box(
          x: 0, y: top + 20, width: max(axis.percent(share), 0.4), height: 10, class: "bar",
          title: "\(label): \(amount)"),
      ]
    }
    return Plot.drawing(
      "Share of the people who stopped the reply, by how much of it comes back",
      height: bottom + 24, marks)
  }

  private static let rowHeight = 38.0
}
