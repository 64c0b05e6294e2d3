import Companion
import Dialogue
import Journal
import Memory
import Sound
import Speaking
import Synchronization

/// `kith converse FILE`: the whole loop, from a recording to a spoken reply.
enum ConverseCommand: Command {
  static let name = "converse"
  static let summary = "answer a recording out loud, with the very loop that a live talk uses"
  static let options = OptionList(
    options: [
      .init(name: "--out", value: "F.wav", meaning: "write the reply's sound there"),
      .init(
        name: "--realtime", value: nil,
        meaning: "let time pass as in a live talk, instead of skipping what needs no work"),
      .json, .data, .brain, .model, .builtIn, .voice,
    ], positional: "FILE", positionalCount: 1...1)
  static let example = """
    kith converse question.wav --out reply.wav
    kith converse question.wav --json --brain http://127.0.0.1:11434 --model llama3.2
    """

  static func run(_ context: Context) async throws -> Int32 {
    let clip = try SoundInput.read(context.arguments.positional[0])
    let input = context.arguments.positional[0]
    if let out = context.arguments.values["--out"], SoundInput.isSame(input, out) {
      throw WrongUse("--out is the recording itself; choose another name.")
    }
    let writer = try context.arguments.values["--out"].map(SoundOutput.open)
    let household = try await Household.open(context)
    do {
      let report = try await converse(clip, household, writer, context)
      await household.close()
      return try show(report, context)
    } catch {
      writer?.cancel()
      await household.close()
      throw error
    }
  }

  private static func converse(
    _ clip: SoundClip, _ household: Household, _ writer: SoundFileWriter?, _ context: Context
  ) async throws -> Report {
    let parts = try household.parts(speaking: true)
    let report = Report()
    let conversation = try await household.conversation(parts, errands: household.errands()) {
      event in
      report.note(event)
      if case .brainWaking = event { context.output.progress("waking the model …") }
    }
    try await household.warm(parts, context.output)
    let pace: RecordedMicrophone.Pace =
      context.arguments.flags.contains("--realtime") ? .realTime : .asFastAsPossible
    var recorder = ReplyRecorder()
    let outcome = await RecordedMicrophone(clip, pace: pace).play(into: conversation) { _, output in
      recorder.take(output)
    }
    context.output.progress("")
    await conversation.close()
    if outcome.gaveUp, !Task.isCancelled {
      report.note(
        .problem(
          Problem(
            .brainTooSlow, "The reply did not come to an end within four minutes.",
            action: "Use a faster model, or see kith doctor.")))
    }
    if let writer, let path = context.arguments.values["--out"] {
      try SoundOutput.write(recorder.samples, to: writer, at: path)
    }
    return report
  }

  private static func show(_ report: Report, _ context: Context) throws -> Int32 {
    let (turns, problems) = report.result
    if context.wantsJSON {
      try context.output.json(
        Printed(turns: turns, problem: problems.first.map(ProblemReport.init)))
    } else {
      for turn in turns {
        context.output.result("You:  \(turn.user.text)")
        context.output.result("Mira: \(turn.companion.heard)")
      }
      if turns.isEmpty, problems.isEmpty {
        context.output.tell("Nothing was said in this recording.")
      }
    }
    for problem in problems {
      context.output.tell("kith converse: \(problem.inFull)")
    }
    return problems.isEmpty && !Task.isCancelled ? 0 : 1
  }

  private struct Printed: Encodable {
    var turns: [ConversedTurn]
    var problem: ProblemReport?
  }

  /// Collects the turns while they happen.
  private final class Report: Sendable {
    private struct Notes {
      var turns: [ConversedTurn] = []
      var problems: [Problem] = []
    }

    private let notes = Mutex(Notes())

    func note(_ event: ConversationEvent) {
      notes.withLock {
        switch event {
        case .companionTurn(let turn): $0.turns.append(ConversedTurn(turn))
        case .problem(let problem):
          if !$0.problems.contains(problem) { $0.problems.append(problem) }
        default: break
        }
      }
    }

    var result: (turns: [ConversedTurn], problems: [Problem]) {
      notes.withLock { ($0.turns, $0.problems) }
    }
  }
}

/// Keeps the sound of the replies, from the first spoken frame to the last.
private struct ReplyRecorder {
  private(set) var samples: [Int16] = []
  private var silence = 0

  mutating func take(_ output: Playout.Output) {
    guard output.isSpeech else {
      silence += 1
      return
    }
    if !samples.isEmpty {
      // A pause between two replies is kept, but never more than a second of it.
      let frames = min(silence, 50)
      samples.append(contentsOf: repeatElement(0, count: frames * Frame.length))
    }
    silence = 0
    samples += output.samples
  }
}
