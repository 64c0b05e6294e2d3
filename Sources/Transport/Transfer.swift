import CCurl
import Glibc

/// One request on its way: the handle of libcurl, what has arrived, and who waits for it.
///
/// It belongs to the loop's thread; libcurl calls back into it there.
@safe
final class Transfer: EasyHandleUser {
  /// Someone who waits for the next piece.
  struct Waiter {
    var deadline: ContinuousClock.Instant?
    var continuation: CheckedContinuation<Exchange.Piece?, any Error>
  }

  /// The server is held back while this much waits for a reader.
  static let bufferLimit = 256 << 10

  let request: HTTPRequest
  let handle: EasyHandle
  var clock: TransferClock
  var waiter: Waiter?
  /// How it ended; what has arrived by then is still handed out first.
  var outcome: Result<Void, TransportError>?
  /// Whether libcurl holds bytes that had no room.
  private(set) var isHeldBack = false

  private var isTooLarge = false
  private var head: ResponseHead?
  private var headIsTaken = false
  private var contentType: String?
  private var headSize = 0
  private var bodySize = 0
  private var buffer: [UInt8] = []

  init(_ request: HTTPRequest, _ permit: Permit) throws(TransportError) {
    self.request = request
    clock = TransferClock(request.limits, startedAt: .now)
    handle = try EasyHandle(request.destination, path: request.path, permit)
    handle.user = self
    // Without the first, large bodies wait a second for a permission that few servers give.
    handle.set(CURLOPT_HTTPHEADER, ["Expect:"] + request.headerLines)
    if request.method == .post { handle.setBody(request.body) }
  }

  /// Why it ended, when libcurl says `code`.
  func error(_ code: CURLcode) -> TransportError {
    if handle.wasLedElsewhere { return .ledElsewhere }
    return isTooLarge ? .tooLarge : TransportError(curl: code)
  }

  /// When it will have taken too long; nil when it is over.
  var deadline: ContinuousClock.Instant? { outcome == nil ? clock.deadline.at : nil }

  // MARK: - What the reader takes

  /// The next piece that has arrived.
  ///
  /// - Returns: The head first, then bytes; nil when nothing is there now.
  func take() -> Exchange.Piece? {
    if let head, !headIsTaken {
      headIsTaken = true
      return .head(head)
    }
    guard headIsTaken, !buffer.isEmpty else { return nil }
    let bytes = buffer
    buffer = []
    return .bytes(bytes)
  }

  /// Lets the server go on after ``take()`` has made room.
  func resume() {
    guard isHeldBack, buffer.isEmpty else { return }
    isHeldBack = false
    clock.entered(.streaming, at: .now)
    _ = unsafe curl_easy_pause(handle.raw, CURLPAUSE_CONT)
  }

  // MARK: - What libcurl says

  func connected() {
    clock.entered(.waiting, at: .now)
  }

  func received(_ bytes: UnsafeRawBufferPointer) -> Int {
    if head == nil { completeHead() }
    if !buffer.isEmpty, buffer.count + bytes.count > Self.bufferLimit {
      isHeldBack = true
      clock.entered(.heldBack, at: .now)
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    bodySize += bytes.count
    guard bodySize <= request.limits.bodyBytes else {
      isTooLarge = true
      return 0
    }
    clock.entered(.streaming, at: .now)
    unsafe buffer.append(contentsOf: bytes)
    return bytes.count
  }

  func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headSize += bytes.count
    guard headSize <= request.limits.headBytes else {
      isTooLarge = true
      return false
    }
    // What comes after the body belongs to no head.
    guard head == nil else { return true }
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      contentType = nil
    } else if line == "\r\n" || line == "\n" {
      completeHead()
    } else if let colon = line.firstIndex(of: ":"),
      line[..<colon].lowercased() == "content-type"
    {
      let value = line[line.index(after: colon)...].prefix { $0 != ";" && !$0.isNewline }
      contentType = value.filter { !$0.isWhitespace }.lowercased()
    }
    return true
  }

  /// Makes the head known, unless it only announces another ("100 Continue").
  private func completeHead() {
    var status = 0
    _ = unsafe ccurl_get_long(handle.raw, CURLINFO_RESPONSE_CODE, &status)
    guard status >= 200 else { return }
    var seconds: curl_off_t = 0
    _ = unsafe ccurl_get_size(handle.raw, CURLINFO_RETRY_AFTER, &seconds)
    head = ResponseHead(
      status: status, contentType: contentType,
      retryAfter: seconds > 0 ? .seconds(min(Int64(seconds), 86_400)) : nil)
    clock.entered(.streaming, at: .now)
  }
}
