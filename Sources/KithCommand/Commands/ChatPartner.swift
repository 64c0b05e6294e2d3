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
    } catch let problem as Problem where problem.code == .dataFolderInUse {
      guard let served = try await ServedChat.find(context) else { throw problem }
      return .served(served)
    }
    do {
      let events = ChatEvents()
      let parts = try household.parts(speaking: false)
      let conversation = try await household.conversation(parts) { events.note($0) }
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
    case .problem(let problem) where problem.endsAnswer: continuation?.finish()
    default: break
    }
  }
}

extension Problem {
  /// Whether no answer follows: the person's words could not be kept.
  fileprivate var endsAnswer: Bool {
    [.diskFull, .databaseDamaged, .dataFolderUnusable].contains(code)
  }
}
