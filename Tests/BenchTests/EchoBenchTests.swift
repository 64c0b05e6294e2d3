import Sound
import Testing

@testable import Bench

struct EchoBenchTests {
  private func run(
    _ kind: String, _ sort: String? = nil, leak: Float = 0.3, stopped: Bool, early: Bool = false,
    silence: Double? = nil
  ) -> BenchReport.Run {
    var figures = [
      "leak": Double(leak), "delay_ms": 40, "played_ms": 1_800_000, "stopped": stopped ? 1 : 0,
      "early_stop": early ? 1 : 0,
    ]
    figures["silence_ms"] = silence
    return BenchReport.Run(
      file: kind, figures: figures, counts: kind != "brief",
      notes: [kind, sort ?? kind, "hall.wav"])
  }

  private func value(_ metric: Metric?) -> Double? { metric?.central }

  @Test func `a reply that its echo stopped counts once, whatever was to be heard over it`() {
    let metrics = EchoBench.metrics([
      run("alone", stopped: true, early: true), run("alone", stopped: false),
      run("talk", stopped: true, early: true), run("alarm", stopped: true, early: true),
    ])
    #expect(value(metrics["false_stops"]) == 3)
    #expect(value(metrics["replies_h"]) == 2)
    #expect(value(metrics["false_stops_per_hour"]) == 1.5)
    #expect(value(metrics["caught_rate"]) == 0, "a reply that is over was not stopped by anybody")
    #expect(value(metrics["false_rate"]) == 0)
  }

  @Test func `people, alarms and people elsewhere are counted apart, and a lone word not at all`() {
    let metrics = EchoBench.metrics([
      run("talk", leak: 0.05, stopped: true), run("talk", leak: 0.5, stopped: false),
      run("stopWord", leak: 0.5, stopped: true), run("brief", stopped: false),
      run("alarm", "sneeze", stopped: false), run("alarm", "sneeze", stopped: true),
      run("elsewhere", stopped: true),
    ])
    #expect(value(metrics["overlaps"]) == 3)
    #expect((value(metrics["caught_rate_at_5"]), value(metrics["caught_rate_at_50"])) == (100, 50))
    #expect(value(metrics["false_rate"]) == 50)
    #expect(value(metrics["elsewhere_rate"]) == 100)
    for name in metrics.keys { #expect(MetricList.echo.contains(name), "\(name)") }
  }

  @Test func `the table tells of each sort of sound how often it stopped a reply`() {
    let table = EchoTable.of([
      run("alone", stopped: true, early: true), run("alarm", "sneeze", leak: 0.5, stopped: true),
      run("alarm", "sneeze", leak: 0.05, stopped: false),
    ])
    let lines = table.split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    #expect(lines[1] == ["alone", "1/1", "1/1", "1/1", "1/1"])
    #expect(lines[2] == ["sneeze", "1/2", "0/1", "1/1", "1/2", "1/2"])
    #expect(lines.last == ["room", "1:", "hall.wav"])
  }

  @Test func `a report shows who was caught and how soon it was silent`() {
    let report = BenchReport(
      bench: "echo", metrics: [:], corpus: "c", engines: [], models: [], machine: .current(),
      commit: "", seed: 1,
      runs: [
        run("talk", leak: 0.5, stopped: true, silence: 440), run("talk", leak: 0.5, stopped: false),
        run("alarm", stopped: true, silence: 300),
      ])
    let html = ReportPage(report, measured: "today").html
    #expect(html.contains("1 of 2 · 50 %"))
    #expect(html.contains("talk: 440 ms") && !html.contains("alarm: 300 ms"))
    #expect(html.contains("p50 440 ms"))
  }

  @Test func `a report without people has no plot`() {
    let report = BenchReport(
      bench: "echo", metrics: [:], corpus: "c", engines: [], models: [], machine: .current(),
      commit: "", seed: 1, runs: [run("alone", stopped: false)])
    #expect(!ReportPage(report, measured: "today").html.contains("<svg"))
  }

  @Test func `somebody elsewhere is heard without most of the direct sound`() throws {
    var click = [Float](repeating: 0, count: 24_000)
    click[0] = 1
    var far = click.map { $0 * 0.1 }
    for place in 2400..<7200 { far[place] = place % 7 == 0 ? 0.05 : 0 }
    var corpus = EchoCorpus(
      rooms: [.init(name: "near", samples: click), .init(name: "far", samples: far)],
      soundings: (0..<9).map {
        .init(name: "\($0)", samples: click, kind: .talk, sort: "talk")
      }, noises: [])
    corpus.addTalkElsewhere(every: 4)
    let elsewhere = corpus.soundings.filter { $0.kind == .elsewhere }
    #expect(elsewhere.map(\.name) == ["far 0", "far 4", "far 8"])
    let heard = try #require(elsewhere.first).samples
    #expect(Level(Array(heard[2400..<7200])).rms > Level(Array(heard[0..<2400])).rms)
  }
}
