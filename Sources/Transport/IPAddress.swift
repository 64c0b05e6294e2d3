/// An internet address, read and judged without asking the network.
public enum IPAddress: Sendable, Hashable {
  /// A version 4 address.
  case v4(UInt32)
  /// A version 6 address: its upper and lower half.
  case v6(UInt64, UInt64)

  /// The address in the 4 or 16 bytes of `bytes`, in network order.
  init?(bytes: some Collection<UInt8>) {
    func number(_ part: some Collection<UInt8>) -> UInt64 {
      part.reduce(0) { $0 << 8 | UInt64($1) }
    }
    switch bytes.count {
    case 4: self = .v4(UInt32(number(bytes)))
    case 16: self = .v6(number(bytes.prefix(8)), number(bytes.suffix(8)))
    default: return nil
    }
  }

  /// Whether the address belongs to this machine or to a network of one's own.
  ///
  /// Loopback, 10/8, 172.16/12, 192.168/16, 100.64/10 and 169.254/16; `::1`, fc00::/7 and fe80::/10.
  /// A version 4 address in version 6 clothes counts as what it is. "Any address" (0.0.0.0, `::`)
  /// is not one of them, though a connection to it ends up on this machine.
  public var isPrivate: Bool {
    switch self {
    case .v4(let address):
      let networks: [(UInt32, Int)] = [
        (0x7F00_0000, 8), (0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16),
        (0x6440_0000, 10), (0xA9FE_0000, 16),
      ]
      return networks.contains { network, bits in address >> (32 - bits) == network >> (32 - bits) }
    case .v6(let upper, let lower):
      if let plain = undressed { return plain.isPrivate }
      if upper == 0 { return lower == 1 }
      return upper >> 57 == 0xFC00 >> 9 || isLinkLocal
    }
  }

  /// Whether the address is this machine: 127/8 or `::1`.
  var isLoopback: Bool {
    switch self {
    case .v4(let address): address >> 24 == 0x7F
    case .v6(let upper, let lower): undressed?.isLoopback ?? (upper == 0 && lower == 1)
    }
  }

  /// Whether the address is "any address" (0.0.0.0, `::`), which is no place but ends up here.
  var isUnspecified: Bool {
    switch self {
    case .v4(let address): address == 0
    case .v6(let upper, let lower): undressed?.isUnspecified ?? (upper == 0 && lower == 0)
    }
  }

  /// Whether it is a version 6 address that counts on one link only (fe80::/10).
  var isLinkLocal: Bool {
    if case .v6(let upper, _) = self { upper >> 54 == 0xFE80 >> 6 } else { false }
  }

  /// The version 4 address in version 6 clothes (::ffff:0:0/96); nil for any other.
  private var undressed: IPAddress? {
    guard case .v6(0, let lower) = self, lower >> 32 == 0xFFFF else { return nil }
    return .v4(UInt32(truncatingIfNeeded: lower))
  }
}

extension IPAddress {
  /// Reads a version 4 address the way the C library and browsers do.
  ///
  /// One to four numbers, each decimal, octal (`0…`) or hexadecimal (`0x…`); the last one fills what
  /// is left (`inet_aton(3)`, and "IPv4 parser" in the WHATWG URL standard). So `127.1`,
  /// `0x7f000001` and `2130706433` are all this machine, and are judged as such.
  ///
  /// - Returns: The address, or nil when the text is not one.
  static func parseV4(_ text: String) -> IPAddress? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = parseNumber(part) else { return nil }
      numbers.append(number)
    }
    let last = numbers.removeLast()
    guard numbers.allSatisfy({ $0 <= 255 }), last < 1 << (8 * UInt64(4 - numbers.count)) else {
      return nil
    }
    var address = last
    for (index, number) in numbers.enumerated() { address |= number << UInt64(24 - 8 * index) }
    return .v4(UInt32(address))
  }

  /// Whether a name like this would be taken for a number by whoever resolves it.
  static func looksNumeric(_ host: String) -> Bool {
    guard let last = host.split(separator: ".").last else { return false }
    return last.allSatisfy(\.isASCIIDigit) || last.lowercased().hasPrefix("0x")
  }

  private static func parseNumber(_ part: Substring) -> UInt64? {
    let lower = part.lowercased()
    if lower.hasPrefix("0x") {
      let digits = lower.dropFirst(2)
      guard digits.count <= 8, digits.allSatisfy(\.isHexDigit) else { return nil }
      return digits.isEmpty ? 0 : UInt64(digits, radix: 16)
    }
    guard (1...12).contains(lower.count), lower.allSatisfy(\.isASCIIDigit) else { return nil }
    return lower.hasPrefix("0") ? UInt64(lower, radix: 8) : UInt64(lower)
  }

  /// Reads a version 6 address without its brackets (RFC 4291, section 2.2).
  ///
  /// - Returns: The address, or nil when the text is not one.
  static func parseV6(_ text: String) -> IPAddress? {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2, !text.contains(":::") else { return nil }
    guard let head = groups(halves[0], isLast: halves.count == 1) else { return nil }
    guard halves.count == 2 else { return head.count == 8 ? join(head) : nil }
    guard let tail = groups(halves[1], isLast: true), head.count + tail.count <= 7 else {
      return nil
    }
    return join(head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
  }

  private static func join(_ groups: [UInt16]) -> IPAddress? {
    IPAddress(bytes: groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  private static func groups(_ text: Substring, isLast: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if isLast, index == parts.count - 1, part.contains(".") {
        guard let (upper, lower) = dottedGroups(part) else { return nil }
        groups += [upper, lower]
      } else {
        guard (1...4).contains(part.count), part.allSatisfy(\.isASCIIHexDigit),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  /// The version 4 tail of a version 6 address, which is always four plain decimal numbers.
  private static func dottedGroups(_ text: Substring) -> (UInt16, UInt16)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? UInt8($0) : nil }
    guard parts.count == 4, numbers.count == 4 else { return nil }
    return (
      UInt16(numbers[0]) << 8 | UInt16(numbers[1]), UInt16(numbers[2]) << 8 | UInt16(numbers[3])
    )
  }
}

extension Character {
  var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
  var isASCIIHexDigit: Bool { isASCII && isHexDigit }
}
