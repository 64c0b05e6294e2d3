import Companion
import Dialogue
import Memory
import Server

/// `kith turns show ID`: one turn as a timeline, with reasons.
enum TurnShow {
  static func run(_ context: Context) async throws -> Int32 {
    let words = context.arguments.positional
    guard words.count == 2, words[0] == "show" else {
      throw WrongUse(
        "What is to be shown? Write kith turns show and the number of a turn, or last.")
    }
    if context.arguments.values["--last"] != nil { throw WrongUse("--last does not go with show.") }
    let id = Int64(words[1])
    guard words[1] == "last" || id.map({ $0 > 0 }) == true else {
      throw WrongUse("A turn has a number, as kith turns shows it, or is called last.")
    }
    let read = try await Household.reading(context) { history -> TracedTurn? in
      if let id { return try await TracedTurn(id, in: history) }
      guard let newest = try await history.latest(1).last else { return nil }
      return try await TracedTurn(newest.id, in: history)
    }
    guard let turn = read.flatMap(\.self) else {
      if let id { throw TracedTurn.Absence.noTurn(id) }
      context.output.tell("Nothing was said yet. Try kith chat.")
      return 1
    }
    if let path = context.arguments.values["--save"] {
      try SmallFile.write(Array(turn.trace.json.utf8) + [0x0A], to: path)
      context.output.tell(
        "The trace of turn \(turn.person.id) is in \(path). Try kith replay \(path).")
    }
    try show(turn, context)
    return 0
  }

  private static func show(_ turn: TracedTurn, _ context: Context) throws {
    if context.wantsJSON {
      try context.output.json(Printed(turn))
    } else if context.arguments.values["--save"] == nil {
      let width = context.output.columns
      let moment = Household.moment(turn.person.startedAt)
      let head = ["Turn \(turn.person.id), \(moment.day), \(moment.time)", ""]
      let said = [("You ", turn.person.text), ("Mira", turn.reply?.text ?? "(nothing)")]
      let words = said.map { who, text in
        StoryView.hanging(who + "  ", text, width: width)
      }
      let view = StoryView(turn.story, width: width)
      context.output.result((head + words + [""] + view.lines).joined(separator: "\n"))
    }
  }

  private struct Printed: Encodable {
    var turn: Int64
    var reply: Int64?
    var story: TurnStory
    var trace: TurnTrace

    init(_ traced: TracedTurn) {
      turn = traced.person.id
      reply = traced.reply?.id
      story = traced.story
      trace = traced.trace
    }
  }
}
