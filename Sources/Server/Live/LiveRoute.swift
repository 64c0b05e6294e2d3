import HTTPServer
import Sockets

/// `/v1/realtime`: the door of the live conversation, as docs/protocol.md describes it.
struct LiveRoute: Sendable {
  let stage: LiveStage

  /// Messages for a page that wait for its connection: more than the lead of a reply.
  private static let longestQueue = 4096
  /// How long a page may take to say hello.
  private static let silence = Duration.seconds(10)
  /// Mistakes after which a connection is closed.
  private static let patience = 3

  func answer() -> Response {
    .webSocket { socket in try await converse(socket) }
  }

  private func converse(_ socket: WebSocketConnection) async throws {
    let (queue, post) = AsyncStream.makeStream(
      of: PageMessage.self, bufferingPolicy: .bufferingOldest(Self.longestQueue))
    guard let hello = try await hello(socket) else { return }
    let send: @Sendable (PageMessage) -> Bool = { message in
      if case .dropped = post.yield(message) {
        // What waits is still sent; then the connection is closed, and the page comes again.
        post.finish()
        return false
      }
      if case .close = message { post.finish() }
      return true
    }
    guard let (session, link) = await stage.join(hello, send: send) else {
      await socket.close(.tryAgainLater, reason: "too many pages are open")
      return
    }
    defer { post.finish() }
    async let sent: Void = pass(queue, to: socket)
    do {
      try await receive(socket, session, send)
    } catch {
      await stage.left(session, link: link, isClosed: false)
      throw error
    }
    await stage.left(session, link: link, isClosed: true)
    post.finish()
    try await sent
  }

  /// The first message, which has to be a hello.
  private func hello(_ socket: WebSocketConnection) async throws -> PageEvent.Hello? {
    let limit = Task {
      try await Task.sleep(for: Self.silence)
      await socket.close(.policy, reason: "no kith.hello in time")
    }
    defer { limit.cancel() }
    guard let first = try await socket.receive() else { return nil }
    if case .text(let text) = first, case .hello(let hello) = try? PageEvent(text) { return hello }
    await socket.close(.policy, reason: "the first message is kith.hello")
    return nil
  }

  private func pass(_ queue: AsyncStream<PageMessage>, to socket: WebSocketConnection) async throws
  {
    for await message in queue {
      switch message {
      case .text(let text, let mayBeDropped):
        try await socket.send(.text(text), mayBeDropped ? .mayDrop : .must)
      case .sound(let bytes): try await socket.send(.binary(bytes))
      case .close(let code, let reason):
        await socket.close(
          WebSocketCloseCode(rawValue: UInt16(clamping: code)), reason: reason)
        return
      }
    }
    await socket.close(.tryAgainLater, reason: "too slow")
  }

  private func receive(
    _ socket: WebSocketConnection, _ session: String, _ send: @Sendable (PageMessage) -> Bool
  ) async throws {
    var faults = 0
    while let message = try await socket.receive() {
      let reception = await take(message, session)
      guard case .fault(let reason) = reception else { continue }
      faults += 1
      await stage.tell(session, .error(type: "invalid_request_error", message: reason))
      if faults >= Self.patience {
        // Behind what the page is still to be told.
        _ = send(.close(code: 1008, reason: "too many mistakes"))
        return
      }
    }
  }

  private func take(_ message: WebSocketMessage, _ session: String) async -> LiveStage.Reception {
    switch message {
    case .text(let text):
      do { return await stage.receive(try PageEvent(text), from: session) } catch {
        return .fault(error.message)
      }
    case .binary(let bytes):
      do { return await stage.receive(try SoundMessage(bytes), from: session) } catch {
        return .fault(error.sentence)
      }
    }
  }
}

extension SoundMessage.Fault {
  /// The same for whoever writes pages.
  var sentence: String {
    switch self {
    case .tooShort: "A sound message has a header of 16 bytes."
    case .unknownVersion: "The version of a sound message is 1."
    case .unknownKind: "The kind of a sound message is 1."
    case .oddLength: "A sound message has an even number of bytes."
    case .tooLong: "A sound message has at most 64,000 bytes of samples."
    case .positionOutOfRange: "The position of a sound message is out of range."
    }
  }
}
