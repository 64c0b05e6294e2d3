import FoundationEssentials
public import HTTPServer
import Sockets

/// A model server that follows a script, for tests and demonstrations without a model.
///
/// It speaks the chat completions of OpenAI on loopback: `GET /v1/models` and
/// `POST /v1/chat/completions`, streaming or not.
public final class ScriptedProvider: Sendable {
  /// The port it listens on.
  public var port: UInt16 { service.port }

  /// The address to give to a client, without `/v1`.
  public var address: String { "http://127.0.0.1:\(port)" }

  private let service: HTTPService
  private let stage: Stage

  /// Starts a provider.
  ///
  /// - Parameters:
  ///   - script: What it does.
  ///   - port: The port, or 0 for one that the kernel chooses.
  ///   - model: The name of its only model.
  ///   - clock: Measures the pauses of the script.
  /// - Throws: ``HTTPServer/HTTPError``.
  public init(
    _ script: Script, port: UInt16 = 0, model: String = "pretend",
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(HTTPError) {
    let stage = Stage(script: script, model: model, clock: clock)
    var options = HTTPService.Options()
    options.hosts = .anyone
    options.origins = .anyone
    options.standing = .none
    options.limits.bodyBytes = 16 << 20
    self.stage = stage
    service = try HTTPService.start(port: port, options: options) { request, body in
      try await stage.answer(request, body)
    }
  }

  /// What has come in so far, in order.
  public var requests: [SeenRequest] {
    get async { await stage.log.requests }
  }

  /// Waits until a request has come.
  ///
  /// - Parameter number: Counted from 0.
  /// - Returns: The request.
  public func arrival(ofRequest number: Int) async -> SeenRequest {
    await stage.log.arrival(of: number)
  }

  /// Waits until the answer to a request is over, because it was all made or its client has gone.
  ///
  /// - Parameter number: Counted from 0.
  /// - Returns: The request, with the time at which its client left if that ended the answer.
  public func ending(ofRequest number: Int) async -> SeenRequest {
    await stage.log.ending(of: number)
  }

  /// Stops at once; running answers are cut.
  public func stop() async {
    await service.stop(within: .zero)
  }
}

/// Where the script is played.
private final class Stage: Sendable {
  let log = RequestLog()
  private let script: Locked<Script>
  private let model: String
  private let clock: any Clock<Duration>

  init(script: Script, model: String, clock: any Clock<Duration>) {
    self.script = Locked(script)
    self.model = model
    self.clock = clock
  }

  func answer(_ request: Request, _ body: RequestBody) async throws -> Response {
    let bytes = try await body.collect()
    let number = await log.note(
      SeenRequest(
        method: request.method, path: request.path,
        headers: Dictionary(
          request.headers.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $0 + ", " + $1 }),
        body: String(decoding: bytes, as: UTF8.self), arrived: .now))
    return try await noting(number) { try await respond(to: request, bytes, number) }
  }

  private func respond(
    to request: Request, _ bytes: [UInt8], _ number: Int
  ) async throws -> Response {
    switch (request.method, request.path) {
    case ("GET", "/health"):
      return Response(type: "application/json", text: #"{"status":"ok"}"#)
    case ("GET", "/v1/models"):
      if let step = script.withLock({ $0.modelsStep }) {
        return try await perform(step, Performance(number, model))
      }
      let list = #"{"object":"list","data":[{"id":"\#(model)","object":"model"}]}"#
      return Response(type: "application/json", text: list)
    case ("POST", "/v1/chat/completions"):
      guard let chat = try? JSONDecoder().decode(ChatRequest.self, from: Data(bytes)) else {
        return try await perform(
          .failure(400, "The request is malformed"), Performance(number, model))
      }
      let step = script.withLock { $0.nextStep() }
      return try await perform(step, Performance(number, chat.model ?? model, chat))
    default:
      return try await perform(.failure(404, "Nothing is here"), Performance(number, model))
    }
  }

  /// One request and what has to be known to answer it.
  private struct Performance {
    let number: Int
    let reply: ChatReply
    let isStreamed: Bool
    let lastUserText: String

    init(_ number: Int, _ model: String, _ chat: ChatRequest? = nil) {
      self.number = number
      reply = ChatReply(number: number, model: model)
      isStreamed = chat?.stream ?? false
      lastUserText = chat?.lastUserText ?? ""
    }
  }

  private func perform(_ step: Step, _ request: Performance) async throws -> Response {
    switch step {
    case .reply(let text, let pace):
      return try await say(text, pace, request)
    case .echo(let pace):
      return try await say(request.lastUserText, pace, request)
    case .breakOff(let text, let count, let pace):
      return breakOff(text, afterBytes: count, pace, request)
    case .recorded(let bytes, let type, let pieceBytes, let pause):
      return stream(type: type) { [self] writer in
        for start in stride(from: 0, to: bytes.count, by: min(pieceBytes, max(bytes.count, 1))) {
          if start > 0 { try await wait(pause) }
          try await writer.write(Array(bytes[start...].prefix(pieceBytes)))
        }
      }
    case .answer(let status, let fields, let body):
      var headers = Headers()
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) { headers.append(name, value) }
      return Response(Status(status), headers: headers, body: .bytes(Array(body.utf8)))
    case .silence:
      // Longer than any client waits; ends when the client goes.
      try await Task.sleep(for: .seconds(86400))
      throw HTTPError.gone
    }
  }

  private func say(_ text: String, _ pace: Pace, _ request: Performance) async throws -> Response {
    let tokens = ChatReply.tokens(text)
    guard request.isStreamed else {
      try await wait(pace.firstToken + pace.perToken * max(tokens.count - 1, 0))
      return Response(type: "application/json", bytes: try request.reply.whole(text))
    }
    return stream(type: "text/event-stream") { [self] writer in
      try await writer.write(request.reply.opening())
      try await send(tokens, pace, request, to: writer)
      try await writer.write(request.reply.closing())
    }
  }

  private func breakOff(
    _ text: String, afterBytes count: Int, _ pace: Pace, _ request: Performance
  ) -> Response {
    var left = count
    var tokens: [String] = []
    for token in ChatReply.tokens(text) where left > 0 {
      tokens.append(String(decoding: token.utf8.prefix(left), as: UTF8.self))
      left -= token.utf8.count
    }
    let begun = tokens
    return stream(type: "text/event-stream") { [self] writer in
      try await writer.write(request.reply.opening())
      try await send(begun, pace, request, to: writer)
      throw HTTPError.gone  // the engine cuts the connection
    }
  }

  private func send(
    _ tokens: [String], _ pace: Pace, _ request: Performance, to writer: ResponseWriter
  ) async throws {
    // Times are counted from the beginning, so that late wake-ups do not add up.
    let start = ContinuousClock.now
    for (index, token) in tokens.enumerated() {
      let due = start + pace.firstToken + pace.perToken * index
      try await wait(
        clock is ContinuousClock ? due - .now : index == 0 ? pace.firstToken : pace.perToken)
      try await writer.write(request.reply.token(token))
    }
  }

  private func stream(
    type: String, _ produce: @escaping @Sendable (ResponseWriter) async throws -> Void
  ) -> Response {
    Response(.ok, headers: ["content-type": type], body: .stream(produce))
  }

  /// Notes when the answer that `make` makes is over, and whether its client went away before.
  ///
  /// The server cancels an answer whose client has gone.
  private func noting(
    _ number: Int, _ make: () async throws -> Response
  ) async throws -> Response {
    var response: Response
    do { response = try await make() } catch {
      await log.noteEnding(of: number, left: Task.isCancelled ? .now : nil)
      throw error
    }
    guard case .stream(let produce) = response.body else {
      await log.noteEnding(of: number, left: nil)
      return response
    }
    response.body = .stream { [log] writer in
      do { try await produce(writer) } catch {
        await log.noteEnding(of: number, left: Task.isCancelled ? .now : nil)
        throw error
      }
      await log.noteEnding(of: number, left: nil)
    }
    return response
  }

  private func wait(_ pause: Duration) async throws {
    if pause > .zero { try await clock.sleep(for: pause) } else { try Task.checkCancellation() }
  }
}
