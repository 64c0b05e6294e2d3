import Companion
import Dialogue
import Journal
import Sound

/// `kith replay FILE`: decides a saved turn again.
enum ReplayCommand: Command {
  static let name = "replay"
  static let summary = "decide a saved turn again, and say what is decided otherwise"
  static let options = OptionList(options: [.json], positional: "FILE", positionalCount: 1...1)
  static let example = """
    kith turns show 12 --save bad-turn.json
    kith replay bad-turn.json
    """

  static func run(_ context: Context) async throws -> Int32 {
    let path = context.arguments.positional[0]
    let trace: TurnTrace
    do {
      let bytes = try SmallFile.read(path, limit: TurnTrace.maximumBytes)
      trace = try TurnTrace(json: bytes)
    } catch let fault as TurnTrace.Fault {
      return try refuse(
        Problem(
          .fileUnsupported, "\(path): \(fault.sentence)",
          action: "Save one with kith turns show ID --save FILE."), context)
    } catch let problem as Problem {
      return try refuse(problem, context)
    }
    let replay = trace.replay()
    if context.wantsJSON {
      try context.output.json(Printed(replay, isCut: trace.isCut))
    } else {
      show(replay, of: trace, context.output)
    }
    return replay.difference == nil ? 0 : 1
  }

  /// What can't be replayed is told from what is decided otherwise by the exit code, which is 2.
  private static func refuse(_ problem: Problem, _ context: Context) throws -> Int32 {
    if context.wantsJSON { try context.output.json(FailureReport(problem)) }
    context.output.tell("kith replay: \(problem.message) \(problem.action)")
    return 2
  }

  private static func show(_ replay: TurnTrace.Replay, of trace: TurnTrace, _ output: Output) {
    func told(_ event: TurnTrace.Event?) -> String {
      event.map { DecisionLine($0, zero: trace.zero).text } ?? "(nothing)"
    }
    let count = max(replay.recorded.count, replay.made.count)
    for place in 0..<count {
      let recorded = place < replay.recorded.count ? replay.recorded[place] : nil
      let made = place < replay.made.count ? replay.made[place] : nil
      if place == replay.difference {
        output.result("≠ then \(told(recorded))")
        output.result("   now \(told(made))")
      } else if let difference = replay.difference, place > difference {
        // What follows a difference follows from it, so it is no second one.
        output.result("  then \(told(recorded))")
        output.result("   now \(told(made))")
      } else {
        output.result("= both \(told(recorded))")
      }
    }
    if trace.isCut {
      output.tell("The beginning of this turn is missing, so the first decisions may differ.")
    }
    output.tell(verdict(replay, of: trace, count))
  }

  private static func verdict(
    _ replay: TurnTrace.Replay, of trace: TurnTrace, _ count: Int
  ) -> String {
    guard replay.difference == nil else { return "Decided otherwise from the line with ≠ on." }
    switch count {
    case 0 where trace.isTyped:
      return "The turn was typed: nothing was listened to, so there is nothing to decide again."
    case 0: return "The trace holds no decision, so there is nothing to decide again."
    case 1: return "The same decision for the same reasons."
    default: return "The same \(count) decisions for the same reasons."
    }
  }

  private struct Printed: Encodable {
    var same: Bool
    var firstDifference: Int?
    var isCut: Bool
    var recorded: [TurnTrace.Event]
    var made: [TurnTrace.Event]

    init(_ replay: TurnTrace.Replay, isCut: Bool) {
      same = replay.difference == nil
      firstDifference = replay.difference
      self.isCut = isCut
      recorded = replay.recorded
      made = replay.made
    }

    private enum CodingKeys: String, CodingKey {
      case same, recorded, made
      case firstDifference = "first_difference"
      case isCut = "is_cut"
    }
  }
}

/// A decision in one line.
private struct DecisionLine {
  let text: String

  init(_ event: TurnTrace.Event, zero: SampleTime) {
    let time = TurnStory.signed(Int((event.at - zero).milliseconds.rounded()))
    let blanks = String(repeating: " ", count: max(0, 7 - time.count))
    var parts = ["\(blanks)\(time)  \(event.kind.rawValue)"]
    if let start = event.start, let end = event.end {
      parts.append("speech of \(Self.whole(end - start)) ms")
    }
    if let wait = event.wait { parts.append("after \(Self.whole(wait)) ms of silence") }
    if !event.because.isEmpty {
      let reasons = event.because.map { "\($0.cause) \(TurnStory.signed(Self.whole($0.by)))" }
      parts.append("(\(reasons.joined(separator: ", ")))")
    }
    text = parts.joined(separator: " ")
  }

  private static func whole(_ span: SampleSpan) -> Int {
    Int(span.milliseconds.rounded())
  }
}
