extension ReportPage {
  /// The most clips listed; those beyond are in the JSON.
  static let mostClips = 1_000
  /// The longest text shown of a clip, in characters.
  static let longestText = 4_000

  /// The clips with what can be listened to and read of each.
  var clips: Markup {
    let rows = report.runs.prefix(Self.mostClips).enumerated().map { clip($1, number: $0 + 1) }
    let left = report.runs.count - rows.count
    let compares = report.runs.contains { $0.evidence.said != nil }
    let hints =
      (compares ? ["Marked words differ between what was said and what was heard."] : [])
      + (left > 0 ? ["The first \(rows.count) clips; \(left) more are only in the JSON."] : [])
      + (rows.isEmpty ? ["No clip was measured."] : [])
    return part("Clips", hint: hints.isEmpty ? nil : hints.joined(separator: " "), rows)
  }

  private func clip(_ run: BenchReport.Run, number: Int) -> Markup {
    let tags =
      (run.counts ? [] : [Markup("span", ["class": "tag"], ["not counted"])])
      + run.notes.map { Markup("span", ["class": "tag note"], [Markup($0)]) }
    let title = Markup(
      "div", ["class": "title"], [Markup("h3", [:], [Markup("\(number). \(run.file)")])] + tags)
    return Markup(
      "article", [:],
      [title, sounds(run)].compactMap(\.self) + words(run.evidence) + [times(run)])
  }

  private func sounds(_ run: BenchReport.Run) -> Markup? {
    let sounds = [
      ("Recording", run.evidence.recording), ("Reply", run.evidence.replyRecording),
    ].compactMap { name, path in path.map { sound(name, of: run.file, at: $0) } }
    return sounds.isEmpty ? nil : Markup("div", ["class": "sounds"], sounds)
  }

  private func sound(_ name: String, of file: String, at path: String) -> Markup {
    Markup(
      "figure", [:],
      [
        Markup("figcaption", [:], [Markup(name)]),
        Markup(
          "audio",
          [
            "controls": "", "preload": "none", "src": path, "aria-label": "\(name), \(file)",
          ]),
      ])
  }

  private func words(_ evidence: ClipEvidence) -> [Markup] {
    var rows: [(String, [Markup])] = []
    if let said = evidence.said {
      let both = MarkedWords.compared(
        said: Self.short(said), heard: Self.short(evidence.heard ?? ""))
      rows = [("Said", Self.markup(both.said)), ("Heard", Self.markup(both.heard))]
    } else if let heard = evidence.heard {
      rows = [("Heard", [Markup(Self.short(heard))])]
    }
    if let reply = evidence.reply { rows.append(("Reply", [Markup(Self.short(reply))])) }
    guard !rows.isEmpty else { return [] }
    return [
      Markup(
        "dl", ["class": "words"],
        rows.flatMap { name, text in
          [
            Markup("dt", [:], [Markup(name)]),
            Markup("dd", [:], text.isEmpty ? ["nothing"] : text),
          ]
        })
    ]
  }

  private static func short(_ text: String) -> String {
    text.count <= longestText ? text : text.prefix(longestText) + " …"
  }

  private static func markup(_ text: MarkedWords) -> [Markup] {
    text.words.flatMap { word in
      [word.differs ? Markup("mark", [:], [Markup(word.text)]) : Markup(word.text), " "]
    }
  }

  private func times(_ run: BenchReport.Run) -> Markup {
    let rows = Self.shownFigures.compactMap { figure in
      run.figures[figure.name].map { (figure.label, "\($0.shown) \(figure.unit)") }
    }
    return Markup(
      "dl", ["class": "times"],
      rows.map { label, value in
        Markup(
          "div", [:], [Markup("dt", [:], [Markup(label)]), Markup("dd", [:], [Markup(value)])])
      })
  }

  /// The figures of a clip that are shown beside it, in order.
  private static let shownFigures: [(name: String, label: String, unit: String)] = [
    ("voice_to_voice_ms", "last word → first sound", "ms"),
    ("end_of_turn_ms", "last word → turn taken", "ms"),
    ("transcript_ms", "turn taken → words known", "ms"),
    ("first_token_ms", "turn taken → first token", "ms"),
    ("first_sentence_ms", "turn taken → first sentence", "ms"),
    ("first_audio_ms", "turn taken → first sound", "ms"),
    ("sentence_gap_max_ms", "longest gap", "ms"), ("seconds", "length", "s"),
    ("errors", "words wrong", ""), ("words", "words said", ""),
    ("cpu_ms", "processor time", "ms"), ("cpu_ms_per_turn", "processor time", "ms"),
  ]
}
