import Companion

/// A turn as a terminal shows it: a bar for each lane on one axis, then every line with its reason.
struct StoryView {
  /// The lines of the terminal, none wider than it is.
  let lines: [String]

  /// The view of `story`.
  ///
  /// - Parameters:
  ///   - story: What happened.
  ///   - width: The columns of the terminal; 0 when that is not known.
  init(_ story: TurnStory, width: Int) {
    let room = width > 0 ? width - 1 : 79
    let chart = room >= 40 ? Self.chart(story, columns: min(room, 100) - Self.names) : []
    let told = story.lines.map { line in
      let time = Self.padded(TurnStory.signed(line.from), 7)
      let what = [line.what, line.why].filter { !$0.isEmpty }.joined(separator: " ")
      return Self.hanging("\(time)  \(Self.name(line.lane))", what, width: width)
    }
    let legend = Self.hanging("", story.legend, width: width)
    lines = chart + (chart.isEmpty ? [] : [""]) + [legend] + told
  }

  /// A text behind `head`, its further lines indented as far.
  static func hanging(_ head: String, _ text: String, width: Int) -> String {
    var wrapper = LineWrapper(indent: Columns.of(head), width: width)
    return head + wrapper.feed(text) + wrapper.finish()
  }

  // MARK: The chart

  /// The columns that the names of the lanes take.
  private static let names = 9

  private static func chart(_ story: TurnStory, columns: Int) -> [String] {
    let axis = Axis(story.drawn, columns: columns)
    let lanes = TurnStory.Lane.allCases.map { lane in
      name(lane) + axis.row(story.lines.filter { $0.lane == lane })
    }
    let indent = String(repeating: " ", count: names)
    return lanes + [indent + axis.ticks, indent + axis.numbers]
  }

  private static func name(_ lane: TurnStory.Lane) -> String {
    let name = lane.rawValue
    return name + String(repeating: " ", count: max(1, names - name.count))
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// Places times on the columns of a chart.
private struct Axis {
  private let range: ClosedRange<Int>
  private let columns: Int
  private let step: Int

  init(_ range: ClosedRange<Int>, columns: Int) {
    self.range = range
    self.columns = columns
    let span = range.upperBound - range.lowerBound
    // Numbers need room: a tick for every twelve columns at most.
    let least = max(1, span * 12 / columns)
    step = [50, 100, 200, 500, 1000, 2000, 5000, 10_000].first { $0 >= least } ?? 60_000
  }

  private func column(_ time: Int) -> Int {
    let place = (time - range.lowerBound) * (columns - 1)
    return min(max(place / max(1, range.upperBound - range.lowerBound), 0), columns - 1)
  }

  func row(_ lines: [TurnStory.Line]) -> String {
    var cells = [Character](repeating: "·", count: columns)
    for line in lines {
      guard let until = line.until else { continue }
      for place in column(line.from)...column(max(until, line.from)) { cells[place] = "━" }
      if line.from < range.lowerBound { cells[0] = "◀" }
      if until > range.upperBound { cells[columns - 1] = "▶" }
    }
    for line in lines where line.until == nil && range.contains(line.from) {
      cells[column(line.from)] = "●"
    }
    return String(cells)
  }

  private var marks: [Int] {
    let first = Int((Double(range.lowerBound) / Double(step)).rounded(.up)) * step
    return Array(stride(from: first, through: range.upperBound, by: step))
  }

  var ticks: String {
    var cells = [Character](repeating: "─", count: columns)
    for mark in marks { cells[column(mark)] = mark == 0 ? "┼" : "┴" }
    return String(cells)
  }

  var numbers: String {
    var text = ""
    for mark in marks {
      let number = TurnStory.signed(mark)
      let place = max(0, column(mark) - number.count / 2)
      guard place >= text.count, place + number.count <= columns else { continue }
      text += String(repeating: " ", count: place - text.count) + number + " "
    }
    return text
  }
}
