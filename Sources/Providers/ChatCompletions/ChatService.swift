import Dialogue
import Synchronization
import Transport

/// What all replies of one server share: its lane, what is known about it, and who reads ahead.
final class ChatService: Sendable {
  /// Where a request goes.
  struct Target: Sendable {
    var destination: HTTPRequest.Destination
    var key: String?
    var model: String?
  }

  private struct Known {
    var model: String?
    var wasReached = false
    var thinksUnannounced = false
    var reading: Task<Void, Never>?
  }

  /// What it is called in a sentence.
  let name: String
  let client: HTTPClient
  let patience: Patience
  let clock: any Clock<Duration>
  /// Whether Kith runs the server itself.
  let isManaged: Bool
  let lane = Lane()
  private let prefix: String
  private let locate: @Sendable () async throws -> Target
  private let known = Mutex(Known())

  init(
    name: String, client: HTTPClient, patience: Patience, clock: any Clock<Duration>,
    isManaged: Bool,
    prefix: String, locate: @escaping @Sendable () async throws -> Target
  ) {
    self.name = name
    self.client = client
    self.patience = patience
    self.clock = clock
    self.isManaged = isManaged
    self.prefix = prefix
    self.locate = locate
  }

  /// Whether the server ever answered: one that did and is gone now is not just starting.
  var wasReached: Bool { known.withLock { $0.wasReached } }

  func noteReached() { known.withLock { $0.wasReached = true } }

  /// How much of a reply has to be held back.
  var hold: ReasoningFilter.Hold {
    if isManaged { return .nothing }
    return known.withLock { $0.thinksUnannounced } ? .untilClosed : .firstSentence
  }

  func noteThinksUnannounced() { known.withLock { $0.thinksUnannounced = true } }

  /// Finds the server, which starts the one Kith runs.
  func target() async throws -> Target {
    var target = try await locate()
    if target.model == nil { target.model = known.withLock { $0.model } }
    return target
  }

  /// The request for a reply to `prompt`.
  func request(for prompt: Prompt, at target: Target) throws -> HTTPRequest {
    var limits = HTTPRequest.Limits()
    limits.firstByte = patience.firstWord
    // The reply itself knows better when a pause is too long; this is for when nobody takes it.
    limits.pause = patience.firstWord + patience.pause
    return HTTPRequest(
      .post, prefix + "/chat/completions", at: target.destination,
      headers: headers(target) + [
        ("Content-Type", "application/json"), ("Accept", "text/event-stream"),
      ],
      body: try ChatRequest(prompt, model: target.model, isManaged: isManaged).bytes(),
      limits: limits)
  }

  /// Asks the server which models it has, once.
  ///
  /// - Returns: The first that chats, or nil when the server does not tell.
  /// - Throws: `TransportError` when the server can't be asked.
  func firstModel(at target: Target) async throws -> String? {
    var limits = HTTPRequest.Limits()
    limits.firstByte = .seconds(10)
    limits.whole = .seconds(15)
    limits.bodyBytes = 1 << 20
    let request = HTTPRequest(
      .get, prefix + "/models", at: target.destination, headers: headers(target), limits: limits)
    let (head, body) = try await client.response(to: request)
    guard head.status == 200, let model = ModelList.read(body)?.firstForChat else { return nil }
    known.withLock { $0.model = model }
    return model
  }

  private func headers(_ target: Target) -> [(name: String, value: String)] {
    target.key.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
  }

  // MARK: - Reading ahead

  /// Lets the server read `prompt`; a later one, or a reply, takes its place.
  func readAhead(_ prompt: Prompt) async {
    let source = ReplySource(self, prompt, isAdvice: true)
    let task = Task {
      // Whatever goes wrong here goes wrong again, and is told, when somebody asks.
      while let _ = try? await source.next() {}
    }
    let before = known.withLock { known in
      defer { known.reading = task }
      return known.reading
    }
    before?.cancel()
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends reading ahead, because somebody asks now.
  func stopReadingAhead() {
    let task = known.withLock { known in
      defer { known.reading = nil }
      return known.reading
    }
    task?.cancel()
  }
}
