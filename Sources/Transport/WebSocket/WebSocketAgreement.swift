import Sockets

/// Asks a server for a WebSocket and reads whether it agrees (RFC 6455, section 4.1).
struct WebSocketAgreement: Sendable {
  /// The most bytes of an answer.
  static let longestHead = 16 << 10

  /// The bytes that ask.
  let question: [UInt8]
  private let key: String
  private let protocols: [String]
  private var head: [UInt8] = []

  init(_ request: WebSocketRequest, key: String) {
    self.key = key
    protocols = request.protocols
    let host: String
    let base: String
    switch request.destination {
    case .server(let address): (host, base) = (address.authority, address.basePath)
    case .socket: (host, base) = ("localhost", "")
    }
    var lines = [
      "GET \(base)\(request.path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
    ]
    if !protocols.isEmpty {
      lines.append("Sec-WebSocket-Protocol: " + protocols.joined(separator: ", "))
    }
    lines += HTTPRequest.lines(request.headers, key: request.key)
    question = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Takes the next bytes of the answer.
  ///
  /// - Returns: The bytes behind the answer when it is whole and agrees; nil while it is not whole.
  /// - Throws: `TransportError` when it refuses, or is no answer to what was asked.
  mutating func feed(_ bytes: some Collection<UInt8>) throws(TransportError) -> [UInt8]? {
    // The end of the head may be cut, so that the search begins a little before the new bytes.
    let start = max(0, head.count - 3)
    head += bytes
    guard let end = head[start...].firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard head.count <= Self.longestHead else { throw .tooLarge }
      if head.count >= 5, !head.starts(with: "HTTP/".utf8) { throw .notHTTP }
      return nil
    }
    guard end.upperBound <= Self.longestHead else { throw .tooLarge }
    try check(String(decoding: head[..<end.lowerBound], as: UTF8.self))
    return Array(head[end.upperBound...])
  }

  private func check(_ head: String) throws(TransportError) {
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard first.count >= 2, first[0] == "HTTP/1.1" || first[0] == "HTTP/1.0",
      first[1].utf8.count == 3, let status = Int(first[1])
    else { throw .notHTTP }
    guard status == 101 else { throw .webSocketRefused(status) }
    var fields: [String: [String]] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw .notWebSocket }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let trimmed = value.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
      fields[line[..<colon].lowercased(), default: []].append(String(trimmed))
    }
    // What was not asked for must not be agreed to: frames would mean something else.
    let chosen = fields["sec-websocket-protocol"] ?? []
    guard first[0] == "HTTP/1.1",
      fields["sec-websocket-accept"] == [WebSocketHandshake.accept(for: key)],
      fields["sec-websocket-extensions"] == nil,
      chosen.count <= 1, chosen.allSatisfy({ protocols.contains($0) }),
      Self.names("websocket", in: fields["upgrade"]),
      Self.names("upgrade", in: fields["connection"])
    else { throw .notWebSocket }
  }

  /// Whether a list of words in `values` holds `word`.
  private static func names(_ word: String, in values: [String]?) -> Bool {
    (values ?? []).contains { value in
      value.split(separator: ",").contains { $0.filter { $0 != " " }.lowercased() == word }
    }
  }
}

extension ServerAddress {
  /// What the field `Host` says: the port only when it is not the usual one.
  var authority: String {
    let digits = host.prefix { $0 != "%" }
    let name = if case .v6 = number { "[\(digits)]" } else { host }
    return port == (scheme == .http ? 80 : 443) ? name : "\(name):\(port)"
  }
}
