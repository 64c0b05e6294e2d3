/// Where a server is: a scheme, a host, a port and perhaps a path, all of them allowed.
///
/// An address that breaks a rule of ``AddressPolicy`` can't be made, so nothing can be sent there.
///
/// ```swift
/// let address = try ServerAddress("192.168.1.20:8080")
/// address.url(path: "/v1/models")  // "http://192.168.1.20:8080/v1/models"
/// ```
public struct ServerAddress: Sendable, Hashable {
  /// The scheme of the address.
  public enum Scheme: String, Sendable {
    case http, https
  }

  /// How it is spoken to.
  public let scheme: Scheme
  /// The name or number in lower case; version 6 numbers without their brackets.
  ///
  /// A number that counts on one link only may carry the link, as in `fe80::1%eth0`.
  public let host: String
  /// The port, 1…65535.
  public let port: Int
  /// The path that all paths of the server begin with: empty, or with a slash in front only.
  public let basePath: String
  /// The number that `host` is, when it is one.
  public let number: IPAddress?

  /// Reads `host`, `host:port`, `http://…` or `https://…`.
  ///
  /// Spaces around are ignored; without a scheme it is http.
  ///
  /// - Throws: ``AddressFault``, which says what is wrong with it.
  public init(_ text: String) throws(AddressFault) {
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    guard !rest.isEmpty else { throw .empty }
    guard rest.utf8.count <= 2000 else { throw .tooLong }
    // A backslash is a slash to some readers and not to others, which has hidden hosts before.
    guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }) else {
      throw .strangeCharacter
    }
    scheme = try Self.takeScheme(&rest)
    guard !rest.contains("?"), !rest.contains("#") else { throw .queryOrFragment }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var path = rest[slash...]
    while path.last == "/" { path.removeLast() }
    basePath = String(path)
    let authority = rest[..<slash]
    guard !authority.contains("@") else { throw .credentials }
    let (host, port) = try Self.split(authority)
    guard let number = port.map({ Int($0) }) ?? (scheme == .http ? 80 : 443),
      (1...65_535).contains(number)
    else { throw .badPort }
    self.port = number
    (self.host, self.number) = try Self.readHost(host)
    try AddressPolicy.check(self)
  }

  /// A name that is known to be right, at the usual port.
  init(httpsHost: String) {
    (scheme, host, port, basePath, number) = (.https, httpsHost, 443, "", nil)
  }

  /// The whole address of `path`, which begins with a slash.
  ///
  /// - Returns: A URL with the port written out.
  public func url(path: String) -> String {
    // A percent sign in a URL is written as its code (RFC 6874).
    let name = if case .v6 = number { "[\(host.replacing("%", with: "%25"))]" } else { host }
    return "\(scheme.rawValue)://\(name):\(port)\(basePath)\(path)"
  }

  private static func takeScheme(_ rest: inout Substring) throws(AddressFault) -> Scheme {
    if let colons = rest.firstRange(of: "://") {
      guard let scheme = Scheme(rawValue: rest[..<colons.lowerBound].lowercased()) else {
        throw .strangeScheme
      }
      rest = rest[colons.upperBound...]
      return scheme
    }
    // "file:/etc/passwd" has a scheme too; "name:8080" has none.
    if let colon = rest.firstIndex(of: ":"), rest.first != "[" {
      let after = rest[rest.index(after: colon)...]
      if after.first == "/" || Scheme(rawValue: rest[..<colon].lowercased()) != nil {
        throw .strangeScheme
      }
    }
    return .http
  }

  /// Splits what stands before the path into the host and the digits of the port.
  private static func split(
    _ authority: Substring
  ) throws(AddressFault) -> (host: Substring, port: Substring?) {
    func port(_ text: Substring) throws(AddressFault) -> Substring? {
      guard text.count <= 5, text.allSatisfy(\.isASCIIDigit) else { throw .badPort }
      return text.isEmpty ? nil : text
    }
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { throw .badHost }
      let after = authority[authority.index(after: end)...]
      guard after.isEmpty || after.first == ":" else { throw .badHost }
      return (authority[...end], try port(after.dropFirst()))
    }
    let colons = authority.count { $0 == ":" }
    if colons > 1 { return ("[" + authority + "]", nil) }
    guard let colon = authority.firstIndex(of: ":") else { return (authority, nil) }
    return (authority[..<colon], try port(authority[authority.index(after: colon)...]))
  }

  private static func readHost(
    _ text: Substring
  ) throws(AddressFault) -> (host: String, number: IPAddress?) {
    if text.first == "[" {
      return try readV6(text.dropFirst().dropLast())
    }
    var host = text.lowercased()
    // One dot at the end means that the name is whole; it is the same name.
    if host.last == "." { host.removeLast() }
    guard (1...253).contains(host.count) else { throw .badHost }
    if IPAddress.looksNumeric(host) {
      guard let number = IPAddress.parseV4(host), case .v4(let bits) = number else {
        throw .badHost
      }
      let dotted = [24, 16, 8, 0].map { String((bits >> UInt32($0)) & 0xFF) }
      return (dotted.joined(separator: "."), number)
    }
    for label in host.split(separator: ".", omittingEmptySubsequences: false) {
      guard (1...63).contains(label.count), label.first != "-", label.last != "-",
        label.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
      else { throw .badHost }
    }
    return (host, nil)
  }

  /// Reads a version 6 number and the link it counts on (RFC 4007, section 11).
  private static func readV6(
    _ text: Substring
  ) throws(AddressFault) -> (host: String, number: IPAddress?) {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts[0].lowercased()
    guard let number = IPAddress.parseV6(digits) else { throw .badHost }
    guard parts.count == 2 else { return (digits, number) }
    let link = parts[1].hasPrefix("25") ? parts[1].dropFirst(2) : parts[1]
    guard number.isLinkLocal, (1...15).contains(link.count),
      link.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
    else { throw .badHost }
    return ("\(digits)%\(link)", number)
  }
}
