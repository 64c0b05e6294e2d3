import CCurl
import Sockets

/// One WebSocket on its way or open: the connection that libcurl made, and the talk over it.
///
/// It belongs to the loop's thread.
final class SocketTransfer: EasyHandleUser {
  /// How far it has got.
  enum Stage {
    /// libcurl connects.
    case connecting
    /// The server was asked for a WebSocket.
    case agreeing(WebSocketAgreement)
    /// Messages go both ways, or the last ones do.
    case open(WebSocketSession)
    /// It did not open, or the connection is closed; messages may still wait to be taken.
    case over(WebSocketSession?)
  }

  /// What ``move(at:)`` reads at most before other transfers have their turn.
  private static let mostRead = 1 << 20

  let handle: EasyHandle
  let request: WebSocketRequest
  private(set) var stage = Stage.connecting
  /// Who waits until it is open.
  var opening: CheckedContinuation<Void, any Error>?
  /// The descriptor of the connection, to be watched.
  private(set) var descriptor: curl_socket_t?
  /// Whether there was more to read than is read at once.
  private(set) var hasMore = false
  /// What the server said when it closed.
  private(set) var farewell: WebSocketFarewell?

  private var clock: TransferClock
  private var output: [UInt8] = []
  private var sent = 0
  private var room = [UInt8](repeating: 0, count: 64 << 10)

  init(_ request: WebSocketRequest, _ permit: Permit) throws(TransportError) {
    self.request = request
    var limits = HTTPRequest.Limits()
    limits.connecting = request.connecting
    limits.firstByte = request.agreeing
    clock = TransferClock(limits, startedAt: .now)
    handle = try EasyHandle(request.destination, path: request.path, permit)
    handle.user = self
    handle.set(CURLOPT_CONNECT_ONLY, 1)
    handle.set(CURLOPT_FRESH_CONNECT, 1)
  }

  // No body and no head passes through libcurl here.
  func received(_ bytes: UnsafeRawBufferPointer) -> Int { 0 }
  func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> Bool { false }
  func connected() {}

  // MARK: - What the loop does

  /// The connection stands, or `code` says why not.
  func finished(connecting code: CURLcode) {
    guard case .connecting = stage else { return }
    guard code == CURLE_OK else {
      end(handle.wasLedElsewhere ? TransportError.ledElsewhere : TransportError(curl: code))
      return
    }
    var socket = CURL_SOCKET_BAD
    _ = unsafe ccurl_get_socket(handle.raw, CURLINFO_ACTIVESOCKET, &socket)
    guard socket != CURL_SOCKET_BAD else { return end(TransportError.brokeOff) }
    descriptor = socket
    let agreement = WebSocketAgreement(request, key: WebSocketHandshake.newKey())
    output = agreement.question
    stage = .agreeing(agreement)
    clock.entered(.waiting, at: .now)
  }

  /// Moves what can be moved and does what is due.
  func move(at now: ContinuousClock.Instant) {
    read(at: now)
    if let (at, due) = next, at <= now { act(on: due, at: now) }
    repeat {
      fill()
      write()
    } while !isOver && output.isEmpty && session?.pulse.waiting != nil
    // Both have said that they are done, and the last byte is out.
    if case .open(let session) = stage, session.stage != .open, output.isEmpty,
      farewell != nil || session.stage == .broken
    {
      stage = .over(session)
    }
  }

  /// What to watch the connection for.
  var interest: Int32 {
    (wantsBytes ? Int32(CURL_WAIT_POLLIN) : 0) | (output.isEmpty ? 0 : Int32(CURL_WAIT_POLLOUT))
  }

  /// When ``move(at:)`` has to be called though nothing happens.
  var deadline: ContinuousClock.Instant? { hasMore ? .now : next?.at }

  /// The talk, once there is one.
  var session: WebSocketSession? {
    switch stage {
    case .open(let session): session
    case .over(let session): session
    case .connecting, .agreeing: nil
    }
  }

  /// Whether the connection is of no more use.
  var isOver: Bool {
    if case .over = stage { true } else { false }
  }

  /// How many bytes wait for the server.
  var queued: Int { output.count - sent }

  /// Frames `message` and sends what the kernel takes now.
  func send(_ message: WebSocketMessage) {
    session?.framing.send(message)
    collect()
    write()
  }

  /// Says that nothing more will be sent; the server has a moment to say the same.
  func close(_ code: WebSocketCloseCode, reason: String, at now: ContinuousClock.Instant) {
    guard let session, session.stage == .open else { return }
    session.end(.closed)
    session.framing.close(code, reason: reason)
    session.pulse.closing = now
    collect()
    write()
  }

  /// Ends it at once, telling everybody who waits.
  func end(_ error: any Error) {
    opening?.resume(throwing: error)
    opening = nil
    session?.end(.broken, telling: error)
    stage = .over(session)
  }

  // MARK: - Time

  private enum Due {
    case late(TransportError.Phase)
    case pulse(WebSocketPulse<ContinuousClock.Instant>.Due)
  }

  private var next: (at: ContinuousClock.Instant, due: Due)? {
    switch stage {
    case .connecting, .agreeing:
      let (at, phase) = clock.deadline
      return (at, .late(phase))
    case .open(let session):
      let next = session.pulse.next(session.limits, listens: wantsBytes)
      return next.map { ($0.at, .pulse($0.due)) }
    case .over: return nil
    }
  }

  private func act(on due: Due, at now: ContinuousClock.Instant) {
    switch due {
    case .late(let phase): end(TransportError.tooSlow(phase))
    case .pulse(.ping):
      session?.framing.ping()
      session?.pulse.asks(at: now)
      collect()
    case .pulse(.silent): end(TransportError.tooSlow(.ping))
    case .pulse(.slow): end(TransportError.tooSlow(.sending))
    case .pulse(.unclosed): stage = .over(session)
    }
  }

  // MARK: - Bytes

  private var wantsBytes: Bool {
    switch stage {
    case .connecting, .over: false
    case .agreeing: true
    case .open(let session):
      session.hasRoom && queued < session.limits.queuedOutput && farewell == nil
    }
  }

  private func read(at now: ContinuousClock.Instant) {
    hasMore = false
    var total = 0
    while wantsBytes {
      guard total < Self.mostRead else {
        hasMore = true
        return
      }
      var count = 0
      let code = unsafe room.withUnsafeMutableBytes { bytes in
        unsafe curl_easy_recv(handle.raw, bytes.baseAddress, bytes.count, &count)
      }
      if code == CURLE_AGAIN { return }
      guard code == CURLE_OK, count > 0 else {
        // Who has said goodbye may go; anyone else broke off.
        if session?.stage == .open || session == nil { return end(TransportError.brokeOff) }
        stage = .over(session)
        return
      }
      total += count
      take(room[..<count], at: now)
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
    switch stage {
    case .connecting, .over: break
    case .agreeing(var agreement):
      do throws(TransportError) {
        guard let rest = try agreement.feed(bytes) else {
          stage = .agreeing(agreement)
          return
        }
        let gone = TransportError.brokeOff
        let session = WebSocketSession(.client, request.limits, gone: gone, at: now)
        stage = .open(session)
        opening?.resume()
        opening = nil
        if !rest.isEmpty { take(rest[...], at: now) }
      } catch {
        end(error)
      }
    case .open(let session):
      session.pulse.hears(at: now)
      unsafe bytes.withUnsafeBytes { unsafe session.framing.append($0) }
      deliver(session, at: now)
    }
  }

  private func deliver(_ session: WebSocketSession, at now: ContinuousClock.Instant) {
    do throws(WebSocketViolation) {
      while let event = try session.framing.next() {
        switch event {
        case .message(let message): session.deliver(message)
        case .ping, .pong: break
        case .close(let code, let reason):
          farewell = WebSocketFarewell(code: code, reason: reason)
          session.end(.closed)
        }
      }
    } catch {
      session.end(.broken, telling: error == .tooLarge ? TransportError.tooLarge : .notWebSocket)
    }
    // The last bytes, an answer to the goodbye or a reproach, have only a moment.
    if session.stage != .open, session.pulse.closing == nil { session.pulse.closing = now }
    collect()
  }

  /// Lets those go on for whose messages there is room now.
  private func fill() {
    guard let session else { return }
    output += session.takeWaiting(behind: queued)
  }

  private func collect() {
    if let session { output += session.framing.takeOutput() }
  }

  private func write() {
    while descriptor != nil, !isOver, sent < output.count {
      var count = 0
      let code = unsafe output[sent...].withUnsafeBytes { bytes in
        unsafe curl_easy_send(handle.raw, bytes.baseAddress, bytes.count, &count)
      }
      guard code == CURLE_OK else {
        if code != CURLE_AGAIN { end(TransportError.brokeOff) }
        break
      }
      sent += count
    }
    if sent == output.count {
      output.removeAll(keepingCapacity: output.count <= 64 << 10)
      sent = 0
    } else if sent > 256 << 10 {
      output.removeFirst(sent)
      sent = 0
    }
  }
}
