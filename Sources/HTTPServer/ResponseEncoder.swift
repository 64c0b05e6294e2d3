/// Writes answers as bytes (RFC 9112, sections 4, 6 and 7).
struct ResponseEncoder {
  /// How the client knows where the body ends.
  enum Framing: Equatable {
    case length(Int)
    case chunks
    case untilClose
    /// There is no body, and no length is said.
    case none
  }

  private let standing: StandingHeaders
  private var dated = -1
  private var date: [UInt8] = []

  init(standing: StandingHeaders) {
    self.standing = standing
  }

  /// What a client gets that waits for permission to send a body.
  static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
  /// The end of a body in chunks.
  static let lastChunk = Array("0\r\n\r\n".utf8)

  /// Writes the head of an answer.
  ///
  /// - Parameters:
  ///   - response: The answer; its fields must be writable.
  ///   - framing: How its body ends.
  ///   - closes: Whether the connection is closed behind it.
  ///   - now: Seconds since 1970 in UTC.
  /// - Returns: The bytes up to and with the empty line.
  mutating func head(
    _ response: Response, _ framing: Framing, closes: Bool, now: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512 + standing.bytes.count)
    bytes.append(text: "HTTP/1.1 ")
    bytes.append(text: String(response.status.code))
    bytes.append(text: " ")
    bytes.append(text: response.status.words)
    bytes.append(text: "\r\n")
    for field in response.headers.fields { bytes.append(field) }
    let own = response.headers
    if standing.fields.contains(where: { field in own.fields.contains { $0.name == field.name } }) {
      for field in standing.fields where own[field.name] == nil { bytes.append(field) }
    } else {
      bytes += standing.bytes
    }
    switch framing {
    case .length(let length):
      bytes.append(text: "content-length: ")
      bytes.append(text: String(length))
      bytes.append(text: "\r\n")
    case .chunks: bytes.append(text: "transfer-encoding: chunked\r\n")
    case .untilClose, .none: break
    }
    if closes { bytes.append(text: "connection: close\r\n") }
    bytes += end(now)
    return bytes
  }

  /// Writes the answer behind which the connection is a WebSocket.
  mutating func switching(accept: String, now: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(text: "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n")
    bytes.append(text: "connection: Upgrade\r\nsec-websocket-accept: \(accept)\r\n")
    bytes += standing.bytes
    bytes += end(now)
    return bytes
  }

  /// The date and the empty line, made once a second.
  private mutating func end(_ now: Int) -> [UInt8] {
    if now != dated {
      dated = now
      date = Array("date: \(HTTPDate.text(secondsSince1970: now))\r\n\r\n".utf8)
    }
    return date
  }

  /// Frames one piece of a body in chunks; an empty piece would end the body and gives nothing.
  static func chunk(_ piece: [UInt8]) -> [UInt8] {
    if piece.isEmpty { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(piece.count + 12)
    bytes.append(text: String(piece.count, radix: 16))
    bytes.append(text: "\r\n")
    bytes += piece
    bytes.append(text: "\r\n")
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(text: String) {
    append(contentsOf: text.utf8)
  }

  fileprivate mutating func append(_ field: Headers.Field) {
    append(text: field.name)
    append(text: ": ")
    append(text: field.value)
    append(text: "\r\n")
  }
}
