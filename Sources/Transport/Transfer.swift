import CCurl
import Glibc

/// One request on its way: the handle of libcurl, what has arrived, and who waits for it.
///
/// It belongs to the loop's thread; libcurl calls back into it there.
@safe
final class Transfer {
  /// Someone who waits for the next piece.
  struct Waiter {
    var deadline: ContinuousClock.Instant?
    var continuation: CheckedContinuation<Exchange.Piece?, any Error>
  }

  /// The server is held back while this much waits for a reader.
  static let bufferLimit = 256 << 10

  let handle: UnsafeMutableRawPointer
  let request: HTTPRequest
  var clock: TransferClock
  var waiter: Waiter?
  /// How it ended; what has arrived by then is still handed out first.
  var outcome: Result<Void, TransportError>?
  /// Why this side stopped it, for the code libcurl then reports.
  var stopped: TransportError?
  /// Whether libcurl holds bytes that had no room.
  private(set) var isHeldBack = false

  private let owner: UnsafeMutablePointer<ccurl_owner>
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var head: ResponseHead?
  private var headIsTaken = false
  private var contentType: String?
  private var headSize = 0
  private var bodySize = 0
  private var buffer: [UInt8] = []

  init(_ request: HTTPRequest) throws(TransportError) {
    guard let handle = unsafe curl_easy_init() else {
      throw .failed(Int32(CURLE_FAILED_INIT.rawValue))
    }
    unsafe self.handle = unsafe handle
    self.request = request
    clock = TransferClock(request.limits, startedAt: .now)
    unsafe owner = .allocate(capacity: 1)
    unsafe owner.initialize(to: ccurl_owner(callbacks: Self.callbacks, context: nil))
    unsafe owner.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    setUp()
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe curl_slist_free_all(headers)
    unsafe owner.deallocate()
  }

  /// The address of the handle as a number, which nobody can follow by mistake.
  var handleNumber: UInt { unsafe UInt(bitPattern: handle) }

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
    _ = unsafe curl_easy_pause(handle, CURLPAUSE_CONT)
  }

  // MARK: - What libcurl says

  private static var callbacks: ccurl_callbacks {
    unsafe ccurl_callbacks(
      body: { context, bytes, count in
        guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return unsafe transfer.received(UnsafeRawBufferPointer(start: bytes, count: count))
      },
      header: { context, bytes, count in
        guard let context = unsafe context, let bytes = unsafe bytes else { return false }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return unsafe transfer.receivedHeader(UnsafeRawBufferPointer(start: bytes, count: count))
      },
      allows: { context, family, address, beforeSending in
        guard let context = unsafe context else { return false }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        let bytes = unsafe address.map { address in
          unsafe Array(
            UnsafeBufferPointer(start: address, count: family == AF_INET ? 4 : 16))
        }
        return transfer.allows(bytes, beforeSending: beforeSending)
      })
  }

  private func received(_ bytes: UnsafeRawBufferPointer) -> Int {
    if head == nil { completeHead() }
    if !buffer.isEmpty, buffer.count + bytes.count > Self.bufferLimit {
      isHeldBack = true
      clock.entered(.heldBack, at: .now)
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    bodySize += bytes.count
    guard bodySize <= request.limits.bodyBytes else {
      stopped = .tooLarge
      return 0
    }
    clock.entered(.streaming, at: .now)
    unsafe buffer.append(contentsOf: bytes)
    return bytes.count
  }

  private func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headSize += bytes.count
    guard headSize <= request.limits.headBytes else {
      stopped = .tooLarge
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
    _ = unsafe ccurl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    guard status >= 200 else { return }
    var seconds: curl_off_t = 0
    _ = unsafe ccurl_get_size(handle, CURLINFO_RETRY_AFTER, &seconds)
    head = ResponseHead(
      status: status, contentType: contentType,
      retryAfter: seconds > 0 ? .seconds(min(Int64(seconds), 86_400)) : nil)
    clock.entered(.streaming, at: .now)
  }

  private func allows(_ bytes: [UInt8]?, beforeSending: Bool) -> Bool {
    if beforeSending { clock.entered(.waiting, at: .now) }
    let allowed =
      switch (request.destination, bytes) {
      case (.socket, nil): true
      case (.server(let address), .some(let bytes)):
        IPAddress(bytes: bytes).map { AddressPolicy.allows($0, over: address.scheme) } ?? false
      default: false
      }
    if !allowed { stopped = .ledElsewhere }
    return allowed
  }

  // MARK: - How libcurl is set up

  private func setUp() {
    switch request.destination {
    case .server(let address):
      set(CURLOPT_URL, address.url(path: request.path))
    case .socket(let path):
      set(CURLOPT_URL, "http://localhost" + request.path)
      set(CURLOPT_UNIX_SOCKET_PATH, path)
    }
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    // An empty proxy also overrides what the environment names.
    set(CURLOPT_PROXY, "")
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    // Ending a request has to close its connection, which a shared one (HTTP/2) would not.
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_NOSIGNAL, 1)
    // A name server that does not answer must not hold up the loop when a request is given up.
    set(CURLOPT_QUICK_EXIT, 1)
    // The clock of the transfer is the one that counts.
    set(CURLOPT_CONNECTTIMEOUT_MS, 3_600_000)

    // Without this, large bodies wait a second for a permission that few servers give.
    unsafe headers = unsafe curl_slist_append(headers, "Expect:")
    for (name, value) in request.headers {
      let line = "\(name): \(value)".unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      unsafe headers = unsafe curl_slist_append(headers, String(String.UnicodeScalarView(line)))
    }
    _ = unsafe ccurl_set_list(handle, CURLOPT_HTTPHEADER, headers)
    if request.method == .post {
      set(CURLOPT_POST, 1)
      _ = unsafe ccurl_set_size(
        handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      // An empty array has no address, which libcurl would take for "read it from a function".
      unsafe (request.body + [0]).withUnsafeBytes { bytes in
        let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
        _ = unsafe ccurl_set_text(handle, CURLOPT_COPYPOSTFIELDS, text)
      }
    }
    unsafe ccurl_set_owner(handle, owner)
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = unsafe ccurl_set_long(handle, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    _ = unsafe ccurl_set_text(handle, option, value)
  }
}
