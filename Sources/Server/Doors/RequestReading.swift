import HTTPServer

extension RequestBody {
  /// The bytes of a JSON body.
  ///
  /// - Parameters:
  ///   - request: The request it belongs to, which has to say that it is JSON: no form of another
  ///     page can.
  ///   - limit: The most bytes.
  ///   - tooLong: What is said about more.
  /// - Returns: The bytes; whether they are JSON shows when they are read.
  /// - Throws: ``Refused``, or an `HTTPError`.
  func json(
    of request: Request, limit: Int = 64 << 10,
    else tooLong: Refused = Refused(
      .contentTooLarge, "too_long", "The body is longer than 64 KB.")
  ) async throws -> [UInt8] {
    let type = request.headers["content-type"]?.prefix { $0 != ";" }.lowercased()
    guard type == "application/json" else {
      throw Refused(
        .unsupportedType, "unsupported_type", "Send JSON (content-type: application/json).")
    }
    var bytes: [UInt8] = []
    while let piece = try await next() {
      bytes += piece
      guard bytes.count <= limit else { throw tooLong }
    }
    return bytes
  }
}

/// The names and values behind the question mark of an address.
struct QueryItems: Sendable {
  private var values: [String: String] = [:]

  /// Reads `query`; a name that comes twice keeps its first value.
  ///
  /// - Throws: ``Refused`` when it is not encoded as it has to be.
  init(_ query: String?) throws(Refused) {
    for item in (query ?? "").split(separator: "&") {
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]),
        let value = sides.count > 1 ? Self.decoded(sides[1]) : ""
      else { throw .unusable("The part of the address behind the ? is malformed.") }
      if values[name] == nil { values[name] = value }
    }
  }

  /// The value of `name`; nil when it was not given.
  subscript(name: String) -> String? { values[name] }

  /// The whole number called `name`.
  ///
  /// - Returns: The number; nil when it was not given.
  /// - Throws: ``Refused`` when it is no number in `range`.
  func number(_ name: String, in range: ClosedRange<Int64>) throws(Refused) -> Int64? {
    guard let text = values[name] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      let limit = range.upperBound == .max ? "on" : "to \(range.upperBound)"
      throw .unusable("\(name) takes a number from \(range.lowerBound) \(limit).")
    }
    return number
  }

  /// The text behind percent signs and pluses; nil when it is malformed or no UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
