import HTTPServer

/// A file of the page, ready to be sent.
struct WebFile: Sendable {
  /// What it holds.
  let bytes: [UInt8]
  private let whole: Response
  private let unchanged: Response
  private let tag: String

  init(type: String, bytes: [UInt8]) {
    self.bytes = bytes
    tag = "\"\(Fingerprint(bytes).text)\""
    // The file may be a newer one at the next start, so the browser asks every time.
    let standing: Headers = ["etag": tag, "cache-control": "no-cache", "accept-ranges": "bytes"]
    unchanged = Response(.notModified, headers: standing)
    var whole = Response(type: type, bytes: bytes)
    for field in standing.fields { whole.headers.append(field.name, field.value) }
    self.whole = whole
  }

  /// The file, a part of it, or only word that the browser has it already (RFC 9110, sections 13 and 14).
  func response(to request: Request) -> Response {
    if let known = request.headers["if-none-match"], isAmong(known) { return unchanged }
    guard request.method == "GET", request.headers["if-range"].map({ $0 == tag }) ?? true else {
      return whole
    }
    switch ByteRange(request.headers["range"], size: bytes.count) {
    case .whole: return whole
    case .part(let range):
      var part = whole
      part.status = .partialContent
      part.headers.append(
        "content-range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
      part.body = .bytes(Array(bytes[range]))
      return part
    case .outside:
      return Response(
        .rangeNotSatisfiable, headers: ["content-range": "bytes */\(bytes.count)"])
    }
  }

  private func isAmong(_ known: String) -> Bool {
    known.split(separator: ",").contains { part in
      var name = part.drop { $0 == " " }
      if name.hasPrefix("W/") { name = name.dropFirst(2) }
      while name.last == " " { name.removeLast() }
      return name == "*" || name == tag[...]
    }
  }

  /// What a browser should take a file for, by the end of its name.
  static func type(of name: some StringProtocol) -> String {
    switch name.split(separator: ".").last.map({ $0.lowercased() }) {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "wasm": "application/wasm"
    case "wav": "audio/wav"
    case "woff2": "font/woff2"
    case "txt": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}

/// FNV-1a with 64 bits: tells versions of our own files apart; nobody attacks them.
struct Fingerprint {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init(_ bytes: some Sequence<UInt8> = []) {
    add(bytes)
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
