import Dialogue

/// `kith turns`: what was said, newest last; `kith turns show ID`: why a turn went as it did.
enum TurnsCommand: Command {
  static let name = "turns"
  static let summary = "show what was said, and why a turn went as it did"
  static let options = OptionList(
    options: [
      .init(name: "--last", value: "N", meaning: "how many turns, 1 to 1000 (default 20)"),
      .init(
        name: "--save", value: "FILE",
        meaning: "with show: write the trace there, for kith replay"), .json, .data,
    ], positional: "[show ID|last]", positionalCount: 0...2)
  static let example = """
    kith turns --last 6
    kith turns show last
    kith turns show 12 --save bad-turn.json
    """

  static func run(_ context: Context) async throws -> Int32 {
    if !context.arguments.positional.isEmpty { return try await TurnShow.run(context) }
    if context.arguments.values["--save"] != nil {
      throw WrongUse("--save goes with kith turns show ID.")
    }
    let count = try context.arguments.number("--last", in: 1...1000) ?? 20
    let turns = try await Household.readTurns(count, context)
    if context.wantsJSON {
      try context.output.json(turns.map(Row.init))
      return 0
    }
    if turns.isEmpty {
      context.output.tell("Nothing was said yet. Try kith chat.")
    }
    var day = ""
    for turn in turns {
      let moment = Household.moment(turn.startedAt)
      if moment.day != day {
        day = moment.day
        context.output.result("\(day)")
      }
      let who = turn.speaker == .person ? "You " : "Mira"
      let mark = turn.ending == .whole ? "" : "  (\(turn.ending.rawValue))"
      let number = String(repeating: " ", count: max(0, 4 - "\(turn.id)".count)) + "\(turn.id)"
      context.output.result("\(number)  \(moment.time)  \(who)  \(turn.text)\(mark)")
    }
    return 0
  }

  private struct Row: Encodable {
    var id: Int64
    var speaker: String
    var text: String
    var ending: String
    var startedAtMs: Int64
    var answers: Int64?

    init(_ turn: Turn) {
      id = turn.id
      speaker = turn.speaker.rawValue
      text = turn.text
      ending = turn.ending.rawValue
      startedAtMs = turn.startedAt
      answers = turn.answers
    }

    private enum CodingKeys: String, CodingKey {
      case id, speaker, text, ending, answers
      case startedAtMs = "started_at_ms"
    }
  }
}
