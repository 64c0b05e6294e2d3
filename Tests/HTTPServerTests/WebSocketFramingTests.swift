import FoundationEssentials
import Sockets
import Testing

private func text(_ words: String) -> WebSocketFraming.Event { .message(.text(words)) }

/// The close frame a server answers with.
private func closing(_ code: UInt16) -> [UInt8] {
  [0x88, 2, UInt8(code >> 8), UInt8(code & 255)]
}

struct `The framing of a WebSocket` {
  @Test func `reads text, bytes, pings and a close`() {
    let seen = framed(
      frame(0x81, Array("hello".utf8)) + frame(0x82, [1, 2]) + frame(0x89, [7])
        + frame(0x8a, [8]) + frame(0x88, [0x03, 0xe9] + Array("bye".utf8)))
    #expect(
      seen.events == [
        text("hello"), .message(.binary([1, 2])), .ping([7]), .pong([8]),
        .close(.goingAway, reason: "bye"),
      ])
    #expect(seen.violation == nil)
    // Whoever closes does not wait for the answer to an earlier ping.
    #expect(seen.output == [0x88, 5, 0x03, 0xe9] + Array("bye".utf8))
    #expect(framed(frame(0x89, [7])).output == [0x8a, 1, 7])
  }

  @Test func `joins the pieces of a message, with a ping between them`() {
    let seen = framed(
      frame(0x01, Array("gr".utf8) + [0xc3]) + frame(0x89, []) + frame(0x00, [0xbc])
        + frame(0x80, Array("n".utf8)))
    #expect(seen.events == [.ping([]), text("grün")])
  }

  @Test func `reads empty messages and a close without a code`() {
    let seen = framed(frame(0x81, []) + frame(0x82, []) + frame(0x88, []))
    #expect(seen.events == [text(""), .message(.binary([])), .close(nil, reason: "")])
  }

  @Test(arguments: FrameCorpus.all)
  func `reads the same however the bytes come`(bytes: [UInt8]) {
    let whole = framed(bytes)
    #expect(framed(bytes, cuts: Array(1..<bytes.count)) == whole)
    for cut in 0...bytes.count { #expect(framed(bytes, cuts: [cut]) == whole) }
  }

  @Test(arguments: [
    ("no mask", frame(0x81, Array("hi".utf8), mask: nil), WebSocketViolation.malformedFrame),
    ("a reserved bit", frame(0xc1, []), .malformedFrame),
    ("an unknown kind", frame(0x83, []), .malformedFrame),
    ("an unknown control", frame(0x8b, []), .malformedFrame),
    ("a ping in pieces", frame(0x09, []), .malformedFrame),
    ("a long ping", frame(0x89, [UInt8](repeating: 0, count: 126)), .malformedFrame),
    ("a continuation of nothing", frame(0x80, [1]), .malformedFrame),
    ("a message in a message", frame(0x01, [65]) + frame(0x81, [66]), .malformedFrame),
    ("a length longer than needed", frame(0x82, [1], length: [126, 0, 1]), .malformedFrame),
    (
      "a negative length", frame(0x82, [], length: [127, 255, 0, 0, 0, 0, 0, 0, 0]),
      .malformedFrame
    ),
    ("a close of one byte", frame(0x88, [3]), .malformedFrame),
    ("a close that means no code", frame(0x88, [0x03, 0xed]), .malformedFrame),
    ("bytes as text", frame(0x81, [0xff, 0xfe]), .invalidText),
    ("half a letter", frame(0x81, [0xc3]), .invalidText),
    ("a surrogate", frame(0x81, [0xed, 0xa0, 0x80]), .invalidText),
    ("a reason that is no text", frame(0x88, [0x03, 0xe8, 0xff]), .invalidText),
    ("a long message", frame(0x82, [UInt8](repeating: 0, count: 1001)), .tooLarge),
    (
      "ten megabytes", frame(0x82, [0], length: [127, 0, 0, 0, 0, 0, 0x98, 0x96, 0x80]), .tooLarge
    ),
    (
      "a long message in pieces",
      frame(0x02, [UInt8](repeating: 0, count: 600))
        + frame(0x80, [UInt8](repeating: 0, count: 600)), .tooLarge
    ),
    (
      "a message in crumbs",
      frame(0x02, [0]) + (0..<1100).flatMap { _ in frame(0x00, []) }, .tooLarge
    ),
  ])
  func `refuses what breaks the rules`(
    name: String, bytes: [UInt8], violation: WebSocketViolation
  ) {
    let before = frame(0x81, Array("before".utf8))
    let seen = framed(before + bytes, longestMessage: 1000)
    #expect(seen.events == [text("before")], "\(name)")
    #expect(seen.violation == violation, "\(name)")
    #expect(seen.output == closing(violation.code.rawValue), "\(name)")
    let drops = framed(
      before + bytes, cuts: Array(1..<(before + bytes).count), longestMessage: 1000)
    #expect(drops == seen, "\(name)")
  }

  @Test func `reads a close the same wherever it is cut in its reason`() {
    // Its first two bytes are the code; none that come later may be taken for one.
    let reason = "grün und weiß"
    let good = frame(0x88, [0x03, 0xe8] + Array(reason.utf8))
    let broken = frame(0x88, [0x03, 0xe8] + Array(reason.utf8) + [0xff])
    let odd = frame(0x88, [0x00, 0xff, 0xff, 0xff])
    for bytes in [good, broken, odd] {
      for cut in 0...bytes.count { #expect(framed(bytes, cuts: [cut]) == framed(bytes)) }
    }
    #expect(framed(good).events == [.close(.normal, reason: reason)])
    #expect(framed(broken).violation == .invalidText)
    #expect(framed(odd).violation == .malformedFrame)
    // However much comes at once.
    let much = frame(0x82, [UInt8](repeating: 0, count: 4070))
    for size in 0...30 {
      let seen = framed(much + frame(0x8a, [UInt8](repeating: 0, count: size)) + good)
      #expect(seen.events.last == .close(.normal, reason: reason))
    }
  }

  @Test func `reads what once went wrong the same at every cut`() throws {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "/\(folder)/Fixtures/fuzz/frames")
    #expect(!names.isEmpty)
    for name in names {
      let bytes = try #require(
        FileManager.default.contents(atPath: "/\(folder)/Fixtures/fuzz/frames/\(name)"))
      for cut in 0...bytes.count { frameEveryWay(Array(bytes), cut: cut) }
    }
  }

  @Test func `a client refuses what is masked`() {
    let seen = framed(frame(0x81, [65]), role: .client)
    #expect(seen.violation == .malformedFrame)
  }

  @Test(arguments: [0, 1, 125, 126, 127, 65535, 65536, 70000])
  func `carries a message both ways`(size: Int) throws {
    let client = WebSocketFraming(role: .client, longestMessage: 1 << 20)
    let server = WebSocketFraming(role: .server, longestMessage: 1 << 20)
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    client.send(.binary(bytes))
    client.send(.text("grün"))
    let masked = client.takeOutput()
    masked.withUnsafeBytes { server.append($0) }
    #expect(try server.next() == .message(.binary(bytes)))
    #expect(try server.next() == text("grün"))
    #expect(try server.next() == nil)
    server.send(.binary(bytes))
    let plain = server.takeOutput()
    #expect(plain.suffix(size).elementsEqual(bytes))
    if size > 8 { #expect(!masked.prefix(size + 8).suffix(size).elementsEqual(bytes)) }
    plain.withUnsafeBytes { client.append($0) }
    #expect(try client.next() == .message(.binary(bytes)))
  }

  @Test func `sends nothing behind its close, and cuts a long reason between letters`() throws {
    let server = WebSocketFraming(role: .server, longestMessage: 1000)
    server.close(.policy, reason: String(repeating: "ü", count: 100))
    #expect(server.send(.text("late")) == false)
    server.close(.normal)
    let client = WebSocketFraming(role: .client, longestMessage: 1000)
    server.takeOutput().withUnsafeBytes { client.append($0) }
    #expect(try client.next() == .close(.policy, reason: String(repeating: "ü", count: 61)))
    #expect(try client.next() == nil)
  }

  @Test func `reads any nonsense without a trap, and the same in pieces`() {
    var random = SplitMix(state: 7)
    for bytes in FrameCorpus.all {
      for _ in 0..<300 {
        var spoiled = bytes
        RequestCorpus.spoil(&spoiled, &random)
        frameEveryWay(spoiled, cut: Int(random.next() % UInt64(spoiled.count + 1)))
      }
    }
  }

  @Test func `knows the example of the standard, and takes proper keys only`() {
    #expect(
      WebSocketHandshake.accept(for: "dGhlIHNhbXBsZSBub25jZQ==")
        == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(WebSocketHandshake.isKey(WebSocketHandshake.newKey()))
    #expect(WebSocketHandshake.newKey() != WebSocketHandshake.newKey())
    for wrong in [
      "", "a", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=a", "dGhl IHNhbXBsZSBub25jZQ==",
    ] {
      #expect(!WebSocketHandshake.isKey(wrong))
    }
  }
}
