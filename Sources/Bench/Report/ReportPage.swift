/// The page of a report: one HTML file that needs no network and no script.
public struct ReportPage: Sendable {
  /// How the page begins, by which a folder is known to hold a report.
  static let beginning = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><meta name="generator" content="kith bench">
    """

  let report: BenchReport
  private let measured: String

  /// The page of `report`.
  ///
  /// - Parameters:
  ///   - report: What was measured.
  ///   - measured: When, as a person reads it.
  public init(_ report: BenchReport, measured: String) {
    self.report = report
    self.measured = measured
  }

  /// The page as HTML.
  public var html: String {
    let title = "kith bench \(report.bench)"
    let head = [
      Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      Markup("meta", ["name": "color-scheme", "content": "light dark"]),
      Markup("title", [:], [Markup("\(title), \(measured)")]),
      Markup.style(ReportStyle.sheet),
    ]
    let header = Markup(
      "header", [:],
      [
        Markup("h1", [:], [Markup(title)]),
        Markup("p", [:], [Markup("\(subtitle) · \(measured)")]),
      ])
    let main = Markup("main", [:], [tiles] + plots + [metrics, facts, clips])
    let written = (head.map(\.source) + ["</head>\n<body>", header.source, main.source])
    return Self.beginning + written.joined(separator: "\n") + "\n</body></html>\n"
  }

  private var subtitle: String {
    switch report.bench {
    case "voice": "How long it takes from a person’s last word to the first sound of the reply"
    case "turns": "How often a person is cut off, and how long they wait for the end of their turn"
    case "echo": "Whether Kith stops for people, and not for itself"
    default: "How many words are heard rightly, and what it costs"
    }
  }

  /// A part of the page with its heading.
  func part(_ heading: String, hint: String? = nil, _ children: [Markup]) -> Markup {
    let beneath = hint.map { [Markup("p", ["class": "hint"], [Markup($0)])] } ?? []
    return Markup("section", [:], [Markup("h2", [:], [Markup(heading)])] + beneath + children)
  }
}

// MARK: - Figures

extension ReportPage {
  /// The figures to see first.
  private var tiles: Markup {
    let shown: [(metric: String, meaning: String)] =
      switch report.bench {
      case "voice":
        [
          ("voice_to_voice_ms", "until half of the replies have begun"),
          ("end_of_turn_ms", "of it until the turn is taken (p50)"),
          ("answered", "got an answer"), ("cpu_ms_per_turn", "of processor a turn (p50)"),
        ]
      case "turns":
        [
          ("cut_in_rate", "of the pauses were cut"),
          ("wait_ms", "until half of the turns are taken"),
          ("wait_ms_at_5pct", "on average where 5 % are cut"),
          ("silence_wait_ms_at_5pct", "with silence alone"),
        ]
      case "echo":
        [
          ("caught_rate", "of the people who talked over a reply stopped it"),
          ("false_stops", "by echoes alone"), ("false_rate", "of the false alarms stopped it"),
          ("onset_to_silence_ms", "until the voice is silent (p50)"),
        ]
      default:
        [
          ("word_error_rate", "of the words were wrong"), ("words", "were said"),
          ("cpu_ms_for_3_s", "of processor to write down 3 s (p50)"),
        ]
      }
    let found = shown.compactMap { name, meaning in
      report.metrics[name].map { metric in
        Markup(
          "div", [:],
          [
            Markup("dt", [:], [Markup(meaning)]),
            Markup(
              "dd", [:],
              [
                Markup(metric.central.shown + " "), Markup("small", [:], [Markup(metric.unit)]),
              ]),
          ])
      }
    }
    return Markup("dl", ["class": "tiles"], found)
  }

  /// Every metric in a table.
  private var metrics: Markup {
    let known = MetricList.of(report.bench)?.entries ?? []
    let rows = known.filter { report.metrics[$0.name] != nil }.map { ($0.name, $0.meaning) }
    let others = report.metrics.keys.filter { name in !known.contains { $0.name == name } }
    let all = rows + others.sorted().map { ($0, "") }
    let headings = ["p50 / value", "p95", "n", "unit"].enumerated().map { column, text in
      Markup("th", ["scope": "col", "class": column < 3 ? "num" : ""], [Markup(text)])
    }
    let first = Markup("th", ["scope": "col"], ["Metric"])
    let body = all.compactMap { name, meaning in
      report.metrics[name].map { row(name, meaning, $0) }
    }
    return part(
      "All metrics",
      [
        Markup(
          "table", [:],
          [
            Markup(
              "caption", [:],
              [
                "p50 is the median, p95 the value that 95 of 100 do not exceed, n the number measured."
              ]),
            Markup("thead", [:], [Markup("tr", [:], [first] + headings)]),
            Markup("tbody", [:], body),
          ])
      ])
  }

  private func row(_ name: String, _ meaning: String, _ metric: Metric) -> Markup {
    let numbers: [String] =
      switch metric {
      case .spread(let p50, let p95, let n, _): [p50.shown, p95.shown, String(n)]
      case .value(let value, _): [value.shown, "", ""]
      }
    return Markup(
      "tr", [:],
      [Markup("th", ["scope": "row"], [Markup(meaning), Markup("code", [:], [Markup(name)])])]
        + numbers.map { Markup("td", ["class": "num"], [Markup($0)]) }
        + [Markup("td", [:], [Markup(metric.unit)])])
  }

  /// Everything needed to measure it again.
  private var facts: Markup {
    let rows = [
      ("Corpus", report.corpus), ("Engines", report.engines.joined(separator: ", ")),
      ("Models", report.models.joined(separator: ", ")), ("Machine", report.machine.summary),
      ("Commit", report.commit), ("Seed", String(report.seed)), ("Measured", measured),
    ]
    return part("What was measured", [Self.pairs(rows, class: "facts")])
  }

  /// A list of names with their values.
  static func pairs(_ rows: [(String, String)], class style: String) -> Markup {
    Markup(
      "dl", ["class": style],
      rows.flatMap { name, value in
        [Markup("dt", [:], [Markup(name)]), Markup("dd", [:], [Markup(value)])]
      })
  }
}

// MARK: - Plots

extension ReportPage {
  private var plots: [Markup] {
    guard !report.runs.isEmpty else { return [] }
    let left = report.runs.count - Plot.mostRows
    let more = left > 0 ? " The first \(Plot.mostRows) clips; \(left) more are not drawn." : ""
    switch report.bench {
    case "voice": return voicePlots(more)
    case "turns":
      return [
        part("How long the wait is", hint: "From the last word.", [TurnPlots.waits(report.runs)])
      ]
    case "echo": return echoPlots
    default: return hearPlots(more)
    }
  }

  private func voicePlots(_ more: String) -> [Markup] {
    let legend = Markup(
      "ul", ["class": "legend"],
      VoiceStages.Stage.allCases.map { stage in
        Markup("li", ["class": "\(stage)"], [Markup(stage.label)])
      })
    let stages = part(
      "Where the time goes",
      hint: "From the last word, each stage up to the moment named." + more,
      [legend, VoicePlots.stages(report.runs)])
    guard let spread = report.metrics["voice_to_voice_ms"] else { return [stages] }
    return [
      stages,
      part(
        "How soon replies begin",
        hint: "The share of the replies that had begun, by time since the last word.",
        [
          SharePlot(
            figure: "voice_to_voice_ms",
            title: "Share of the replies that had begun, by time since the last word",
            unit: "% have begun"
          ).drawing(report.runs, spread)
        ]),
    ]
  }

  private var echoPlots: [Markup] {
    let people = report.runs.filter(\.isPerson)
    guard !people.isEmpty else { return [] }
    let caught = part(
      "Who was caught",
      hint: "People who talked over a reply and stopped it, by how much of the reply comes back.",
      [EchoPlots.caught(people)])
    guard let spread = Metric(people.compactMap { $0.figures["silence_ms"] }, unit: "ms") else {
      return [caught]
    }
    return [
      caught,
      part(
        "How soon a reply is silent",
        hint: "The share of those that were silent, by time since somebody’s speech began.",
        [
          SharePlot(
            figure: "silence_ms",
            title: "Share of the replies that were silent, by time since "
              + "somebody’s speech began", unit: "% are silent"
          ).drawing(people, spread)
        ]),
    ]
  }

  private func hearPlots(_ more: String) -> [Markup] {
    [
      part(
        "Words not heard rightly",
        hint: "Words wrong, missing or added, of those that were said." + more,
        [HearPlots.errors(report.runs)]),
      part(
        "What a transcript costs",
        hint: "Processor time of the transcript, by length of the clip.",
        [HearPlots.cost(report.runs)]),
    ]
  }
}
