import Companion
import Dialogue
import FoundationEssentials
import Journal
import Memory
import Server
import Sound
import Transport

/// A chat with the `kith serve` that holds the data folder.
struct ServedChat: Sendable {
  private let client: HTTPClient
  private let address: ServerAddress
  private let token: Secret

  /// The Kith that holds the data folder and answers.
  ///
  /// - Returns: nil when the holder serves nothing, as another `kith chat` does.
  static func find(_ context: Context) async throws -> ServedChat? {
    let settings = try Settings(arguments: context.arguments, environment: context.environment)
    guard let running = DataFolder.holder(of: settings.dataFolder), let place = running.address,
      let token = running.token
    else { return nil }
    return ServedChat(
      client: try HTTPClient(reach: .thisMachine), address: try ServerAddress(place),
      token: Secret(token))
  }

  private init(client: HTTPClient, address: ServerAddress, token: Secret) {
    self.client = client
    self.address = address
    self.token = token
  }

  /// Says something and gives what comes back.
  func answer(_ words: String) -> AsyncStream<ConversationEvent> {
    AsyncStream(bufferingPolicy: .bufferingOldest(65_536)) { continuation in
      // Ended with the stream.
      let task = Task {
        do {
          try await exchange(words, continuation)
        } catch {
          continuation.yield(.problem(Self.problem(of: error)))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func exchange(
    _ words: String, _ continuation: AsyncStream<ConversationEvent>.Continuation
  ) async throws {
    let body = try JSONEncoder().encode(["text": words])
    let request = HTTPRequest(
      .post, "/kith/chat", at: .server(address), for: .kith,
      headers: [(name: "content-type", value: "application/json")], key: token, body: Array(body))
    let exchange = try await client.send(request)
    var parser = EventStreamParser()
    var answer = Answer(words)
    while let piece = try await exchange.next() {
      switch piece {
      case .head(let head):
        guard head.status == 200 else { throw Self.refused(head.status) }
      case .bytes(let bytes):
        for case .event(_, let data) in try parser.feed(bytes) {
          try take(data, &answer, continuation)
        }
      case .quiet: break
      }
    }
  }

  private func take(
    _ data: String, _ answer: inout Answer,
    _ continuation: AsyncStream<ConversationEvent>.Continuation
  ) throws {
    let line = try JSONDecoder().decode(ChatLine.self, from: Data(data.utf8))
    if let turn = line.acknowledged {
      answer.person.id = turn
      continuation.yield(.personTurn(answer.person))
    }
    if line.waking == true { continuation.yield(.brainWaking) }
    if let text = line.text {
      answer.written += text
      continuation.yield(.replyText(text))
    }
    if let trouble = line.problem {
      continuation.yield(
        .problem(
          Problem(
            ProblemCode(rawValue: trouble.code) ?? .unexpected, trouble.message,
            action: trouble.action, details: trouble.details)))
    }
    if let done = line.done {
      continuation.yield(.companionTurn(answer.turn(done)))
    }
  }

  private static func refused(_ status: Int) -> Problem {
    Problem(
      .dataFolderInUse, "The Kith that has this data folder refused the chat (status \(status)).",
      action: "Stop it, or start it again with this version.")
  }

  private static func problem(of error: any Error) -> Problem {
    guard error is TransportError else { return .from(error) }
    return Problem(
      .dataFolderInUse, "The Kith that has this data folder does not answer.",
      action: "Stop it and start it again.")
  }
}

/// What came of an answer so far; the served Kith keeps the turns itself.
private struct Answer {
  var person: Turn
  var written = ""

  init(_ words: String) {
    person = Turn(id: 0, speaker: .person, text: words, ending: .whole, startedAt: 0)
  }

  func turn(_ done: ChatLine.Done) -> CompanionTurn {
    let reply = done.reply.map {
      Turn(
        id: $0, speaker: .companion, text: written, ending: done.complete ? .whole : .incomplete,
        startedAt: 0, answers: person.id)
    }
    return CompanionTurn(
      person: person, reply: reply, written: written, spoken: written, isComplete: done.complete,
      finish: done.complete ? .stop : .brokeOff, reasoningHidden: false, toolCalls: [],
      problem: nil, timeline: TurnTimeline(lastWordEnd: nil, turnEnd: .zero))
  }
}
