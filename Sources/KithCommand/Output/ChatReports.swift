import Companion
import Dialogue

/// What `chat --json` prints when the words are kept.
struct Acknowledged: Encodable {
  var acknowledged: Int64
}

/// What `chat --json` prints of an answer.
struct ChatAnswer: Encodable {
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
