import Dialogue
import Transport

/// Gets one reply, an event at a time, when it is asked for.
///
/// Nothing runs ahead of whoever takes the events: the server is held back instead.
actor ReplySource {
  private enum Step {
    case locate(Awaited<ChatService.Target>?)
    case enter(ChatService.Target)
    case send(ChatService.Target)
    /// It was turned away and tries again, from the start: the server may be somewhere else by then.
    case pause(Duration)
    case head(Exchange)
    case refusal(Exchange, ResponseHead, [UInt8])
    case body(Exchange, ChatReplyReader)
    /// The reply is over; the rest is taken so that the connection can be used again.
    case rest(Exchange)
    case over
  }

  /// The most bytes of a refusal that are read.
  private static let refusalLimit = 65_536

  private let service: ChatService
  private let prompt: Prompt
  private let isAdvice: Bool
  private let elapsed: @Sendable () -> Duration
  private var policy: WakingPolicy
  private var step = Step.locate(nil)
  private var pending: [ReplyEvent] = []
  private var failure: (any Error)?
  private var pass: Lane.Pass?
  private var key: String?
  private var saidWaking = false
  private var lastSign: ContinuousClock.Instant

  /// A source for a reply to `prompt`; advice gives way to replies.
  init(_ service: ChatService, _ prompt: Prompt, isAdvice: Bool = false) {
    self.service = service
    self.prompt = prompt
    self.isAdvice = isAdvice
    policy = WakingPolicy(service.patience, isManaged: service.isManaged)
    elapsed = Self.stopwatch(service.clock)
    lastSign = .now
  }

  deinit {
    // Whoever let go in the middle does not wait; the lane does, until the connection is closed.
    guard let pass, let exchange = Self.exchange(step) else { return }
    Task {
      await exchange.end()
      pass.leave()
    }
  }

  /// The next event.
  ///
  /// - Returns: The event, or nil when the reply is over.
  /// - Throws: `ProviderError`, what starting the server throws, or `CancellationError`.
  func next() async throws -> ReplyEvent? {
    do {
      while pending.isEmpty {
        if let failure { throw failure }
        if case .over = step { return nil }
        try Task.checkCancellation()
        try await advance()
      }
      return pending.removeFirst()
    } catch {
      failure = nil
      await finish()
      throw named(error)
    }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  private static func exchange(_ step: Step) -> Exchange? {
    switch step {
    case .head(let exchange), .refusal(let exchange, _, _), .body(let exchange, _),
      .rest(let exchange):
      exchange
    case .locate, .enter, .send, .pause, .over: nil
    }
  }

  private func finish() async {
    let exchange = Self.exchange(step)
    step = .over
    await exchange?.end()
    pass?.leave()
    pass = nil
  }

  private func advance() async throws {
    switch step {
    case .locate(let awaited): try await locate(awaited)
    case .enter(let target):
      if pass == nil { pass = try await service.lane.enter() }
      step = .send(target)
    case .send(let target): try await send(target)
    case .pause(let time):
      try await service.clock.sleep(for: time)
      step = .locate(nil)
    case .head(let exchange): try await readHead(exchange)
    case .refusal(let exchange, let head, let bytes):
      try await readRefusal(exchange, head, bytes)
    case .body(let exchange, let reader): try await readBody(exchange, reader)
    case .rest(let exchange):
      let piece = try? await exchange.next(within: service.patience.ending)
      if piece == nil || piece == .quiet { await finish() }
    case .over: break
    }
  }

  private func locate(_ known: Awaited<ChatService.Target>?) async throws {
    if known == nil, !isAdvice { service.stopReadingAhead() }
    let awaited = known ?? Awaited { [service] in try await service.target() }
    step = .locate(awaited)
    if let target = try await awaited.value(within: service.patience.notice, service.clock) {
      step = .enter(target)
    } else {
      sayWaking()
    }
  }

  private func send(_ target: ChatService.Target) async throws {
    var target = target
    key = target.key
    do {
      if target.model == nil { target.model = try await service.firstModel(at: target) }
      let request = try service.request(for: prompt, at: target)
      lastSign = .now
      step = .head(try await service.client.send(request))
    } catch TransportError.unreachable {
      try await decide(.nobodyThere(wasReached: service.wasReached))
    }
  }

  private func readHead(_ exchange: Exchange) async throws {
    do {
      switch try await exchange.next(within: service.patience.notice) {
      case .head(let head)?:
        service.noteReached()
        lastSign = .now
        step =
          head.status == 200
          ? .body(exchange, ChatReplyReader(contentType: head.contentType, hold: service.hold))
          : .refusal(exchange, head, [])
      case .quiet?: sayWaking()
      case .bytes?: break
      case nil: throw TransportError.brokeOff
      }
    } catch TransportError.unreachable {
      try await decide(.nobodyThere(wasReached: service.wasReached))
    }
  }

  private func readRefusal(
    _ exchange: Exchange, _ head: ResponseHead, _ before: [UInt8]
  ) async throws {
    let piece = try? await exchange.next(within: service.patience.pause)
    if case .bytes(let bytes)? = piece, before.count + bytes.count <= Self.refusalLimit {
      step = .refusal(exchange, head, before + bytes)
      return
    }
    let words = shown(ChatChunk.read(before)?.complaint)
    let isHTML = before.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    switch head.status {
    case 300...399: throw ProviderError.Fault.redirected
    case 401: throw ProviderError.Fault.refusedKey
    case 403: throw ProviderError.Fault.forbidden
    case 429: try await decide(.busy(retryAfter: head.retryAfter))
    case 503: try await decide(.loading(retryAfter: head.retryAfter))
    case 404 where ChatChunk.read(before)?.complaint != nil && !isHTML:
      throw ProviderError.Fault.modelMissing(words)
    case 404, 405, 501: throw ProviderError.Fault.notAModelServer
    case _ where isHTML: throw ProviderError.Fault.notAModelServer
    default: throw ProviderError.Fault.failed(words)
    }
  }

  private func readBody(_ exchange: Exchange, _ known: ChatReplyReader) async throws {
    var reader = known
    let patience = service.patience
    do {
      let time = reader.awaitsOnlyTheEnd ? patience.ending : patience.notice
      switch try await exchange.next(within: min(time, patience.pause)) {
      case .bytes(let bytes)?:
        lastSign = .now
        pending += reader.read(bytes)
      case nil: pending += reader.end(isWhole: true)
      case .head?: break
      case .quiet? where reader.awaitsOnlyTheEnd: pending += reader.end(isWhole: false)
      case .quiet?: try wait(&reader)
      }
    } catch let error as TransportError {
      if case .tooSlow = error, !reader.hasSpoken { throw ProviderError.Fault.tooSlow }
      pending += reader.end(isWhole: false)
    }
    if reader.closedUnopenedThought { service.noteThinksUnannounced() }
    if let failure = reader.failure { self.failure = shown(failure) }
    step = reader.isOver ? .rest(exchange) : .body(exchange, reader)
  }

  /// Nothing came for a while: before the first word that is a slow model, later a broken one.
  private func wait(_ reader: inout ChatReplyReader) throws {
    let quiet = lastSign.duration(to: .now)
    if reader.hasSpoken {
      if quiet >= service.patience.pause { pending += reader.end(isWhole: false) }
    } else {
      if quiet >= service.patience.firstWord { throw ProviderError.Fault.tooSlow }
      sayWaking()
    }
  }

  private func decide(_ refusal: WakingPolicy.Refusal) async throws {
    await Self.exchange(step)?.end()
    switch policy.decide(refusal, at: elapsed()) {
    case .giveUp(let error): throw error
    case .retry(let wait):
      if case .busy = refusal {} else { sayWaking() }
      step = .pause(wait)
    }
  }

  private func sayWaking() {
    if !saidWaking { pending.append(.waking) }
    saidWaking = true
  }

  private func shown(_ fault: ProviderError.Fault) -> ProviderError.Fault {
    if case .failed(let words) = fault { return .failed(shown(words)) }
    return fault
  }

  private func shown(_ words: String?) -> String? {
    Complaint.shown(words, prompt: prompt, key: key)
  }

  /// The error with the name of the server in it.
  private func named(_ error: any Error) -> any Error {
    if let fault = error as? ProviderError.Fault {
      return ProviderError(fault, server: service.name)
    }
    if let error = error as? TransportError {
      return ProviderError(.transport(error), server: service.name)
    }
    return error
  }
}
