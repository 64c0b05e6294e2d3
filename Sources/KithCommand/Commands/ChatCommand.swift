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
    view.greet()
    var allWell = true
    let input = StandardInput()
    while !Task.isCancelled, let line = await input.nextLine() {
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

  /// Says something and shows the answer; when the program is to end, the reply is stopped and shown
  /// as it was kept.
  private static func show(
    _ words: String, _ partner: ChatPartner, _ view: ChatView, isOnce: Bool
  ) async throws -> Bool {
    let events = await partner.answer(words)
    // Ends with the events; a cancelled reader would miss how the reply was kept.
    let shown = Task { try await view.show(events, isOnce: isOnce) }
    return try await withTaskCancellationHandler {
      try await shown.value
    } onCancel: {
      Task {
        await partner.stop()
        if case .served = partner { shown.cancel() }
      }
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
