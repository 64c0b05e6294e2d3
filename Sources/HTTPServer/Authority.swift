/// A host and perhaps a port, as in a `Host` field.
public struct Authority: Sendable, Equatable {
  /// The name or address in lower case; IPv6 addresses stand in brackets.
  public var host: String
  /// The port, when one was given.
  public var port: UInt16?

  /// An authority from its parts.
  public init(host: String, port: UInt16?) {
    self.host = host
    self.port = port
  }

  /// Reads `name`, `name:port`, `[address]` or `[address]:port`, and nothing else.
  ///
  /// User information, blanks, an empty port and percent signs are refused: a local server never needs
  /// them, and they are how parsers are made to disagree.
  public init?(_ text: some StringProtocol) {
    var host = ""
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let address = rest[...end]
      guard address.dropFirst().dropLast().allSatisfy(\.isAddress6), address.count > 3 else {
        return nil
      }
      host = String(decoding: address, as: UTF8.self)
      rest = rest[rest.index(after: end)...]
    } else {
      let name = rest.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, name.count <= 253, name.allSatisfy(\.isHostName) else { return nil }
      host = String(decoding: name, as: UTF8.self)
      rest = rest[name.endIndex...]
    }
    self.host = host.lowercased()
    guard let colon = rest.first else { return }
    let digits = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
    else { return nil }
    self.port = port
  }
}

extension UInt8 {
  fileprivate var isHostName: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  fileprivate var isAddress6: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
