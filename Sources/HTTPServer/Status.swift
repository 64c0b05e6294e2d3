/// A status code of HTTP with its usual words.
public struct Status: Sendable, Hashable {
  /// The number, 200…599.
  public let code: Int

  /// The status `code`.
  ///
  /// - Precondition: `code` is 200…599; interim answers are the engine's own business.
  public init(_ code: Int) {
    precondition((200...599).contains(code), "a final status is 200…599")
    self.code = code
  }

  public static let ok = Status(200)
  public static let partialContent = Status(206)
  public static let notModified = Status(304)
  public static let badRequest = Status(400)
  public static let unauthorized = Status(401)
  public static let forbidden = Status(403)
  public static let notFound = Status(404)
  public static let methodNotAllowed = Status(405)
  public static let requestTimeout = Status(408)
  public static let contentTooLarge = Status(413)
  public static let targetTooLong = Status(414)
  public static let unsupportedType = Status(415)
  public static let rangeNotSatisfiable = Status(416)
  public static let expectationFailed = Status(417)
  public static let misdirected = Status(421)
  public static let upgradeRequired = Status(426)
  public static let headTooLarge = Status(431)
  public static let internalError = Status(500)
  public static let notImplemented = Status(501)
  public static let unavailable = Status(503)
  public static let versionNotSupported = Status(505)

  /// The words beside the number (RFC 9110, section 15); programs ignore them.
  public var words: String {
    switch code {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }

  /// Whether an answer with this status never has a body (RFC 9110, section 6.4.1).
  var isBodiless: Bool {
    code == 204 || code == 304
  }
}
