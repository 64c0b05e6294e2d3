import Sockets

extension TransferLoop {
  /// Opens a WebSocket.
  ///
  /// - Returns: The number it is known by.
  /// - Throws: `TransportError`, or `CancellationError`.
  func openSocket(_ request: WebSocketRequest, _ permit: Permit) async throws -> UInt64 {
    let socket = try SocketTransfer(request, permit)
    let number = try attach(socket.handle)
    sockets[number] = socket
    do {
      try await withTaskCancellationHandler {
        try await awaitOpening(number)
      } onCancel: {
        // Runs after the wait has begun: both are jobs of this actor.
        Task { await endSocket(number) }
      }
    } catch {
      endSocket(number)
      throw error
    }
    return number
  }

  private func awaitOpening(_ number: UInt64) async throws {
    try await withCheckedThrowingContinuation { (opening: CheckedContinuation<Void, any Error>) in
      guard let socket = sockets[number] else {
        return opening.resume(throwing: CancellationError())
      }
      socket.opening = opening
    }
  }

  /// The next message that a server sent.
  ///
  /// - Returns: The message, or nil after a goodbye.
  /// - Throws: `TransportError`, or `CancellationError`.
  func nextMessage(of number: UInt64) async throws -> WebSocketMessage? {
    let message = try await withTaskCancellationHandler {
      try await awaitMessage(of: number)
    } onCancel: {
      // Runs at once and ends.
      Task { await cancelWait(of: number) }
    }
    // There may be room again for what the server wants to send.
    moveSocket(number)
    return message
  }

  private func awaitMessage(of number: UInt64) async throws -> WebSocketMessage? {
    guard let session = sockets[number]?.session else { throw CancellationError() }
    if let message = session.takeMessage() { return message }
    return try await withCheckedThrowingContinuation { receiver in
      session.give(to: receiver, isCancelled: Task.isCancelled)
    }
  }

  private func cancelWait(of number: UInt64) {
    sockets[number]?.session?.cancelWait()
  }

  /// Sends a message, or waits until there is room for it.
  func send(_ message: WebSocketMessage, over number: UInt64) async throws {
    guard let socket = sockets[number], let session = socket.session else {
      throw CancellationError()
    }
    guard session.stage == .open else { throw session.gone }
    guard session.mustWait(message, behind: socket.queued) else {
      socket.send(message)
      settle(number)
      return
    }
    try await withCheckedThrowingContinuation { (sent: CheckedContinuation<Void, any Error>) in
      let sender = WebSocketSession.Sender(message: message, since: .now, sent: sent)
      if !session.wait(sender) { sent.resume(throwing: TransportError.tooSlow(.sending)) }
    }
  }

  /// Says goodbye to a server.
  func closeSocket(_ number: UInt64, _ code: WebSocketCloseCode, reason: String) {
    sockets[number]?.close(code, reason: reason, at: .now)
    settle(number)
  }

  /// Ends a WebSocket; its connection is closed when this returns.
  func endSocket(_ number: UInt64) {
    guard let socket = sockets.removeValue(forKey: number) else { return }
    detach(socket.handle)
    socket.end(CancellationError())
  }

  /// What the server said when it closed.
  func farewell(of number: UInt64) -> WebSocketFarewell? {
    sockets[number]?.farewell
  }

  /// Lets a WebSocket read, write and do what is due.
  func moveSocket(_ number: UInt64) {
    guard let socket = sockets[number], !socket.isOver else { return }
    socket.move(at: .now)
    settle(number)
  }

  /// Closes the connection of a WebSocket that is over; what came may still be taken.
  private func settle(_ number: UInt64) {
    if let socket = sockets[number], socket.isOver { detach(socket.handle) }
  }
}
