import CWslay

/// Turns the bytes of a WebSocket into messages and back (RFC 6455), by way of wslay.
///
/// It knows no socket: feed it with ``append(_:)``, ask for ``next()`` until it has nothing more, and
/// send what ``takeOutput()`` gives. Pings and the other side's close are answered by themselves.
@safe
public final class WebSocketFraming {
  /// Which end of the connection this is: a client masks what it sends, a server must not.
  public enum Role: Sendable {
    /// The end that was asked for the connection.
    case server
    /// The end that asked for it.
    case client
  }

  /// What has come in.
  public enum Event: Sendable, Equatable {
    /// A whole message.
    case message(WebSocketMessage)
    /// The other side wants to know whether anybody is there; it has been answered.
    case ping([UInt8])
    /// The answer to a ping.
    case pong([UInt8])
    /// The other side sends no more; it has been answered.
    case close(WebSocketCloseCode?, reason: String)
  }

  /// A message in very many tiny frames would take a hundred times its size.
  private static let mostFrames = 1024
  private static let longestReason = 123

  /// Freed in `deinit`; a variable because wslay wants to know this object when it is made.
  private var context: wslay_event_context_ptr?
  private let role: Role
  private var input = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  private var output: [UInt8] = []
  private var events: [Event] = []
  private var taken = 0
  private var frames = 0
  /// How much of the frame's content is still to come; a header is read while it is 0.
  private var contentLeft: UInt64 = 0
  private var isInClose = false
  private var isClosed = false
  private var hasClosed = false
  private var violation: WebSocketViolation?
  /// What is wrong with the other side's close; wslay lets it pass.
  private var broken: WebSocketViolation?

  /// An open connection right behind the handshake.
  ///
  /// - Parameters:
  ///   - role: Which end this is.
  ///   - longestMessage: How many bytes a message may have, all its frames together; at least 125.
  public init(role: Role, longestMessage: Int) {
    self.role = role
    var callbacks = wslay_event_callbacks()
    unsafe callbacks.recv_callback = { context, room, count, _, user in
      unsafe WebSocketFraming.at(user).give(context, room, count)
    }
    unsafe callbacks.send_callback = { _, bytes, count, _, user in
      unsafe WebSocketFraming.at(user).output.append(
        contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      return count
    }
    unsafe callbacks.genmask_callback = { _, room, count, _ in
      unsafe WebSocketHandshake.fillWithChance(
        UnsafeMutableBufferPointer(start: room, count: count))
      return 0
    }
    unsafe callbacks.on_frame_recv_start_callback = { _, frame, user in
      if let frame = unsafe frame?.pointee {
        unsafe WebSocketFraming.at(user).begin(frame)
      }
    }
    unsafe callbacks.on_msg_recv_callback = { _, message, user in
      if let message = unsafe message?.pointee { unsafe WebSocketFraming.at(user).take(message) }
    }
    let user = unsafe Unmanaged.passUnretained(self).toOpaque()
    let code =
      switch role {
      case .server: unsafe wslay_event_context_server_init(&context, &callbacks, user)
      case .client: unsafe wslay_event_context_client_init(&context, &callbacks, user)
      }
    precondition(code == 0, "there is no memory left")
    unsafe wslay_event_config_set_max_recv_msg_length(context, UInt64(max(longestMessage, 125)))
  }

  deinit {
    unsafe wslay_event_context_free(context)
  }

  // MARK: Reading

  /// Takes what has come from the other side.
  public func append(_ bytes: UnsafeRawBufferPointer) {
    guard violation == nil, !isClosed else { return }
    unsafe input = bytes
    var code: Int32 = 0
    // wslay stops at every byte of a header that is not yet whole.
    repeat {
      code = unsafe wslay_event_recv(context)
    } while unsafe code == 0 && !input.isEmpty && wslay_event_get_read_enabled(context) != 0
    unsafe input = UnsafeRawBufferPointer(start: nil, count: 0)
    guard code == 0 else {
      fail(code == WSLAY_ERR_NOMEM.rawValue ? .noMemory : .malformedFrame)
      return
    }
    if let broken {
      fail(broken)
      return
    }
    flush()
    // wslay stops reading after the other side's close, or because the rules were broken.
    if violation == nil, !isClosed, unsafe wslay_event_get_read_enabled(context) == 0 {
      violation = sentViolation
    }
  }

  /// The next event, or `nil` until more bytes have come.
  ///
  /// - Returns: What came, in its order.
  /// - Throws: ``WebSocketViolation`` behind the last event when the rules were broken; what the other
  ///   side is told waits in ``takeOutput()``.
  public func next() throws(WebSocketViolation) -> Event? {
    if taken < events.count {
      taken += 1
      return events[taken - 1]
    }
    events.removeAll()
    taken = 0
    if let violation { throw violation }
    return nil
  }

  /// What wslay has told the other side that broke a rule.
  private var sentViolation: WebSocketViolation {
    switch UInt32(unsafe wslay_event_get_status_code_sent(context)) {
    case WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA.rawValue: .invalidText
    case WSLAY_CODE_MESSAGE_TOO_BIG.rawValue: .tooLarge
    default: .malformedFrame
    }
  }

  /// Ends what wslay gives up without saying why, or would answer: the close it has queued is the wrong
  /// one, so that one from a fresh context goes out instead.
  private func fail(_ violation: WebSocketViolation) {
    self.violation = violation
    guard !hasClosed else { return }
    hasClosed = true
    let last = WebSocketFraming(role: role, longestMessage: 0)
    last.close(violation.code)
    output += last.takeOutput()
  }

  // MARK: Sending

  /// Frames a message.
  ///
  /// - Returns: Whether it will be sent; nothing is behind a close.
  @discardableResult
  public func send(_ message: WebSocketMessage) -> Bool {
    switch message {
    case .text(var text):
      text.withUTF8 { unsafe queue(WSLAY_TEXT_FRAME, UnsafeRawBufferPointer($0)) }
    case .binary(let bytes):
      unsafe bytes.withUnsafeBytes { unsafe queue(WSLAY_BINARY_FRAME, $0) }
    }
  }

  /// Asks whether the other side is there.
  public func ping() {
    unsafe queue(WSLAY_PING, UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Says that nothing more will be sent, once.
  ///
  /// - Parameters:
  ///   - code: Why.
  ///   - reason: The same for people; cut behind 123 bytes.
  public func close(_ code: WebSocketCloseCode, reason: String = "") {
    guard !hasClosed else { return }
    hasClosed = true
    var words = reason
    while words.utf8.count > Self.longestReason { words.removeLast() }
    let bytes = Array(words.utf8)
    _ = unsafe bytes.withUnsafeBufferPointer {
      unsafe wslay_event_queue_close(context, code.rawValue, $0.baseAddress, $0.count)
    }
    flush()
  }

  /// The bytes to send.
  ///
  /// - Returns: All that were made since the last call.
  public func takeOutput() -> [UInt8] {
    let bytes = output
    output = []
    return bytes
  }

  @discardableResult
  private func queue(_ opcode: wslay_opcode, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var message = unsafe wslay_event_msg(
      opcode: UInt8(opcode.rawValue),
      msg: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), msg_length: bytes.count)
    guard !hasClosed, unsafe wslay_event_queue_msg(context, &message) == 0 else { return false }
    flush()
    return true
  }

  /// Lets wslay write what it has queued; the room here never blocks it.
  private func flush() {
    unsafe wslay_event_send(context)
  }

  // MARK: What wslay calls

  private static func at(_ user: UnsafeMutableRawPointer?) -> WebSocketFraming {
    guard let user = unsafe user else { preconditionFailure("wslay has lost its owner") }
    return unsafe Unmanaged<WebSocketFraming>.fromOpaque(user).takeUnretainedValue()
  }

  /// Hands wslay its next bytes, never beyond what it is reading now.
  ///
  /// Were it to read ahead, what it sees at once would depend on where the bytes were cut, and so would
  /// its verdict on the reason of a close, whose first two bytes it takes for the code in every piece.
  /// From single bytes it has no verdict at all, and ``takeClose(code:_:)`` gives ours.
  private func give(
    _ context: wslay_event_context_ptr?, _ room: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    let wanted = contentLeft == 0 || isInClose ? 1 : Int(clamping: contentLeft)
    let size = unsafe min(count, input.count, wanted)
    guard size > 0 else {
      unsafe wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK.rawValue)
      return -1
    }
    if contentLeft > 0 { contentLeft -= UInt64(size) }
    unsafe UnsafeMutableRawBufferPointer(start: room, count: size)
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: input[..<size]))
    unsafe input = UnsafeRawBufferPointer(rebasing: input[size...])
    return size
  }

  private func begin(_ frame: wslay_event_on_frame_recv_start_arg) {
    let opcode = UInt32(frame.opcode)
    // wslay tells of a frame when it has the first byte of its content.
    contentLeft = frame.payload_length > 0 ? frame.payload_length - 1 : 0
    isInClose = opcode == WSLAY_CONNECTION_CLOSE.rawValue
    switch opcode {
    case WSLAY_CONTINUATION_FRAME.rawValue: frames += 1
    case WSLAY_TEXT_FRAME.rawValue, WSLAY_BINARY_FRAME.rawValue: frames = 1
    default: break
    }
    guard frames > Self.mostFrames else { return }
    unsafe wslay_event_shutdown_read(context)
    unsafe wslay_event_queue_close(context, WebSocketCloseCode.tooLarge.rawValue, nil, 0)
  }

  private func take(_ message: wslay_event_on_msg_recv_arg) {
    let content = unsafe UnsafeBufferPointer(start: message.msg, count: message.msg_length)
    switch UInt32(unsafe message.opcode) {
    case WSLAY_TEXT_FRAME.rawValue:
      events.append(.message(.text(unsafe String(decoding: content, as: UTF8.self))))
    case WSLAY_BINARY_FRAME.rawValue: events.append(.message(.binary(unsafe Array(content))))
    case WSLAY_PING.rawValue: events.append(.ping(unsafe Array(content)))
    case WSLAY_PONG.rawValue: events.append(.pong(unsafe Array(content)))
    case WSLAY_CONNECTION_CLOSE.rawValue:
      takeClose(code: unsafe message.status_code, unsafe Array(content))
    default: break
    }
  }

  private func takeClose(code: UInt16, _ content: [UInt8]) {
    guard content.count != 1 else {
      broken = .malformedFrame
      return
    }
    guard let reason = String(validating: content.dropFirst(2), as: UTF8.self) else {
      broken = .invalidText
      return
    }
    isClosed = true
    hasClosed = true
    events.append(.close(code == 0 ? nil : WebSocketCloseCode(rawValue: code), reason: reason))
  }
}
