import Companion
import Dialogue

/// Shows a chat: as text that grows on a terminal, or as JSON lines.
struct ChatView: Sendable {
  let context: Context
  let name: String

  /// The first lines on a terminal.
  func greet() {
    guard context.output.isTerminal else { return }
    context.output.result("Talking with \(name). An empty line does nothing; /quit or Ctrl-D ends.")
    prompt()
  }

  /// Asks for the next line on a terminal.
  func prompt() {
    guard context.output.isTerminal, !context.wantsJSON else { return }
    context.output.resultPiece("\n\(bold("You"))  ")
  }

  /// The last line on a terminal.
  func end() {
    guard context.output.isTerminal else { return }
    context.output.result("")
  }

  /// Shows one answer.
  ///
  /// - Parameters:
  ///   - events: What comes back.
  ///   - isOnce: Whether this is the only answer, whose JSON is one object.
  /// - Returns: Whether all went well.
  /// - Throws: When the answer can't be written as JSON.
  func show(_ events: AsyncStream<ConversationEvent>, isOnce: Bool) async throws -> Bool {
    var shown = Shown()
    if !context.wantsJSON { context.output.progress("\(name) …") }
    for await event in events {
      switch event {
      case .personTurn(let turn) where context.wantsJSON && !isOnce:
        try context.output.json(Acknowledged(acknowledged: turn.id))
      case .brainWaking where !context.wantsJSON:
        context.output.progress("\(name) is waking up …")
      case .replyText(let text) where !context.wantsJSON:
        begin(&shown)
        context.output.resultPiece(text)
      case .companionTurn(let turn):
        shown.turn = turn
      case .problem(let problem):
        shown.problem = shown.problem ?? problem
      default: break
      }
    }
    return try finish(shown)
  }

  private struct Shown {
    var hasBegun = false
    var turn: CompanionTurn?
    var problem: Problem?
  }

  private func begin(_ shown: inout Shown) {
    guard !shown.hasBegun else { return }
    shown.hasBegun = true
    context.output.progress("")
    if context.output.isTerminal { context.output.resultPiece("\(bold(name)) ") }
  }

  private func finish(_ shown: Shown) throws -> Bool {
    let problem = shown.problem ?? shown.turn?.problem
    if context.wantsJSON {
      try context.output.json(Answer(shown.turn, problem: problem))
    } else if shown.hasBegun {
      context.output.result("")
    }
    if let problem {
      context.output.progress("")
      context.output.tell("kith chat: \(problem.message) \(problem.action)")
    }
    return problem == nil && shown.turn?.isComplete == true
  }

  private func bold(_ text: String) -> String {
    "\u{1B}[1m\(text)\u{1B}[0m"
  }

  private struct Acknowledged: Encodable {
    var acknowledged: Int64
  }

  /// What `chat --json` prints of an answer.
  private struct Answer: Encodable {
    struct Call: Encodable {
      var name: String
      var arguments: String
    }

    var turn: Int64?
    var reply: Int64?
    var text: String
    var spoken: String
    var reasoningHidden: Bool
    var complete: Bool
    var finish: String?
    var toolCalls: [Call]
    var problem: ProblemReport?

    init(_ turn: CompanionTurn?, problem: Problem?) {
      // A served Kith keeps its turns itself and tells no id.
      self.turn = turn.flatMap { $0.person.id == 0 ? nil : $0.person.id }
      reply = turn?.reply?.id
      text = turn?.written ?? ""
      spoken = turn?.spoken ?? ""
      reasoningHidden = turn?.reasoningHidden ?? false
      complete = turn?.isComplete ?? false
      finish = turn?.finish?.word
      toolCalls = turn?.toolCalls.map { Call(name: $0.name, arguments: $0.arguments) } ?? []
      self.problem = problem.map(ProblemReport.init)
    }

    private enum CodingKeys: String, CodingKey {
      case turn, reply, text, spoken, complete, finish, problem
      case reasoningHidden = "reasoning_hidden"
      case toolCalls = "tool_calls"
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encodeIfPresent(turn, forKey: .turn)
      try values.encodeIfPresent(reply, forKey: .reply)
      try values.encode(text, forKey: .text)
      try values.encode(spoken, forKey: .spoken)
      try values.encode(reasoningHidden, forKey: .reasoningHidden)
      try values.encode(complete, forKey: .complete)
      try values.encode(finish, forKey: .finish)
      try values.encode(toolCalls, forKey: .toolCalls)
      try values.encode(problem, forKey: .problem)
    }
  }
}

extension FinishReason {
  /// The reason in the words of the OpenAI interface.
  var word: String {
    switch self {
    case .stop: "stop"
    case .length: "length"
    case .toolCalls: "tool_calls"
    case .contentFilter: "content_filter"
    case .other(let word): word
    case .brokeOff: "broke_off"
    }
  }
}
