import HTTPServer

/// A file that is part of the program.
struct StaticFile: Sendable {
  private let type: String
  private let bytes: [UInt8]
  private let tag: String

  init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
    tag = "\"\(String(Self.fingerprint(bytes), radix: 16))\""
  }

  /// The file, or only word that the browser has it already (RFC 9110, section 13.1.2).
  func response(to request: Request) -> Response {
    // The program may be a newer one at the next start, so the browser asks every time.
    let headers: Headers = ["etag": tag, "cache-control": "no-cache"]
    if let known = request.headers["if-none-match"], isAmong(known) {
      return Response(.notModified, headers: headers)
    }
    var response = Response(type: type, bytes: bytes)
    for field in headers.fields { response.headers.append(field.name, field.value) }
    return response
  }

  private func isAmong(_ known: String) -> Bool {
    known.split(separator: ",").contains { part in
      var name = part.drop { $0 == " " }
      if name.hasPrefix("W/") { name = name.dropFirst(2) }
      while name.last == " " { name.removeLast() }
      return name == "*" || name == tag[...]
    }
  }

  /// FNV-1a with 64 bits: tells versions of our own files apart; nobody attacks them.
  private static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
