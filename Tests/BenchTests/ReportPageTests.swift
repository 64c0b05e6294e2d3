import Testing

@testable import Bench

struct ReportPageTests {
  private func page(
    _ runs: [BenchReport.Run], of bench: String = "voice", metrics: [String: Metric] = [:],
    corpus: String = "clips.tsv", models: [String] = ["a model"]
  ) -> String {
    let report = BenchReport(
      bench: bench, metrics: metrics, corpus: corpus, engines: ["silero"], models: models,
      machine: .current(), commit: "abc", seed: 7, runs: runs)
    return ReportPage(report, measured: "30 November, 12:00").html
  }

  private func run(_ figures: [String: Double], _ evidence: ClipEvidence = .init())
    -> BenchReport.Run
  {
    BenchReport.Run(
      file: "en/one.wav", figures: figures, counts: true, notes: [], evidence: evidence)
  }

  private let whole: [String: Double] = [
    "end_of_turn_ms": 600, "transcript_ms": 10, "first_token_ms": 200, "first_sentence_ms": 350,
    "first_audio_ms": 420, "voice_to_voice_ms": 1020,
  ]

  /// Elements that are opened and not closed in their order.
  private func unbalanced(_ html: String) -> [String] {
    var open: [String] = []
    for piece in html.split(separator: "<").dropFirst() {
      let name = piece.prefix { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "!" }
      if name.hasPrefix("/") {
        guard open.popLast() == String(name.dropFirst()) else { return open + [String(name)] }
      } else if name != "meta", !name.hasPrefix("!") {
        open.append(String(name))
      }
    }
    return open
  }

  @Test func `whatever is measured stays text`() {
    let evil = #"</title><script>alert("1")</script>'&"#
    let html = page(
      [
        BenchReport.Run(
          file: evil, figures: whole, counts: false, notes: [evil],
          evidence: ClipEvidence(said: evil, heard: evil + "\u{0}\u{1B}", reply: evil))
      ], metrics: [evil: .value(1, unit: evil)], corpus: evil, models: [evil])
    #expect(!html.contains("<script") && !html.contains(#""1""#))
    #expect(html.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"))
    #expect(!html.contains("\u{0}") && !html.contains("\u{1B}"))
    #expect(unbalanced(html) == [])
  }

  @Test(arguments: ["voice", "hear"])
  func `a report without clips says so`(bench: String) {
    let html = page([], of: bench)
    #expect(html.contains("No clip was measured."))
    #expect(!html.contains("<svg") && unbalanced(html) == [])
  }

  @Test func `one clip has its sounds, its words and its stages`() {
    let html = page(
      [
        run(
          whole,
          ClipEvidence(
            said: "the cat sat", heard: "The hat sat.", reply: "Nice.",
            recording: "clips/0001-one.wav", replyRecording: "clips/0001-one-reply.flac"))
      ], metrics: ["voice_to_voice_ms": .spread(p50: 1020, p95: 1020, n: 1, unit: "ms")])
    #expect(html.contains(#"src="clips/0001-one.wav""#))
    #expect(html.contains(#"src="clips/0001-one-reply.flac""#))
    #expect(html.contains("the <mark>cat</mark> sat") && html.contains("The <mark>hat</mark> sat."))
    for stage in VoiceStages.Stage.allCases {
      #expect(html.contains(#"class="stage \#(stage)""#))
    }
    #expect(html.contains("p95 1,020 ms") && html.contains("n the number measured"))
    #expect(unbalanced(html) == [])
  }

  @Test func `a clip without a reply is in the plot, with the stages it has`() {
    let html = page([run(["end_of_turn_ms": 600]), run([:])])
    #expect(html.contains("no reply"))
    #expect(html.contains(#"class="stage turnEnd""#))
    #expect(!html.contains(#"class="stage firstAudio""#))
    #expect(!html.contains("How soon replies begin"), "there is no reply to draw")
    #expect(unbalanced(html) == [])
  }

  @Test func `hearing has its errors and its cost`() {
    let figures = ["errors": 1.0, "words": 3, "cpu_ms": 60, "seconds": 2.5]
    let html = page(
      [run(figures)], of: "hear", metrics: ["word_error_rate": .value(33.33, unit: "%")])
    #expect(html.contains("1 of 3 · 33.3 %") && html.contains("en/one.wav: 2.5 s, 60 ms"))
    #expect(unbalanced(html) == [])
  }

  @Test func `more clips than a page holds are counted`() {
    let html = page(Array(repeating: run(whole), count: ReportPage.mostClips + 1))
    #expect(html.contains("The first 1000 clips; 1 more are only in the JSON."))
    #expect(html.contains("The first 200 clips; 801 more are not drawn."))
  }

  @Test func `nothing is fetched from elsewhere`() {
    let html = page([run(whole, ClipEvidence(said: "see http://example.org", heard: ""))])
    for reference in ["src=\"http", "href", "url(", "@import", "<script", "<link", "<iframe"] {
      #expect(!html.contains(reference), "\(reference)")
    }
  }
}

struct VoiceStagesTests {
  @Test(
    arguments: [
      ([:], [], 0),
      (["end_of_turn_ms": 500], [500], 500),
      (
        [
          "end_of_turn_ms": 500, "transcript_ms": -80, "first_token_ms": 200,
          "first_sentence_ms": 200, "first_audio_ms": 300,
        ], [500, 0, 200, 0, 100], 800
      ),
      (["end_of_turn_ms": 500, "first_audio_ms": 300], [500, 300], 800),
      (["end_of_turn_ms": -50, "first_audio_ms": 300], [0, 250], 250),
      (["first_audio_ms": 300], [], 0),
    ] as [([String: Double], [Double], Double)])
  func `each stage adds its time, one that was over adds none`(
    figures: [String: Double], lengths: [Double], total: Double
  ) {
    let stages = VoiceStages(figures)
    #expect(stages.pieces.map(\.length) == lengths && stages.total == total)
  }
}

struct MarkedWordsTests {
  @Test(
    arguments: [
      ("the cat sat", "The cat sat.", "the cat sat", "The cat sat."),
      ("the cat sat", "the sat", "the *cat* sat", "the sat"),
      ("I have three dogs", "I have 3 big dogs", "I have three dogs", "I have 3 *big* dogs"),
      ("it is 21", "it is twenty", "it is *21*", "it is twenty"),
      ("yes", "", "*yes*", ""), ("", "um", "", "*um*"), ("", "", "", ""),
      ("— well", "well", "— well", "well"),
    ])
  func `the words that the other text lacks`(
    said: String, heard: String, markedSaid: String, markedHeard: String
  ) {
    func shown(_ text: MarkedWords) -> String {
      text.words.map { $0.differs ? "*\($0.text)*" : $0.text }.joined(separator: " ")
    }
    let both = MarkedWords.compared(said: said, heard: heard)
    #expect(shown(both.said) == markedSaid && shown(both.heard) == markedHeard)
  }

  @Test func `texts too long to compare are shown without marks`() {
    let said = Array(repeating: "one", count: MarkedWords.longest + 1).joined(separator: " ")
    let both = MarkedWords.compared(said: said, heard: "two")
    #expect(!both.said.words.contains { $0.differs } && !both.heard.words.contains { $0.differs })
  }
}

struct ShownNumberTests {
  @Test(
    arguments: [
      (0, "0"), (0.004, "0"), (0.125, "0.13"), (9.5, "9.5"), (12.34, "12.3"), (99.96, "100"),
      (100, "100"), (1219.6, "1,220"), (1_234_567, "1,234,567"), (-0.5, "−0.5"),
      (-1500, "−1,500"), (.infinity, "–"), (.nan, "–"),
    ] as [(Double, String)])
  func `numbers as people read them`(number: Double, text: String) {
    #expect(number.shown == text)
  }

  @Test(
    arguments: [
      ([], [0, 0.5, 1]), ([3], [0, 1, 2, 3]), ([1020], [0, 500, 1000, 1500]),
      ([2000], [0, 500, 1000, 1500, 2000]), ([.infinity, .nan, 7], [0, 2, 4, 6, 8]),
    ] as [([Double], [Double])])
  func `a scale has a few round ticks and holds every value`(values: [Double], ticks: [Double]) {
    let axis = Axis(holding: values)
    #expect(axis.ticks == ticks)
    #expect(axis.percent(ticks[ticks.count - 1]) == 100 && axis.percent(0) == 0)
    #expect(axis.percent(-5) == 0 && axis.percent(.infinity) == 0 && axis.percent(1e9) == 100)
  }
}

struct DecisionBenchTests {
  @Test func `the decisions have a cost, once for each pass`() {
    let costs = DecisionBench(seed: 1, minutes: 1).run(times: 3)
    #expect(costs.count == 3 && costs.allSatisfy { $0 >= 0 && $0.isFinite })
  }

  @Test func `every metric that is measured is in the list`() {
    let figures = ["end_of_turn_ms": 1.0, "voice_to_voice_ms": 2, "sentence_gap_max_ms": 3]
    let runs = [BenchReport.Run(file: "a", figures: figures, counts: true, notes: [])]
    for name in VoiceBench.metrics(runs).keys {
      #expect(MetricList.voice.contains(name), "\(name)")
    }
  }
}
