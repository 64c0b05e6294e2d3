import Companion
import Dialogue
import Journal
import Personality
import Synchronization

/// Who a chat is with: a conversation in this process, or the `kith serve` that holds the data folder.
enum ChatPartner: Sendable {
  case here(Household, Conversation, ChatEvents)
  case served(ServedChat)

  /// Opens the data folder; when another Kith has it, becomes a guest of that one.
  static func open(_ context: Context) async throws -> ChatPartner {
    let household: Household
    do {
      household = try await Household.open(context)
    } catch {
      guard Problem.from(error).code == .dataFolderInUse,
        let served = try await ServedChat.find(context)
      else { throw error }
      // The words would go to the brain of the other Kith, whatever was asked for here.
      for option in ["--brain", "--model", "--built-in"]
      where context.arguments.values[option] != nil {
        throw WrongUse(
          "\(option) has no effect on the Kith that runs already; leave it out, or stop that one.")
      }
      return .served(served)
    }
    do {
      let events = ChatEvents()
      let parts = try household.parts(speaking: false)
      let conversation = try await household.conversation(parts, errands: household.errands()) {
        events.note($0)
      }
      return .here(household, conversation, events)
    } catch {
      await household.close()
      throw error
    }
  }

  /// The name of the companion.
  var name: String {
    switch self {
    case .here(let household, _, _): household.persona.name
    case .served: "Mira"
    }
  }

  /// Says something and gives what comes back.
  ///
  /// - Returns: Events that end with `companionTurn` or, when nothing can be kept, a problem.
  func answer(_ words: String) async -> AsyncStream<ConversationEvent> {
    switch self {
    case .here(_, let conversation, let events):
      let stream = events.next()
      await conversation.write(words)
      return stream
    case .served(let chat):
      return chat.answer(words)
    }
  }

  /// Stops the reply in progress; its events end once it is kept.
  func stop() async {
    guard case .here(_, let conversation, _) = self else { return }
    await conversation.stop()
  }

  /// Ends the chat; a reply in progress is stopped and kept as far as it was shown.
  func close() async {
    guard case .here(let household, let conversation, _) = self else { return }
    await conversation.close()
    await household.close()
  }
}

/// Passes the events of one answer on to whoever shows it.
final class ChatEvents: Sendable {
  private let current = Mutex<AsyncStream<ConversationEvent>.Continuation?>(nil)

  /// The events from now to the end of the next answer.
  func next() -> AsyncStream<ConversationEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConversationEvent.self, bufferingPolicy: .bufferingOldest(65_536))
    current.withLock { $0 = continuation }
    return stream
  }

  /// Takes an event of the conversation.
  func note(_ event: ConversationEvent) {
    let continuation = current.withLock { $0 }
    continuation?.yield(event)
    switch event {
    case .companionTurn, .nothingSaid: continuation?.finish()
    default: break
    }
  }
}
