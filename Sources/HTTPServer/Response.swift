public import Sockets

/// An answer to a request.
public struct Response: Sendable {
  /// What follows the head.
  public enum Body: Sendable {
    /// These bytes, all at once.
    case bytes([UInt8])
    /// Pieces that come with time.
    ///
    /// The closure runs after the head was sent. When it throws, the connection is cut, so that the
    /// client sees that the answer is not whole.
    case stream(@Sendable (ResponseWriter) async throws -> Void)
    /// Messages both ways; see ``Response/webSocket(_:_:)``.
    case webSocket(WebSocketLimits, @Sendable (WebSocketConnection) async throws -> Void)
  }

  /// How it went.
  public var status: Status
  /// The header fields; length, connection and date are added by the engine.
  public var headers: Headers
  /// What follows the head.
  public var body: Body

  /// An answer from its parts.
  public init(_ status: Status, headers: Headers = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer of bytes of a known type.
  public init(_ status: Status = .ok, type: String, bytes: [UInt8]) {
    self.init(status, headers: ["content-type": type], body: .bytes(bytes))
  }

  /// An answer of words.
  public init(
    _ status: Status = .ok, type: String = "text/plain; charset=utf-8", text: String
  ) {
    self.init(status, type: type, bytes: Array(text.utf8))
  }

  /// An answer that says why a request was refused.
  init(_ refusal: Refusal) {
    self.init(refusal.status, text: refusal.sentence + "\n")
  }
}

/// Header fields that belong to every answer.
public struct StandingHeaders: Sendable {
  let fields: [Headers.Field]
  let bytes: [UInt8]

  /// These fields on every answer; an answer that has one of them itself keeps its own.
  public init(_ headers: Headers) {
    precondition(headers.areWritable, "a header field may not hold control characters")
    fields = headers.fields
    bytes = Array(headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined().utf8)
  }

  /// Nothing.
  public static let none = StandingHeaders([:])

  /// What keeps a page of this server to itself: only own files, in no frame, shared with nobody.
  public static let ownPageOnly = StandingHeaders([
    "content-security-policy": """
    default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; font-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """,
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": """
    microphone=(self), camera=(self), accelerometer=(self), gyroscope=(self), \
    autoplay=(self), browsing-topics=(), \
    display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gamepad=(), \
    hid=(), idle-detection=(), local-fonts=(), magnetometer=(), midi=(), payment=(), \
    picture-in-picture=(), publickey-credentials-create=(), publickey-credentials-get=(), \
    screen-wake-lock=(self), serial=(), storage-access=(), usb=(), \
    window-management=(), xr-spatial-tracking=()
    """,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  ])
}
