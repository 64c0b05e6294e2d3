public import Companion
import Dialogue
import Hearing
import Journal
public import Replying
public import Sound
import Synchronization

/// Measures how long it takes from a person's last word to the first sample of the reply.
///
/// One conversation at a time, in real time, warmed up by one turn that is not counted.
public struct VoiceBench: Sendable {
  /// A recording with what is known of it.
  public struct Clip: Sendable {
    /// The name it goes by.
    public var name: String
    /// The sound.
    public var sound: SoundClip
    /// When the last word ends, in milliseconds from the start of the file.
    public var lastWordEnd: Double
    /// Whether it counts in the figures.
    public var counts: Bool
    /// What is said in it, as far as it is known.
    public var text: String?

    /// A recording whose last word ends at `lastWordEnd` milliseconds.
    public init(
      name: String, sound: SoundClip, lastWordEnd: Double, counts: Bool, text: String? = nil
    ) {
      self.name = name
      self.sound = sound
      self.lastWordEnd = lastWordEnd
      self.counts = counts
      self.text = text
    }
  }

  private let parts: ConversationParts
  private let writer: PromptWriter
  private let clock: ConversationClock
  private let brainProcess: @Sendable () async -> Int32?

  /// A measurement with these parts.
  ///
  /// - Parameters:
  ///   - parts: The engines and the brain.
  ///   - writer: Writes the prompts.
  ///   - clock: The time of day.
  ///   - brainProcess: The process of the built-in brain, if there is one.
  public init(
    parts: ConversationParts, writer: PromptWriter, clock: ConversationClock,
    brainProcess: @escaping @Sendable () async -> Int32?
  ) {
    self.parts = parts
    self.writer = writer
    self.clock = clock
    self.brainProcess = brainProcess
  }

  /// Runs every clip once.
  ///
  /// - Parameters:
  ///   - clips: The recordings, loaded.
  ///   - folder: Where the recordings and the replies are kept, if anywhere.
  ///   - progress: Is told before each clip which one it is.
  /// - Returns: The figures by clip, in order.
  /// - Throws: What stops every clip, such as a missing part or a full disk.
  public func run(
    _ clips: [Clip], keeping folder: ReportFolder? = nil,
    progress: @Sendable (Int, String) -> Void
  ) async throws -> [BenchReport.Run] {
    if let first = clips.dropFirst().first ?? clips.first {
      progress(0, "warm-up")
      _ = try await measure(first)
    }
    var runs: [BenchReport.Run] = []
    for (index, clip) in clips.enumerated() {
      try Task.checkCancellation()
      progress(index + 1, clip.name)
      var (run, reply) = try await measure(clip)
      run.evidence.recording = try folder?.keep(clip.sound, number: index + 1, name: clip.name)
      run.evidence.replyRecording = try folder?.keep(
        reply: reply, number: index + 1, name: clip.name)
      runs.append(run)
    }
    return runs
  }

  /// The metrics over the clips that count.
  ///
  /// - Parameter runs: What ``run(_:keeping:progress:)`` gave.
  /// - Returns: The metrics by name.
  public static func metrics(_ runs: [BenchReport.Run]) -> [String: Metric] {
    var metrics: [String: Metric] = [:]
    let counted = runs.filter(\.counts)
    let names = Set(counted.flatMap { $0.figures.keys }).subtracting(["sentence_gap_max_ms"])
    for name in names {
      let unit = name.hasSuffix("_mb") ? "MB" : "ms"
      metrics[name] = Metric(counted.compactMap { $0.figures[name] }, unit: unit)
    }
    metrics["sentence_gap_ms"] = Metric(
      counted.compactMap { $0.figures["sentence_gap_max_ms"] }, unit: "ms")
    let answered = counted.filter { $0.figures["voice_to_voice_ms"] != nil }.count
    metrics["answered"] = .value(Double(answered), unit: "clips of \(counted.count)")
    let drafted = counted.filter { $0.notes.contains(Self.drafted) }.count
    if answered > 0 {
      metrics["draft_hit_rate"] = .value(Double(drafted) / Double(answered), unit: "of answers")
    }
    let early = counted.filter { $0.notes.contains(Self.endedEarly) }.count
    metrics["ended_early"] = .value(Double(early), unit: "clips of \(counted.count)")
    return metrics
  }

  private static let endedEarly = "turn ended early"
  private static let drafted = "drafted in the pause"

  private func measure(
    _ clip: Clip
  ) async throws -> (run: BenchReport.Run, reply: [Int16]) {
    let watcher = Watcher()
    let conversation = Conversation(
      parts: parts, writer: writer, store: EphemeralTurns(), clock: clock,
      tell: { watcher.note($0) })
    try await conversation.open()
    let before = ProcessUsage()
    let brain = await brainProcess()
    let brainBefore = brain.flatMap { ProcessUsage(of: $0) }
    var played = PlayedReply()
    let microphone = RecordedMicrophone(clip.sound, pace: .realTime)
    let outcome = await microphone.play(into: conversation) { played.take($0, $1) }
    let after = ProcessUsage()
    let brainAfter = brain.flatMap { ProcessUsage(of: $0) }
    await conversation.close()

    let turns = watcher.turns
    var figures: [String: Double] = [:]
    var notes = watcher.problems.map { "problem: \($0.code.rawValue)" }
    if outcome.gaveUp { notes.append("gave up waiting") }
    if let before, let after {
      figures["cpu_ms_per_turn"] = after.cpuMilliseconds - before.cpuMilliseconds
      figures["rss_mb"] = after.residentMB
    }
    if let brainBefore, let brainAfter {
      figures["brain_cpu_ms_per_turn"] = brainAfter.cpuMilliseconds - brainBefore.cpuMilliseconds
      figures["brain_rss_mb"] = brainAfter.residentMB
    }
    note(turns, clip, &figures, &notes)
    if let gap = played.longestGapMilliseconds { figures["sentence_gap_max_ms"] = gap }
    let evidence = ClipEvidence(
      said: clip.text, heard: turns.map(\.person.text).joined(separator: " "),
      reply: turns.isEmpty ? nil : turns.compactMap(\.reply?.text).joined(separator: " "))
    let run = BenchReport.Run(
      file: clip.name, figures: figures, counts: clip.counts, notes: notes, evidence: evidence)
    return (run, played.sound)
  }

  /// The figures of the reply that followed the last word.
  private func note(
    _ turns: [CompanionTurn], _ clip: Clip, _ figures: inout [String: Double],
    _ notes: inout [String]
  ) {
    // A window may be judged speech for a moment after the last word by level; 100 ms allows for it.
    let early = turns.filter { $0.timeline.turnEnd.milliseconds < clip.lastWordEnd - 100 }
    if !early.isEmpty { notes.append(Self.endedEarly) }
    guard
      let turn = turns.first(where: {
        $0.timeline.turnEnd.milliseconds >= clip.lastWordEnd - 100 && $0.timeline.firstAudio != nil
      })
    else { return }
    let timeline = turn.timeline
    let end = timeline.turnEnd
    figures["end_of_turn_ms"] = end.milliseconds - clip.lastWordEnd
    figures["voice_to_voice_ms"] = timeline.firstAudio.map { $0.milliseconds - clip.lastWordEnd }
    figures["transcript_ms"] = timeline.transcript.map { ($0 - end).milliseconds }
    // Of a draft they are there when the turn ends.
    figures["first_token_ms"] = timeline.firstToken.map { max(0, ($0 - end).milliseconds) }
    figures["first_sentence_ms"] = timeline.firstSentence.map { max(0, ($0 - end).milliseconds) }
    figures["first_audio_ms"] = timeline.firstAudio.map { ($0 - end).milliseconds }
    if timeline.isDrafted {
      notes.append(Self.drafted)
      figures["drafted_first_audio_ms"] = figures["first_audio_ms"]
    }
  }
}

/// Collects what the conversation tells.
private final class Watcher: Sendable {
  private struct Notes {
    var turns: [CompanionTurn] = []
    var problems: [Problem] = []
  }

  private let notes = Mutex(Notes())

  func note(_ event: ConversationEvent) {
    notes.withLock {
      switch event {
      case .companionTurn(let turn): $0.turns.append(turn)
      case .problem(let problem): $0.problems.append(problem)
      default: break
      }
    }
  }

  var turns: [CompanionTurn] { notes.withLock { $0.turns } }
  var problems: [Problem] { notes.withLock { $0.problems } }
}
