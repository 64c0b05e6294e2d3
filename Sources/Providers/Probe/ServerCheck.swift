import Dialogue
import FoundationEssentials
public import Transport

/// What a look at one model server has shown.
public struct ServerVerdict: Sendable, Equatable {
  /// Whether something answers there.
  public var isReachable = false
  /// Its models without those that can't talk, the likeliest first.
  public var models: [String] = []
  /// How long the first word took; nil when none came.
  public var firstToken: Duration?
  /// What a person is told.
  public var sentence: String
  /// What the server wrote about it, in a line.
  public var details: String?
}

/// Tries a model server with a question of one word: whether it answers, and how fast.
///
/// Nothing but the list of models and that one question is asked, and nothing of any conversation is
/// sent.
public struct ServerCheck: Sendable {
  /// What is sent; nobody said it.
  private static let question = Prompt(
    messages: [Message(.user, "Answer with one word: yes.")], maximumTokens: 8, temperature: 0)

  /// How long a check takes at most: somebody looks at the page meanwhile.
  public static let usualTime = Duration.seconds(10)

  private let client: HTTPClient
  private let time: Duration
  private let clock: any Clock<Duration>

  /// A check over `client`.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - time: How long the whole check may take.
  ///   - clock: Measures the waiting.
  public init(
    client: HTTPClient, time: Duration = Self.usualTime,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.client = client
    self.time = time
    self.clock = clock
  }

  /// Tries the server at `address`.
  ///
  /// - Parameters:
  ///   - address: As the owner writes it.
  ///   - model: The model; nil takes the first one the server names.
  ///   - key: The key, if the server wants one; never part of the verdict.
  /// - Returns: The verdict.
  /// - Throws: `CancellationError`.
  public func check(
    _ address: String, model: String?, key: String?
  ) async throws -> ServerVerdict {
    do {
      let server = try ServerAddress(address)
      let key = key.map { Secret($0) }
      if let key { try AddressPolicy.check(key: key, for: server) }
      let began = ReplyClock(clock)
      let (verdict, model) = try await list(server, model: model, key: key)
      guard let model else { return verdict }
      return try await ask(
        address, model: model, key: key, within: time - began.elapsed(), after: verdict)
    } catch let fault as AddressFault {
      return ServerVerdict(sentence: "\(fault.sentence) \(fault.action)")
    }
  }

  // MARK: - The list of models

  /// Looks at the list of models.
  ///
  /// - Returns: What is known so far, and the model to be asked; nil when that is no use.
  private func list(
    _ server: ServerAddress, model: String?, key: Secret?
  ) async throws -> (ServerVerdict, model: String?) {
    var limits = HTTPRequest.Limits()
    limits.connecting = time / 2
    limits.whole = time / 2
    limits.bodyBytes = 1 << 20
    let base = server.basePath.isEmpty ? "/v1" : ""
    let request = HTTPRequest(
      .get, base + "/models", at: .server(server), for: .thinking, key: key, limits: limits)
    let head: ResponseHead
    let body: [UInt8]
    do {
      (head, body) = try await client.response(to: request)
    } catch let error as TransportError {
      return (Self.verdict(ProviderError.Fault(error), server), nil)
    }
    guard head.status == 200 else {
      let fault = Refusal.fault(head, body: body, key: key)
      // A server without a list may still answer.
      if case .notAModelServer = fault, head.contentType != "text/html" {
        return (ServerVerdict(isReachable: true, sentence: ""), model ?? "default")
      }
      return (Self.verdict(fault, server), nil)
    }
    guard let list = try? JSONDecoder().decode(ModelList.self, from: Data(body)), list.isList else {
      return (Self.verdict(.notAModelServer, server), nil)
    }
    return Self.choose(model, from: list)
  }

  private static func choose(
    _ model: String?, from list: ModelList
  ) -> (ServerVerdict, model: String?) {
    let models = list.conversational
    var verdict = ServerVerdict(isReachable: true, models: models, sentence: "")
    guard let model else {
      if list.firstChatModel == nil {
        verdict.sentence = "It answers, but has no model to talk with. Load one there."
      }
      return (verdict, list.firstChatModel)
    }
    // Ollama leaves out the usual ending.
    if models.contains(model) || models.contains(model + ":latest") { return (verdict, model) }
    let shown = ServerMessage.shown(model) ?? "of that name"
    verdict.sentence =
      NearestName.of(model, among: models).map {
        "It has no model \(shown). Did you mean \($0)?"
      } ?? "It has no model \(shown). Choose one of those it has, or load it there."
    return (verdict, nil)
  }

  // MARK: - The question

  private func ask(
    _ address: String, model: String, key: Secret?, within limit: Duration,
    after known: ServerVerdict
  ) async throws -> ServerVerdict {
    var verdict = known
    var patience = ReplyPatience()
    // The end of the check comes first, whatever the server does.
    patience.firstEvent = time * 2
    patience.start = .zero
    patience.absent = .zero
    patience.busy = .zero
    do {
      let replier = try ChatCompletionsReplier(
        client: client, address: address, model: model, key: key?.revealed, patience: patience,
        clock: clock)
      verdict.firstToken = try await firstToken(of: replier, within: limit)
    } catch let error as ProviderError {
      verdict.sentence = "\(error.problem.message) \(error.problem.action)"
      verdict.details = error.problem.details
      if case .loading = error.fault { verdict.sentence = Self.waking }
      return verdict
    }
    verdict.sentence = Self.sentence(for: verdict.firstToken)
    return verdict
  }

  /// The time to the first word or thought; nil when none came in time.
  private func firstToken(
    of replier: ChatCompletionsReplier, within limit: Duration
  ) async throws -> Duration? {
    let began = ReplyClock(clock)
    return try await withThrowingTaskGroup(of: Duration?.self) { group in
      group.addTask {
        for try await event in replier.reply(to: Self.question) {
          switch event {
          case .text, .reasoning, .toolCall: return began.elapsed()
          case .waking, .finished: continue
          }
        }
        try Task.checkCancellation()
        throw ProviderError(.silent, server: "the server")
      }
      group.addTask {
        try await began.sleep(max(.zero, limit))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  private static let waking =
    "It answers, but the model is still waking up. Give it a minute and try again."

  private static func sentence(for firstToken: Duration?) -> String {
    guard let firstToken else { return waking }
    let tenths = Int((firstToken / .milliseconds(100)).rounded(.up))
    let seconds = "\(tenths / 10).\(tenths % 10) s"
    return firstToken <= .seconds(2)
      ? "It works: the first word came after \(seconds)."
      : "It works, but slowly: the first word came after \(seconds). A smaller model is quicker."
  }

  private static func verdict(
    _ fault: ProviderError.Fault, _ server: ServerAddress
  ) -> ServerVerdict {
    let problem = ProviderError(fault, server: "\(server.host):\(server.port)").problem
    let isReachable =
      switch fault {
      case .addressRefused, .nameUnknown, .unreachable, .notTrusted, .tooSlow, .internalFailure:
        false
      default: true
      }
    return ServerVerdict(
      isReachable: isReachable, sentence: "\(problem.message) \(problem.action)",
      details: problem.details)
  }
}
