import Companion
import Dialogue
import Journal

/// `kith chat`: talks by text in the terminal.
enum ChatCommand: Command {
  static let name = "chat"
  static let summary = "talk by text in the terminal, with the same memory as the voice"
  static let options = OptionList(
    options: [
      .init(name: "--once", value: "TEXT", meaning: "say one thing, print the answer and end"),
      .json, .data, .brain, .model, .builtIn,
    ], positional: "", positionalCount: 0...0)
  static let example = """
    kith chat
    kith chat --once "What did I tell you about my sister?"
    """

  /// The longest text said at once, in bytes.
  private static let longestText = 65_536

  static func run(_ context: Context) async throws -> Int32 {
    if let once = context.arguments.values["--once"] {
      guard !once.allSatisfy(\.isWhitespace) else {
        throw WrongUse("--once needs words to say.")
      }
      guard once.utf8.count <= longestText else { throw WrongUse("The text is longer than 64 KB.") }
    }
    let partner = try await ChatPartner.open(context)
    do {
      let code = try await chat(with: partner, context)
      await partner.close()
      return code
    } catch {
      await partner.close()
      throw error
    }
  }

  private static func chat(with partner: ChatPartner, _ context: Context) async throws -> Int32 {
    let view = ChatView(context: context, name: partner.name)
    if let once = context.arguments.values["--once"] {
      return try await show(once, partner, view, isOnce: true) ? 0 : 1
    }
    let lines = ChatInput(context)
    view.greet()
    var allWell = true
    while !Task.isCancelled, let line = await lines.next() {
      let words = line.trimmed
      if ["/quit", "/exit", "/bye"].contains(words) { break }
      if words.isEmpty {
        view.prompt()
        continue
      }
      guard words.utf8.count <= longestText else {
        throw Problem(
          .wrongUse, "The line is longer than 64 KB.", action: "Say it in several goes.")
      }
      allWell = try await show(words, partner, view, isOnce: false) && allWell
      view.prompt()
    }
    view.end()
    // Somebody at a terminal saw what failed; a script learns it from the exit code.
    return allWell || context.output.isTerminal ? 0 : 1
  }

  /// Says something and shows the answer; when the program is to end, or Ctrl-C is pressed, the reply
  /// is stopped and shown as it was kept.
  private static func show(
    _ words: String, _ partner: ChatPartner, _ view: ChatView, isOnce: Bool
  ) async throws -> Bool {
    let events = await partner.answer(words)
    // Ends with the events; a cancelled reader would miss how the reply was kept.
    let shown = Task { try await view.show(events, isOnce: isOnce) }
    let stop: @Sendable () -> Void = {
      // Ends as soon as the reply is stopped.
      Task {
        await partner.stop()
        if case .served = partner { shown.cancel() }
      }
    }
    if !isOnce, view.context.output.isTerminal { view.context.interrupts.replyBegan(stop: stop) }
    defer { view.context.interrupts.replyEnded() }
    return try await withTaskCancellationHandler {
      try await shown.value
    } onCancel: {
      stop()
    }
  }
}

/// What the person says in a chat: typed on a terminal, or lines of a script.
private enum ChatInput {
  case typed(Keyboard)
  case read(StandardInput)

  init(_ context: Context) {
    let keyboard = Keyboard.take(
      context.output, promptColumns: ChatView.promptColumns, terminal: context.environment["TERM"])
    self = keyboard.map { .typed($0) } ?? .read(StandardInput())
  }

  /// The next line; nil at the end.
  func next() async -> String? {
    switch self {
    case .typed(let keyboard): await keyboard.nextLine()
    case .read(let input): await input.nextLine()
    }
  }
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? endIndex
    return start < end ? String(self[start..<end]) : ""
  }
}
