/// The marks plots are drawn with.
///
/// Across, places are percentages, so that a plot fills a phone and a desk alike without its text
/// growing; downwards they are pixels.
enum Plot {
  /// The most clips that are drawn one by one.
  static let mostRows = 200
  /// The most points that are drawn.
  static let mostPoints = 2_000

  /// Which end of a text is at its place.
  enum Anchor: String {
    case start, middle, end

    /// The anchor with which a text at `percent` stays inside the plot.
    static func inside(at percent: Double) -> Anchor {
      percent < 6 ? .start : percent > 94 ? .end : .middle
    }
  }

  /// A whole plot.
  ///
  /// - Parameters:
  ///   - title: What it shows, for those who can't see it.
  ///   - height: Pixels.
  ///   - marks: What is drawn, the hindmost first.
  /// - Returns: An `svg` element.
  static func drawing(_ title: String, height: Double, _ marks: [Markup]) -> Markup {
    Markup(
      "svg", ["role": "img", "width": "100%", "height": number(height), "class": "plot"],
      [Markup("title", [:], [Markup(title)])] + marks)
  }

  /// A text.
  static func label(
    _ text: String, x: Double, y: Double, _ anchor: Anchor = .start, class style: String = ""
  ) -> Markup {
    Markup(
      "text",
      ["x": percent(x), "y": number(y), "text-anchor": anchor.rawValue, "class": style],
      [Markup(text)])
  }

  /// A filled box that tells its meaning when pointed at.
  static func box(
    x: Double, y: Double, width: Double, height: Double, class style: String, title: String
  ) -> Markup {
    Markup(
      "rect",
      [
        "x": percent(x), "y": number(y), "width": percent(width), "height": number(height),
        "class": style,
      ], [Markup("title", [:], [Markup(title)])])
  }

  /// A line.
  static func line(
    x1: Double, y1: Double, x2: Double, y2: Double, class style: String
  ) -> Markup {
    Markup(
      "line",
      [
        "x1": percent(x1), "y1": number(y1), "x2": percent(x2), "y2": number(y2), "class": style,
      ])
  }

  /// A point that tells its meaning when pointed at.
  static func dot(x: Double, y: Double, class style: String, title: String) -> Markup {
    Markup(
      "circle", ["cx": percent(x), "cy": number(y), "r": "4.5", "class": style],
      [Markup("title", [:], [Markup(title)])])
  }

  /// The upright lines of a scale with their numbers below.
  static func scale(_ axis: Axis, unit: String, top: Double, bottom: Double) -> [Markup] {
    axis.ticks.flatMap { tick -> [Markup] in
      let x = axis.percent(tick)
      let text = tick == axis.ticks.last ? "\(tick.shown) \(unit)" : tick.shown
      return [
        line(x1: x, y1: top, x2: x, y2: bottom, class: "grid"),
        label(text, x: x, y: bottom + 16, .inside(at: x), class: "tick"),
      ]
    }
  }

  /// The level lines of a scale with their numbers above, inside the plot.
  static func levels(_ axis: Axis, unit: String, top: Double, bottom: Double) -> [Markup] {
    axis.ticks.flatMap { tick -> [Markup] in
      let y = bottom - axis.percent(tick) / 100 * (bottom - top)
      let text = tick == axis.ticks.last ? "\(tick.shown) \(unit)" : tick.shown
      let line = line(x1: 0, y1: y, x2: 100, y2: y, class: "grid")
      // The other scale shows the zero in the same corner.
      return tick == 0 ? [line] : [line, label(text, x: 0, y: y - 4, class: "tick")]
    }
  }

  /// A name short enough for a line; its end tells more than its beginning.
  static func short(_ name: String) -> String {
    name.count <= 32 ? name : "…" + name.suffix(31)
  }

  private static func percent(_ value: Double) -> String {
    number(value) + "%"
  }

  private static func number(_ value: Double) -> String {
    String((value * 100).rounded() / 100)
  }
}
