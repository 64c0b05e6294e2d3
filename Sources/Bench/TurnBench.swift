public import Dialogue
import Hearing
import Sound

/// Measures how often a person is cut off in a pause, and how long they wait after their last word.
///
/// The recordings pass through voice activity, the transcriber, the turn model and turn-taking as a
/// live talk does, on the clock of the audio; how long the models take is counted as a fixed cost.
/// Silence alone decides beside it on the same recordings.
public struct TurnBench: Sendable {
  /// What came of one clip.
  public struct Decision: Sendable, Equatable {
    /// The clip.
    public var file: String
    /// Who speaks.
    public var speaker: String
    /// When the last turn was taken, in milliseconds from the start of the file.
    public var turnEnd: Double?
    /// The pauses in which a turn was taken.
    public var cut: [TurnClip.Pause]
  }

  /// What was measured.
  public struct Result: Sendable {
    /// The metrics by name.
    public var metrics: [String: Metric]
    /// Each clip.
    public var runs: [BenchReport.Run]
    /// When each turn was taken.
    public var decisions: [Decision]
  }

  /// How far the waits are moved to find where few pauses are cut, in milliseconds.
  private static let shifts = Array(stride(from: -352.0, through: 1008, by: 16))

  private let activity: any VoiceActivityModel
  private let transcriber: any Transcriber
  private let turnModel: any TurnModel

  /// A measurement with these models.
  public init(
    activity: any VoiceActivityModel, transcriber: any Transcriber, turnModel: any TurnModel
  ) {
    self.activity = activity
    self.transcriber = transcriber
    self.turnModel = turnModel
  }

  /// Listens to every clip; the pauses of a speaker are learned from clip to clip.
  ///
  /// - Parameters:
  ///   - clips: The recordings, loaded one by one as they are needed.
  ///   - folder: Where the recordings are kept, if anywhere.
  ///   - progress: Is told before each clip which one it is.
  /// - Returns: What was measured.
  /// - Throws: What the models can't do, or a full disk.
  public func run(
    _ clips: some Sequence<TurnClip>, keeping folder: ReportFolder? = nil,
    progress: @Sendable (Int, String) -> Void
  ) async throws -> Result {
    var tally = Tally()
    for (index, clip) in clips.enumerated() {
      try Task.checkCancellation()
      progress(index + 1, clip.name)
      try await listen(to: clip, &tally)
      tally.runs[index].evidence.recording = try folder?.keep(
        clip.sound, number: index + 1, name: clip.name)
    }
    return tally.result
  }

  private func listen(to clip: TurnClip, _ tally: inout Tally) async throws {
    let heard = try await HeardClip(clip.sound, by: activity)
    let count = clip.pauses.count
    var replay = TurnReplay(
      heard, looks: TurnLooks(heard, transcriber: transcriber, turnModel: turnModel))
    var silent = TurnReplay(heard)
    for shift in Self.shifts {
      var rule = EndOfTurn()
      rule.weights.margin += shift
      let habit = tally.habits[clip.speaker]?[shift] ?? PauseHabit()
      let outcome = try await replay.run(rule, habit: habit)
      tally.habits[clip.speaker, default: [:]][shift] = outcome.habit
      let score = TurnScore(outcome.endings, of: clip)
      tally.learned.add(score, pauses: count, shift: shift)
      if clip.isHeldOut { tally.heldOut.add(score, pauses: count, shift: shift) }
      if shift == 0 { tally.note(score, outcome, of: clip) }

      var silence = EndOfTurn(weights: .none)
      silence.weights.margin = shift
      let plain = TurnScore(
        try await silent.run(silence, habit: PauseHabit(), learns: false).endings, of: clip)
      tally.silence.add(plain, pauses: count, shift: shift)
      if clip.isHeldOut { tally.heldOutSilence.add(plain, pauses: count, shift: shift) }
    }
    if let looks = replay.costs {
      tally.modelCosts += looks.modelCosts
      tally.wordCosts += looks.wordCosts
    }
  }

  /// What is counted while the clips are heard.
  private struct Tally {
    var learned = TurnSweep()
    var silence = TurnSweep()
    var heldOut = TurnSweep()
    var heldOutSilence = TurnSweep()
    /// What is known of each speaker's pauses, for each shift.
    var habits: [String: [Double: PauseHabit]] = [:]
    var modelCosts: [Double] = []
    var wordCosts: [Double] = []
    var mostLooks = 0
    var runs: [BenchReport.Run] = []
    var decisions: [Decision] = []

    mutating func note(_ score: TurnScore, _ outcome: TurnReplay.Outcome, of clip: TurnClip) {
      mostLooks = max(mostLooks, outcome.mostLooks)
      decisions.append(
        Decision(file: clip.name, speaker: clip.speaker, turnEnd: score.taken, cut: score.cut))
      var figures = ["pauses": Double(clip.pauses.count), "cut": Double(score.cut.count)]
      figures["wait_ms"] = score.wait
      for reason in outcome.endings.last?.decision?.reasons ?? [] {
        figures["by_\(reason.cause.rawValue)_ms", default: 0] += reason.by.milliseconds
      }
      var notes = score.cut.map { "cut at \(Int($0.start)) ms" }
      if score.wait == nil { notes.append("last words in no turn") }
      runs.append(
        BenchReport.Run(
          file: clip.name, figures: figures, counts: true, notes: notes,
          evidence: ClipEvidence(said: clip.text)))
    }

    var result: Result {
      let unmoved = learned.unmoved
      var metrics: [String: Metric] = [:]
      metrics["cut_in_rate"] = .value(unmoved.cutRate * 100, unit: "%")
      metrics["silence_cut_in_rate"] = .value(silence.unmoved.cutRate * 100, unit: "%")
      metrics["wait_ms"] = Metric(unmoved.waits, unit: "ms")
      metrics["wait_mean_ms"] = unmoved.meanWait.map { .value($0, unit: "ms") }
      metrics["silence_wait_ms"] = Metric(silence.unmoved.waits, unit: "ms")
      metrics["pauses"] = .value(Double(unmoved.pauses), unit: "pauses")
      metrics["ended_early"] = .value(Double(unmoved.early), unit: "turns")
      metrics["not_taken"] = .value(Double(unmoved.missed), unit: "clips of \(runs.count)")
      metrics["looks_per_pause"] = .value(Double(mostLooks), unit: "at most")
      metrics["decision_cpu_ms"] = Metric(modelCosts, unit: "ms")
      metrics["words_cpu_ms"] = Metric(wordCosts, unit: "ms")
      Self.compare(learned, silence, "", into: &metrics)
      Self.compare(heldOut, heldOutSilence, "held_out_", into: &metrics)
      return Result(metrics: metrics, runs: runs, decisions: decisions)
    }

    private static func compare(
      _ learned: TurnSweep, _ silence: TurnSweep, _ prefix: String,
      into metrics: inout [String: Metric]
    ) {
      guard let best = learned.best, let plain = silence.best else { return }
      metrics["\(prefix)wait_ms_at_5pct"] = .value(best.wait, unit: "ms")
      metrics["\(prefix)margin_ms_at_5pct"] = .value(best.shift, unit: "ms")
      metrics["\(prefix)silence_wait_ms_at_5pct"] = .value(plain.wait, unit: "ms")
      metrics["\(prefix)wait_of_silence"] = .value(best.wait / plain.wait, unit: "of silence")
    }
  }
}
