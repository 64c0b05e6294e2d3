/// Reads the head of a request: its line and its fields (RFC 9112, sections 3, 5 and 6).
///
/// Whatever two parsers could read differently is refused rather than mended, since that is how
/// requests are smuggled past a check.
struct HeadParser {
  private var hosts = 0
  private var length: Int?
  private var isChunked = false

  /// Reads one whole head.
  ///
  /// - Parameter head: The head with its final empty line. The caller has made sure that every line
  ///   ends with CR LF and that there is no other control character but tabs.
  /// - Returns: The request, and how its body is delimited.
  /// - Throws: ``Refusal``.
  static func parse(
    _ head: ArraySlice<UInt8>
  ) throws(Refusal) -> (request: Request, framing: BodyFraming) {
    var parser = HeadParser()
    return try parser.read(head)
  }

  private mutating func read(
    _ head: ArraySlice<UInt8>
  ) throws(Refusal) -> (request: Request, framing: BodyFraming) {
    var rest = head
    var request = try requestLine(Self.takeLine(&rest))
    let fromTarget = request.host
    while true {
      let line = Self.takeLine(&rest)
      if line.isEmpty { break }
      try field(line, into: &request.headers)
    }
    guard hosts == 1, let text = request.headers["host"], let host = Authority(text) else {
      throw Refusal(.badRequest, "The request must name its host exactly once.")
    }
    // An absolute target wins over the field (RFC 9112, section 3.2.2), but both must agree here.
    guard fromTarget.host.isEmpty || fromTarget == host else {
      throw Refusal(.badRequest, "The target and the Host field name different hosts.")
    }
    request.host = host
    try finish(&request)
    return (request, isChunked ? .chunked : length.map { $0 > 0 ? .length($0) : .none } ?? .none)
  }

  /// Takes the next line off `rest`, without its end.
  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let end = rest.firstIndex(of: 13) else { return [] }
    let line = rest[..<end]
    rest = rest[(end + 2)...]
    return line
  }

  private func requestLine(_ line: ArraySlice<UInt8>) throws(Refusal) -> Request {
    let malformed = Refusal(.badRequest, "The request line is malformed.")
    guard let first = line.firstIndex(of: 32), let last = line.lastIndex(of: 32), first < last
    else {
      throw malformed
    }
    let method = line[..<first]
    guard (1...32).contains(method.count), method.allSatisfy(\.isToken) else { throw malformed }
    var request = Request(
      method: String(decoding: method, as: UTF8.self), path: "", query: nil, headers: Headers(),
      host: Authority(host: "", port: nil))
    let version = line[(last + 1)...]
    if version.elementsEqual("HTTP/1.0".utf8) {
      request.isVersion10 = true
    } else if !version.elementsEqual("HTTP/1.1".utf8) {
      guard version.starts(with: "HTTP/".utf8) else { throw malformed }
      throw Refusal(.versionNotSupported, "This server speaks HTTP/1.1.")
    }
    try Target.read(line[(first + 1)..<last], into: &request)
    return request
  }

  private mutating func field(
    _ line: ArraySlice<UInt8>, into headers: inout Headers
  ) throws(Refusal) {
    // A blank before the colon or at the start of a line (folding) makes the name no token.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(\.isToken)
    else { throw Refusal(.badRequest, "A header field is malformed.") }
    guard headers.fields.count < 100 else {
      throw Refusal(.headTooLarge, "The request has more than 100 header fields.")
    }
    var bytes = line[(colon + 1)...]
    while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
    while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
    let name = Self.lowercased(line[..<colon])
    let value = String(decoding: bytes, as: UTF8.self)
    switch name {
    case "host": hosts += 1
    case "content-length": try contentLength(bytes)
    case "transfer-encoding":
      guard !isChunked, value.lowercased() == "chunked" else {
        throw Refusal(.notImplemented, "The only transfer encoding is one \"chunked\".")
      }
      isChunked = true
    default: break
    }
    headers.append(lowercaseName: name, value)
  }

  private mutating func contentLength(_ digits: ArraySlice<UInt8>) throws(Refusal) {
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard length == nil, isNumber, (1...18).contains(digits.count) else {
      throw Refusal(.badRequest, "The request must give its length once, as a number.")
    }
    length = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Checks what only all fields together tell.
  private func finish(_ request: inout Request) throws(Refusal) {
    guard !isChunked || (length == nil && !request.isVersion10) else {
      throw Refusal(.badRequest, "A request has either a length or chunks.")
    }
    request.keepsAlive =
      request.isVersion10
      ? request.headers.contains("keep-alive", in: "connection")
      : !request.headers.contains("close", in: "connection")
    if let expected = request.headers["expect"] {
      guard expected.lowercased() == "100-continue" else {
        throw Refusal(.expectationFailed, "The only expectation known here is 100-continue.")
      }
      request.expectsContinue = !request.isVersion10
    }
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard bytes.contains(where: capitals.contains) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes.map { capitals.contains($0) ? $0 | 32 : $0 }, as: UTF8.self)
  }
}
