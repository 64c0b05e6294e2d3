/// Reads the target of a request: whom it is for and what is wanted (RFC 9112, section 3.2).
enum Target {
  /// Reads `target` into the path, the query and, for an absolute target, the host of `request`.
  static func read(_ target: ArraySlice<UInt8>, into request: inout Request) throws(Refusal) {
    guard target.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "#") }) else {
      throw Refusal(.badRequest, "The target holds a character that must be encoded.")
    }
    if target.elementsEqual("*".utf8), request.method == "OPTIONS" {
      request.path = "*"
      return
    }
    var rest = target
    if rest.first != UInt8(ascii: "/") {
      let scheme = "http://".utf8
      guard rest.prefix(scheme.count).map({ $0 | 0x20 }).elementsEqual(scheme.map { $0 | 0x20 })
      else { throw Refusal(.badRequest, "The target must begin with a slash.") }
      rest = rest.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      let name = String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
      guard let host = Authority(name) else {
        throw Refusal(.badRequest, "The target names no proper host.")
      }
      request.host = host
      rest = rest[(end ?? rest.endIndex)...]
    }
    let question = rest.firstIndex(of: UInt8(ascii: "?"))
    if let question { request.query = String(decoding: rest[(question + 1)...], as: UTF8.self) }
    request.path = try path(rest[..<(question ?? rest.endIndex)])
  }

  /// Decodes a path and refuses what could mean two things: hidden slashes, control characters, bytes
  /// that are no UTF-8, and steps up or in place.
  private static func path(_ encoded: ArraySlice<UInt8>) throws(Refusal) -> String {
    if encoded.isEmpty { return "/" }
    let refusal = Refusal(.badRequest, "The path is malformed.")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var index = encoded.startIndex
    while index < encoded.endIndex {
      guard encoded[index] == UInt8(ascii: "%") else {
        bytes.append(encoded[index])
        index += 1
        continue
      }
      guard index + 2 < encoded.endIndex, let high = encoded[index + 1].hexDigit,
        let low = encoded[index + 2].hexDigit
      else { throw refusal }
      let byte = high << 4 | low
      guard byte >= 32, byte != 127, byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\\") else {
        throw refusal
      }
      bytes.append(byte)
      index += 3
    }
    guard let path = String(validating: bytes, as: UTF8.self),
      !path.contains("\\"),
      !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { throw refusal }
    return path
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
