import Sockets
import Threads

/// The WebSocket by which a browser is told what to do (the Chrome DevTools Protocol).
final class BrowserWire: Sendable {
  private struct State {
    var last = 0
    var waiting: [Int: CheckedContinuation<JSON, any Error>] = [:]
    var told: [String: [JSON]] = [:]
    var isClosed = false
  }

  /// Large enough for any picture of a page and any recording.
  private static let longestMessage = 256 << 20
  private static let mostEvents = 20_000

  private let socket: Shared
  private let state = Locked(State())
  private let writing: Locked<WebSocketFraming>

  /// A descriptor for the thread that reads and for those that write.
  private final class Shared: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
      self.descriptor = descriptor
    }
  }

  /// Connects.
  init(port: UInt16, path: String) async throws {
    socket = Shared(try connected(port))
    writing = Locked(WebSocketFraming(role: .client, longestMessage: 125))
    let request = """
      GET \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: \(WebSocketHandshake.newKey())\r
      \r

      """
    Self.write(Array(request.utf8), to: socket.descriptor)
    // It closes on whoever speaks on before it has agreed.
    try await onThread { [socket] in try Self.readHead(socket) }
    try startThread(named: "browser") { [socket, state] in Self.read(socket, state) }
  }

  deinit {
    socket.descriptor.shutDown()
  }

  /// Tells something and waits for the answer.
  func command(_ method: String, _ parameters: JSON, session: String?) async throws -> JSON {
    let answer = try await withCheckedThrowingContinuation { continuation in
      let number: Int? = state.withLock { state in
        guard !state.isClosed else { return nil }
        state.last += 1
        state.waiting[state.last] = continuation
        return state.last
      }
      guard let number else {
        continuation.resume(throwing: Browser.Failure("The browser has gone."))
        return
      }
      var message: [String: JSON] = [
        "id": .number(Double(number)), "method": .string(method), "params": parameters,
      ]
      if let session { message["sessionId"] = .string(session) }
      let text = JSON.object(message).written
      writing.withLock { framing in
        framing.send(.text(text))
        Self.write(framing.takeOutput(), to: socket.descriptor)
      }
    }
    if answer["error"] != .null {
      throw Browser.Failure("\(method): \(answer["error"]["message"].text)")
    }
    return answer["result"]
  }

  /// What the browser told by itself about the page of `session`, in order.
  func events(of session: String) -> [JSON] {
    state.withLock { $0.told[session] ?? [] }
  }

  private static func write(_ bytes: [UInt8], to descriptor: borrowing Descriptor) {
    var sent = 0
    while sent < bytes.count {
      let done = unsafe bytes[sent...].withUnsafeBytes { unsafe descriptor.send($0) }
      guard case .bytes(let count) = done else { return }
      sent += count
    }
  }

  /// Reads the answer to the request, byte by byte so that nothing behind it is lost.
  private static func readHead(_ socket: Shared) throws {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let came = unsafe withUnsafeMutableBytes(of: &byte) {
        unsafe socket.descriptor.receive(into: $0)
      }
      guard came == .bytes(1), head.count < 4_096 else {
        throw Browser.Failure("The browser does not speak.")
      }
      head.append(byte)
    }
  }

  private static func read(_ socket: Shared, _ state: Locked<State>) {
    var room = [UInt8](repeating: 0, count: 1 << 18)
    let framing = WebSocketFraming(role: .client, longestMessage: longestMessage)
    reading: while true {
      let came = unsafe room.withUnsafeMutableBytes {
        unsafe socket.descriptor.receive(into: $0)
      }
      switch came {
      case .closed: break reading
      case .notYet: continue  // A minute without a word.
      case .bytes(let count):
        unsafe room[..<count].withUnsafeBytes { unsafe framing.append($0) }
        while let event = try? framing.next() {
          if case .message(.text(let text)) = event { take(text, state) }
        }
      }
    }
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in left {
      continuation.resume(throwing: Browser.Failure("The browser has gone."))
    }
  }

  private static func take(_ text: String, _ state: Locked<State>) {
    guard let message = try? JSON(text) else { return }
    if message["id"] != .null {
      let number = Int(message["id"].value)
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: message)
    } else {
      state.withLock { state in
        let session = message["sessionId"].text
        guard state.told[session, default: []].count < mostEvents else { return }
        state.told[session, default: []].append(message)
      }
    }
  }
}
