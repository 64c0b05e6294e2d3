import Glibc
import Journal
import Sockets

extension HTTPService {
  /// What the kernel may hold for a client besides.
  ///
  /// It would take megabytes by itself, and nobody could say then how much of a sound is still to come.
  private static let kernelOutput: Int32 = 64 << 10

  /// Turns a connection into a WebSocket and lets the handler talk.
  func upgrade(
    _ id: ExchangeID, _ limits: WebSocketLimits,
    _ converse: @Sendable (WebSocketConnection) async throws -> Void
  ) async {
    do throws(Refusal) {
      try open(id, limits)
    } catch {
      var refusal = Response(error)
      if error.status == .upgradeRequired {
        refusal.headers.append("upgrade", "websocket")
        refusal.headers.append("sec-websocket-version", "13")
      }
      await answer(id, refusal)
      return
    }
    if sessions[id] != nil {
      await talk(WebSocketConnection(service: self, exchange: id), converse)
    }
  }

  private func open(_ id: ExchangeID, _ limits: WebSocketLimits) throws(Refusal) {
    guard let connection = live(id), let exchange = connection.exchange else { return }
    let key = try exchange.request.webSocketKey()
    guard !isStopping else {
      throw Refusal(.unavailable, "This server is about to stop.")
    }
    let session = WebSocketSession(.server, limits, gone: HTTPError.gone, at: now)
    session.task = exchange.task
    sessions[id] = session
    connection.session = session
    connection.exchange?.framing = .untilClose
    connection.socket.limitSending(to: Self.kernelOutput)
    connection.output.append(
      encoder.switching(accept: WebSocketHandshake.accept(for: key), now: time(nil)))
    // A client may not wait for the answer before it sends its first message.
    let early = connection.reader.takeRest()
    unsafe early.withUnsafeBytes { unsafe session.framing.append($0) }
    advance(connection, session)
  }

  private func talk(
    _ socket: WebSocketConnection,
    _ converse: @Sendable (WebSocketConnection) async throws -> Void
  ) async {
    do {
      try await converse(socket)
      close(socket.exchange, .normal)
    } catch {
      if sessions[socket.exchange]?.stage == .open {
        journal.note(.error, "a conversation over a socket broke off")
      }
      close(socket.exchange, .internalError)
    }
    sessions[socket.exchange] = nil
  }

  /// Reads on in what a client has sent.
  func advance(_ connection: Connection, _ session: WebSocketSession) {
    session.pulse.hears(at: now)
    do throws(WebSocketViolation) {
      while let event = try session.framing.next() {
        switch event {
        case .message(let message): session.deliver(message)
        case .ping, .pong: break
        case .close:
          session.end(.closed)
          connection.ending = .afterOutput
        }
      }
    } catch {
      journal.note(
        .debug, "a client broke the rules of a socket", ["code": .number(Int(error.code.rawValue))])
      session.end(.broken)
      connection.ending = .afterOutputAndFarewell
    }
    connection.output.append(session.framing.takeOutput())
    settle(connection)
  }

  /// Does what is due on a WebSocket.
  func wake(_ connection: Connection, _ session: WebSocketSession) {
    let next = session.pulse.next(session.limits, listens: connection.watched.contains(.read))
    guard let next, next.at <= now else {
      settle(connection)
      return
    }
    switch next.due {
    case .ping:
      session.framing.ping()
      session.pulse.asks(at: now)
      connection.output.append(session.framing.takeOutput())
      settle(connection)
    case .slow:
      journal.note(.warning, "a client of a socket was too slow")
      close(connection, session, .tryAgainLater, reason: "too slow", as: .broken)
    case .silent, .unclosed:
      drop(connection)
    }
  }

  /// Says that a WebSocket is over; the client has a moment to say the same.
  func close(
    _ connection: Connection, _ session: WebSocketSession, _ code: WebSocketCloseCode,
    reason: String = "", as stage: WebSocketSession.Stage = .closed
  ) {
    guard session.stage == .open else { return }
    session.end(stage)
    session.framing.close(code, reason: reason)
    session.pulse.closing = now
    connection.output.append(session.framing.takeOutput())
    settle(connection)
  }

  // MARK: What handlers call

  func nextMessage(of id: ExchangeID) async throws -> WebSocketMessage? {
    let message = try await withTaskCancellationHandler {
      try await awaitMessage(of: id)
    } onCancel: {
      // Runs at once and ends.
      Task { await self.cancelWait(of: id) }
    }
    // There may be room again for what the client wants to send.
    if let connection = live(id), !connection.watched.contains(.read) { settle(connection) }
    return message
  }

  /// Takes a message or waits for one.
  ///
  /// A method of its own, because the closure of a cancellation handler may run on another thread: a
  /// message that came between the look and the wait would lie there until the next one.
  private func awaitMessage(of id: ExchangeID) async throws -> WebSocketMessage? {
    guard let session = sessions[id] else { throw HTTPError.gone }
    if let message = session.takeMessage() { return message }
    return try await withCheckedThrowingContinuation { receiver in
      assertIsolated()
      session.give(to: receiver, isCancelled: Task.isCancelled)
    }
  }

  private func cancelWait(of id: ExchangeID) {
    sessions[id]?.cancelWait()
  }

  func send(
    _ message: WebSocketMessage, _ priority: WebSocketPriority, to id: ExchangeID
  ) async throws -> Bool {
    guard let session = sessions[id], session.stage == .open, let connection = live(id) else {
      throw HTTPError.gone
    }
    switch priority {
    case .mayDrop:
      if session.drops(behind: connection.output.count) { return false }
    case .must:
      if session.mustWait(message, behind: connection.output.count) {
        try await withCheckedThrowingContinuation { sent in
          guard session.wait(WebSocketSession.Sender(message: message, since: now, sent: sent))
          else {
            sent.resume(throwing: HTTPError.gone)
            close(connection, session, .tryAgainLater, reason: "too slow", as: .broken)
            return
          }
          settle(connection)
        }
        return true
      }
    }
    session.framing.send(message)
    connection.output.append(session.framing.takeOutput())
    settle(connection)
    return true
  }

  func close(_ id: ExchangeID, _ code: WebSocketCloseCode, reason: String = "") {
    guard let session = sessions[id], let connection = live(id) else { return }
    close(connection, session, code, reason: reason)
  }

  func droppedMessages(of id: ExchangeID) -> Int {
    sessions[id]?.dropped ?? 0
  }
}
