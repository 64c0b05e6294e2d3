import Sound

extension EchoBench {
  /// Shorter talk is none: 0.6 s.
  private static let shortestTalk = SampleTime.rate * 6 / 10

  /// The figures of one scene.
  static func run(
    _ scene: EchoPlan.Scene, _ sounding: EchoCorpus.Sounding?, _ room: String, _ voice: String,
    _ outcome: EchoScene.Outcome
  ) -> BenchReport.Run {
    var figures: [String: Double] = [
      "leak": Double(scene.leak), "delay_ms": Double(scene.delay),
      "played_ms": milliseconds(outcome.played),
      "early_ducks": Double(outcome.earlyDucks), "echo_turns": Double(outcome.echoTurns),
      "stopped": outcome.stopped == nil ? 0 : 1, "early_stop": outcome.wasEarly ? 1 : 0,
    ]
    if let onset = outcome.onset, !outcome.wasEarly {
      figures["duck_ms"] = (outcome.ducked ?? outcome.stopped).map { milliseconds($0 - onset) }
      if let stopped = outcome.stopped {
        figures["decision_ms"] = milliseconds(stopped - onset)
        figures["silence_ms"] = outcome.silent.map { milliseconds($0 - onset) }
        figures["decision_to_silence_ms"] = outcome.silent.map { milliseconds($0 - stopped) }
      } else if let ducked = outcome.ducked {
        figures["back_ms"] = outcome.restored.map { milliseconds($0 - ducked) }
      }
    }
    var kind = sounding?.kind.rawValue ?? "alone"
    // Who is heard for no longer than a word says what "stop" says, and is no talk over a reply.
    if kind == "talk", let onset = outcome.onset, let end = outcome.end, end - onset < shortestTalk
    {
      kind = "brief"
    }
    return BenchReport.Run(
      file: "\(kind): \(sounding?.name ?? "echo"), \(room), \(voice)", figures: figures,
      counts: kind != "brief", notes: [kind, kind == "brief" ? kind : sounding?.sort ?? kind, room])
  }

  /// The metrics over all scenes.
  ///
  /// - Parameter runs: What ``run(_:full:progress:)`` gave.
  /// - Returns: The metrics by name.
  public static func metrics(_ runs: [BenchReport.Run]) -> [String: Metric] {
    func these(_ kind: String, leak: Float? = nil) -> [BenchReport.Run] {
      runs.filter { run in
        run.notes.contains(kind)
          && (leak == nil || run.figures["leak"] == leak.map { Double($0) })
      }
    }
    func sum(_ runs: [BenchReport.Run], _ name: String) -> Double {
      runs.reduce(0) { $0 + ($1.figures[name] ?? 0) }
    }
    func spread(_ runs: [BenchReport.Run], _ name: String) -> Metric? {
      Metric(runs.compactMap { $0.figures[name] }, unit: "ms")
    }
    /// Of all, those that were stopped for what was heard over them, in percent.
    func stopped(_ runs: [BenchReport.Run]) -> Double {
      100 * Double(runs.count { $0.wasStopped }) / Double(max(1, runs.count))
    }
    var metrics: [String: Metric] = [:]
    let alone = these("alone")
    let hours = sum(runs, "played_ms") / 3_600_000
    // Whatever is heard later, the time before it is echo alone; where nothing is, all of it is.
    let falseStops = sum(runs, "early_stop")
    metrics["false_stops_per_hour"] = .value(falseStops / max(hours, 0.001), unit: "/h")
    metrics["false_stops"] = .value(falseStops, unit: "stops")
    metrics["replies_h"] = .value(hours, unit: "h")
    metrics["false_ducks_per_hour"] = .value(
      sum(runs, "early_ducks") / max(hours, 0.001), unit: "/h")
    metrics["echo_turns"] = .value(sum(alone, "echo_turns"), unit: "turns")
    let talks = these("talk")
    let people = runs.filter(\.isPerson)
    if !talks.isEmpty {
      metrics["caught_rate"] = .value(stopped(people), unit: "%")
      metrics["overlaps"] = .value(Double(people.count), unit: "people")
      for leak in EchoPlan.leaks {
        metrics["caught_rate_at_\(Int((leak * 100).rounded()))"] = .value(
          stopped(these("talk", leak: leak) + these("stopWord", leak: leak)), unit: "%")
      }
    }
    let alarms = these("alarm")
    if !alarms.isEmpty {
      metrics["false_rate"] = .value(stopped(alarms), unit: "%")
      metrics["back_ms"] = spread(alarms, "back_ms")
    }
    let elsewhere = these("elsewhere")
    if !elsewhere.isEmpty {
      metrics["elsewhere_rate"] = .value(stopped(elsewhere), unit: "%")
    }
    metrics["onset_to_duck_ms"] = spread(people, "duck_ms")
    metrics["onset_to_silence_ms"] = spread(talks, "silence_ms")
    metrics["stop_word_to_silence_ms"] = spread(these("stopWord"), "silence_ms")
    metrics["decision_to_silence_ms"] = spread(people, "decision_to_silence_ms")
    return metrics
  }

  private static func milliseconds(_ samples: Int) -> Double {
    Double(samples) * 1000 / Double(SampleTime.rate)
  }
}

extension BenchReport.Run {
  /// Whether it was somebody who wants the reply to stop.
  var isPerson: Bool { notes.first == "talk" || notes.first == "stopWord" }

  /// Whether the reply was stopped for what was heard over it, and not before.
  var wasStopped: Bool { figures["stopped"] == 1 && figures["early_stop"] == 0 }
}
