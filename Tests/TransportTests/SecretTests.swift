import Testing
import Transport

/// All that Swift offers to turn a value into text.
private func everyText<Value>(of value: Value) -> String {
  var dumped = ""
  dump(value, to: &dumped)
  return "\(value) \(String(describing: value)) \(String(reflecting: value)) \(dumped) "
    + "\(Mirror(reflecting: value).children.map { "\($0.value)" })"
}

struct SecretTests {
  static let shown = [
    ("sk-proj-0123456789wxyz", "sk-…wxyz"), ("SK-0123456789abcdef", "sk-…cdef"),
    ("0123456789abcdef", "…cdef"), ("sk-short", "sk-…"), ("k", "…"), ("", "…"),
  ]

  @Test(arguments: shown)
  func `only the end of a long key is ever shown`(key: String, shown: String) {
    let secret = Secret(key)
    #expect(secret.shown == shown)
    #expect(secret.revealed == key)
    if key.count > 4 { #expect(!everyText(of: secret).contains(key)) }
    #expect(everyText(of: [secret]).contains(shown))
  }

  @Test func `a request shows neither its key, nor its words, nor its path`() throws {
    let place = HTTPRequest.Destination.server(
      try ServerAddress("https://api.example.com/hidden-a"))
    let request = HTTPRequest(
      .post, "/hidden-b", at: place, for: .thinking, headers: [("X-Api-Key", "hidden-c")],
      key: Secret("hidden-d-0123456789"), body: Array("hidden-e".utf8))
    #expect(!everyText(of: request).contains("hidden"))
    #expect("\(request)" == "POST api.example.com:443")
    let socket = WebSocketRequest(
      "/hidden-b", at: place, for: .hearing, headers: [("X-Api-Key", "hidden-c")],
      key: Secret("hidden-d-0123456789"))
    #expect(!everyText(of: socket).contains("hidden"))
    #expect(!everyText(of: HTTPRequest.Destination.socket("/tmp/hidden")).contains("hidden"))
  }

  static let paid: [(headers: [(name: String, value: String)], key: String?)] = [
    ([], "sk-abc"), ([], "SK-abc"), ([("Authorization", "Bearer sk-abc")], nil),
    ([("x-api-key", "sk-abc")], "local"), ([("Cookie", "a=1; key=sk-abc")], nil),
  ]

  @Test(arguments: paid.indices)
  func `a key of a paid service never travels over plain http`(row: Int) async throws {
    let (headers, key) = Self.paid[row]
    let client = try HTTPClient(reach: .asked)
    let place = HTTPRequest.Destination.server(try ServerAddress("http://127.0.0.1:9"))
    let request = HTTPRequest(
      .get, "/", at: place, for: .thinking, headers: headers, key: key.map { Secret($0) })
    await #expect(throws: TransportError.address(.keyWithoutTLS)) {
      try await client.send(request)
    }
    let socket = WebSocketRequest(
      "/", at: place, for: .thinking, headers: headers, key: key.map { Secret($0) })
    await #expect(throws: TransportError.address(.keyWithoutTLS)) {
      try await client.open(socket)
    }
  }
}
