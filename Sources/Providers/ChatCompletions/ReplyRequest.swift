import Dialogue
import Transport

/// One reply, from the request to the last event, with the tries it takes.
struct ReplyRequest: Sendable {
  private let prompt: Prompt
  private let server: ChatServer
  private let channel: AsyncThrowingStream<ReplyEvent, any Error>.Continuation

  /// How a try ended without a reply.
  private enum Outcome {
    case answered
    /// Nothing of a reply has come; `after` is how long the server asks to wait.
    case refused(ProviderError.Fault, after: Duration?)
  }

  init(
    _ prompt: Prompt, to server: ChatServer,
    into channel: AsyncThrowingStream<ReplyEvent, any Error>.Continuation
  ) {
    self.prompt = prompt
    self.server = server
    self.channel = channel
  }

  /// Asks until there is a reply or patience ends.
  ///
  /// Returns when the connection is closed or free for the next request.
  func run() async {
    do {
      let began = server.clock.elapsed()
      var retries = RetrySchedule(server.patience, isManaged: server.isManaged)
      while case .refused(let fault, let after) = try await attempt() {
        guard
          let delay = retries.delay(
            after: fault, asked: after, elapsed: server.clock.elapsed() - began)
        else { throw ProviderError(fault, server: server.name) }
        if fault.isWaking { channel.yield(.waking) }
        try await server.clock.sleep(delay)
      }
      channel.finish()
    } catch {
      channel.finish(throwing: error)
    }
  }

  private func attempt() async throws -> Outcome {
    let place =
      server.isManaged
      ? try await announcingWaking { try await server.place() } : try await server.place()
    let model = try await server.model(at: place)
    let body = ChatRequest(prompt, model: model, cachesPrompt: server.isManaged)
    let request = try server.request(body, at: place)
    let exchange: Exchange
    do {
      exchange = try await server.client.send(request)
    } catch let error as TransportError {
      return .refused(ProviderError.Fault(error), after: nil)
    }
    do {
      let outcome = try await read(exchange, key: place.key)
      await exchange.end()
      return outcome
    } catch let error as TransportError {
      await exchange.end()
      return .refused(ProviderError.Fault(error), after: nil)
    } catch {
      await exchange.end()
      throw error
    }
  }

  /// Says that the model wakes when `work` takes its time.
  private func announcingWaking<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await server.clock.sleep(server.patience.quiet)
        channel.yield(.waking)
        return nil
      }
      defer { group.cancelAll() }
      while let value = try await group.next() {
        if let value { return value }
      }
      throw CancellationError()
    }
  }

  private func read(_ exchange: Exchange, key: Secret?) async throws -> Outcome {
    var waiting = FirstEventWait(server, channel)
    var head: ResponseHead?
    while head == nil {
      switch try await exchange.next(within: server.patience.quiet) {
      case .head(let received): head = received
      case .quiet, .bytes: try waiting.quiet()
      case nil: throw TransportError.brokeOff
      }
    }
    guard let head else { throw TransportError.brokeOff }
    guard (200..<300).contains(head.status) else {
      let refusal = try await Refusal.read(head, from: exchange, key: key).keepingQuiet(
        about: prompt)
      if case .modelMissing = refusal { server.models.forget() }
      return .refused(refusal, after: head.retryAfter)
    }
    return try await readReply(exchange, head, &waiting, key: key)
  }

  private func readReply(
    _ exchange: Exchange, _ head: ResponseHead, _ waiting: inout FirstEventWait, key: Secret?
  ) async throws -> Outcome {
    var reader = ChatStreamReader(contentType: head.contentType)
    var thoughts = ThoughtWatch(patience: server.patience.thought)
    reading: while reader.fault == nil, !reader.isAtEnd {
      let patience = reader.hasSpoken ? server.patience.pause : server.patience.quiet
      let piece: Exchange.Piece?
      do {
        piece = try await exchange.next(within: reader.knowsReason ? .seconds(1) : patience)
      } catch let error as TransportError where reader.hasSpoken && error == .brokeOff {
        break reading
      }
      switch piece {
      case .bytes(let bytes):
        for event in reader.feed(bytes) {
          channel.yield(event)
          if thoughts.isOver(after: event, at: server.clock.elapsed()) {
            throw ProviderError(.thinksTooLong, server: server.name)
          }
        }
        if !reader.hasSpoken { try waiting.check() }
      case .quiet:
        // Some servers leave the connection open after the last word.
        if reader.knowsReason { break reading }
        if reader.hasSpoken { throw ProviderError(.tooSlow, server: server.name) }
        try waiting.quiet()
      case nil: break reading
      case .head: break
      }
    }
    for event in reader.end() { channel.yield(event) }
    if let fault = reader.fault?.keepingQuiet(about: prompt) {
      throw ProviderError(fault, server: server.name)
    }
    channel.finish()
    // The rest is only the end of the body; with it the connection can be used again.
    if reader.isAtEnd { _ = try? await exchange.next(within: .milliseconds(100)) }
    return .answered
  }
}

/// The wait for the first word or thought.
private struct FirstEventWait {
  private let server: ChatServer
  private let channel: AsyncThrowingStream<ReplyEvent, any Error>.Continuation
  private let began: Duration
  private var hasToldWaking = false

  init(
    _ server: ChatServer, _ channel: AsyncThrowingStream<ReplyEvent, any Error>.Continuation
  ) {
    self.server = server
    self.channel = channel
    began = server.clock.elapsed()
  }

  /// Notes that nothing has come for a while.
  mutating func quiet() throws {
    if !hasToldWaking { channel.yield(.waking) }
    hasToldWaking = true
    try check()
  }

  /// Notes that something has come that is no word: some servers only keep the connection alive.
  func check() throws {
    guard server.clock.elapsed() - began < server.patience.firstEvent else {
      throw ProviderError(.tooSlow, server: server.name)
    }
  }
}
