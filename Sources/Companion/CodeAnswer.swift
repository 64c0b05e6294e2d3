import Dialogue

/// What code answers instead of the model.
enum CodeAnswer: Sendable, Equatable {
  /// Nothing: what was ordered is done, and that is enough.
  case silence
  /// These words.
  case words(String)

  /// Who says it, by the same way as a model's reply.
  var replier: any Replier {
    switch self {
    case .silence: SettledReply(words: "")
    case .words(let words): SettledReply(words: words)
    }
  }
}

/// A reply whose words are known.
private struct SettledReply: Replier {
  let words: String

  func reply(to prompt: Prompt) -> AsyncThrowingStream<ReplyEvent, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingOldest(2)) { stream in
      stream.yield(.text(words))
      stream.yield(.finished(.stop))
      stream.finish()
    }
  }

  func readAhead(_ prompt: Prompt) async {}
}
