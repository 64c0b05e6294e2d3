import Companion
import Dialogue

/// Shows a chat: as text that grows on a terminal, or as JSON lines.
struct ChatView: Sendable {
  let context: Context
  let name: String

  /// How many columns the prompt takes.
  static let promptColumns = 5

  /// The first lines on a terminal.
  func greet() {
    guard context.output.isTerminal else { return }
    context.output.result(
      LineWrapper.wrapped(
        "Talking with \(name). Ctrl-C stops a reply; /quit or Ctrl-D ends.",
        width: context.output.columns))
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
        show(text, &shown)
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
    /// Breaks the reply into lines; nil where nobody looks.
    var wrapper: LineWrapper?
    var turn: CompanionTurn?
    var problem: Problem?
  }

  private func show(_ text: String, _ shown: inout Shown) {
    let output = context.output
    if !shown.hasBegun {
      shown.hasBegun = true
      output.progress("")
      if output.isTerminal {
        shown.wrapper = LineWrapper(indent: Columns.of(name) + 1, width: output.columns)
        output.resultPiece("\(bold(name)) ")
      }
    }
    shown.wrapper?.resize(to: output.columns)
    output.resultPiece(shown.wrapper?.feed(text) ?? text)
  }

  private func finish(_ shown: Shown) throws -> Bool {
    var shown = shown
    let problem = shown.problem ?? shown.turn?.problem
    context.output.progress("")
    if context.wantsJSON {
      try context.output.json(ChatAnswer(shown.turn, problem: problem))
    } else {
      if shown.hasBegun { context.output.result(shown.wrapper?.finish() ?? "") }
      if context.interrupts.hasStoppedReply { tell("(stopped)") }
      if let sentence = wordless(shown, problem) { tell("kith chat: \(sentence)") }
    }
    if let problem { tell("kith chat: \(problem.inFull)") }
    return problem == nil && shown.turn?.isComplete == true
  }

  /// What is told of a reply that holds no words.
  private func wordless(_ shown: Shown, _ problem: Problem?) -> String? {
    guard !shown.hasBegun, problem == nil, let call = shown.turn?.toolCalls.first
    else { return nil }
    let tool = String(call.name.filter { !$0.isControl && !$0.isNewline }.prefix(40))
    return "Instead of answering, the model asked for the tool \(tool), which it was not offered. "
      + "Nothing was run. Ask again in other words, or choose another model."
  }

  private func tell(_ sentence: String) {
    let output = context.output
    output.tell(
      output.errorIsTerminal
        ? LineWrapper.wrapped(sentence, width: output.columns) : sentence)
  }

  private func bold(_ text: String) -> String {
    "\u{1B}[1m\(text)\u{1B}[0m"
  }
}
