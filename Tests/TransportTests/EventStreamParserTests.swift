import TestSupport
import Testing
import Transport

private func items(_ pieces: [[UInt8]]) -> [EventStreamParser.Item] {
  var parser = EventStreamParser()
  var items: [EventStreamParser.Item] = []
  for piece in pieces { items += (try? parser.feed(piece)) ?? [] }
  if let last = parser.end() { items.append(last) }
  return items
}

struct EventStreamParserTests {
  typealias Item = EventStreamParser.Item

  static let table: [(stream: String, items: [Item])] = [
    ("data: a\n\n", [.event(name: nil, data: "a")]),
    ("data:a\n\n", [.event(name: nil, data: "a")]),
    ("data:  a\n\n", [.event(name: nil, data: " a")]),
    ("data\n\n", [.event(name: nil, data: "")]),
    ("\u{FEFF}data: a\n\n", [.event(name: nil, data: "a")]),
    ("data: \u{FEFF}\n\n", [.event(name: nil, data: "\u{FEFF}")]),
    ("data: a\r\n\r\n", [.event(name: nil, data: "a")]),
    ("data: a\r\rdata: b\r\r", [.event(name: nil, data: "a"), .event(name: nil, data: "b")]),
    ("data: a\r\n\n", [.event(name: nil, data: "a")]),
    ("data: a\ndata: b\n\n", [.event(name: nil, data: "a\nb")]),
    ("data\ndata\n\n", [.event(name: nil, data: "\n")]),
    (": keep alive\n\ndata: a\n\n", [.event(name: nil, data: "a")]),
    ("event: error\ndata: a\n\n", [.event(name: "error", data: "a")]),
    ("event: ping\n\ndata: a\n\n", [.event(name: nil, data: "a")]),
    ("event: message\nid: 7\nretry: 10\ndata: a\n\n", [.event(name: nil, data: "a")]),
    ("{\"error\":1}\n\n", [.stray("{\"error\":1}")]),
    ("data: a:b: c\n\n", [.event(name: nil, data: "a:b: c")]),
    ("data: köszönöm \u{2028}\u{85}\n\n", [.event(name: nil, data: "köszönöm \u{2028}\u{85}")]),
    ("data: a\n", [.event(name: nil, data: "a")]),
    ("data: a", [.event(name: nil, data: "a")]),
    ("\n\n\n", []),
    ("", []),
  ]

  @Test(arguments: table)
  func `a stream means the same wherever it is cut`(stream: String, expected: [Item]) {
    let different = DripFeed.differences(over: Array(stream.utf8), expected: expected, items)
    #expect(different.isEmpty)
  }

  @Test func `a line or an event that is too long is refused, not collected`() {
    var lines = EventStreamParser(lineLimit: 10)
    #expect(throws: TransportError.tooLarge) { try lines.feed(Array("data: 12345".utf8)) }
    var events = EventStreamParser(eventLimit: 10)
    #expect(throws: TransportError.tooLarge) {
      try events.feed(Array("data: 12345\ndata: 67890\n".utf8))
    }
  }
}
