import Testing

@testable import HTTPServer

private let head = "GET / HTTP/1.1\r\nHost: a\r\n"

struct `What a request reader refuses` {
  @Test(arguments: [
    ("no host", "GET / HTTP/1.1\r\n\r\n", 400),
    ("no host in 1.0 either", "GET / HTTP/1.0\r\n\r\n", 400),
    ("two hosts", head + "Host: a\r\n\r\n", 400),
    ("an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
    ("length and chunks", head + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("two lengths", head + "Content-Length: 3\r\nContent-Length: 4\r\n\r\n", 400),
    ("the same length twice", head + "Content-Length: 3\r\nContent-Length: 3\r\n\r\n", 400),
    ("a list of lengths", head + "Content-Length: 3, 3\r\n\r\n", 400),
    ("a signed length", head + "Content-Length: +3\r\n\r\n", 400),
    ("an empty length", head + "Content-Length:\r\n\r\n", 400),
    ("an endless length", head + "Content-Length: 9999999999999999999\r\n\r\n", 400),
    ("a huge length", head + "Content-Length: 999999999999999999\r\n\r\n", 413),
    ("a folded line", head + "X: a\r\n b\r\n\r\n", 400),
    ("a fold at the start", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
    ("a blank before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    ("no colon", head + "X\r\n\r\n", 400),
    ("no name", head + ": x\r\n\r\n", 400),
    ("bare line feeds", "GET / HTTP/1.1\nHost: a\n\n", 400),
    ("one bare line feed", head + "X: a\nY: b\r\n\r\n", 400),
    ("a bare carriage return", head + "X: a\rY: b\r\n\r\n", 400),
    ("a zero byte", head + "X: \0\r\n\r\n", 400),
    ("a delete byte", head + "X: \u{7f}\r\n\r\n", 400),
    ("an empty first line", "\r\n" + head + "\r\n", 400),
    ("a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", 400),
    ("no version", "GET /\r\nHost: a\r\n\r\n", 400),
    ("an old version", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505),
    ("a new version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    ("a version in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n", 400),
    ("two blanks", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a tab for a blank", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a blank in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a method that is no word", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("no method", " / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a target without slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a fragment", "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a star that is no OPTIONS", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a tunnel", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("two different hosts", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a step up", "GET /../etc HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a hidden step up", "GET /%2e%2e/etc HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a hidden slash", "GET /a%2fb HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a hidden zero", "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("half a percent sign", "GET /%a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("a path that is no text", "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("other encodings", head + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
    (
      "chunks twice", head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501
    ),
    ("chunks in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("another expectation", head + "Expect: wonders\r\n\r\n", 417),
    ("a header of 64 kB", head + "X: " + String(repeating: "a", count: 65536), 431),
    ("a target of 64 kB", "GET /" + String(repeating: "a", count: 65536), 414),
    ("101 fields", head + String(repeating: "X: a\r\n", count: 100) + "\r\n", 431),
  ])
  func `a head with`(what: String, text: String, status: Int) {
    let seen = events(of: Array(text.utf8))
    #expect(seen.refusal?.status == Status(status), Comment(rawValue: what))
  }

  @Test(arguments: [
    "zz\r\n", "\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", "1 \r\n", "1\n", "1\r1", "fffffffff\r\n",
    "1\r\nab\r\n", "1\r\na\n", "1\r\na\r\r\n", "0\r\nA: b\n\n", "1;\0\r\n",
    "1;" + String(repeating: "x", count: 300) + "\r\n",
    "0\r\n" + String(repeating: "X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", count: 200)
      + "\r\n",
  ])
  func `malformed chunks`(text: String) {
    let whole = head + "Transfer-Encoding: chunked\r\n\r\n" + text
    #expect(events(of: Array(whole.utf8)).refusal?.status == .badRequest)
  }
}

struct `What a request reader understands` {
  @Test func `a request with everything`() throws {
    let text =
      "POST /caf%C3%A9?a=b%20c HTTP/1.1\r\nHost: LocalHost:80\r\nX-A:  one \t\r\nx-a:two\r\n"
      + "Content-Length: 3\r\n\r\nabc"
    let seen = events(of: Array(text.utf8))
    guard case .head(let request, .length(3)) = seen.events[0] else {
      Issue.record("the head was not read")
      return
    }
    #expect(request.method == "POST")
    #expect(request.path == "/café")
    #expect(request.query == "a=b%20c")
    #expect(request.headers["x-a"] == "one, two")
    #expect(request.host == Authority(host: "localhost", port: 80))
    #expect(seen.body == Array("abc".utf8))
    #expect(seen.events.last == .end)
  }

  @Test(arguments: [
    ("http://a", "/"), ("http://a/", "/"), ("HTTP://A/b?c", "/b"), ("http://a?c", "/"), ("/", "/"),
    ("//b", "//b"), ("/a..b", "/a..b"), ("/%41", "/A"),
  ])
  func `targets`(target: String, path: String) {
    let seen = events(of: Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    guard case .head(let request, .none) = seen.events.first else {
      Issue.record("refused: \(seen.refusal?.sentence ?? "nothing")")
      return
    }
    #expect(request.path == path)
  }

  @Test func `a chunked body that grows too large is refused before it is kept`() {
    let chunk = "400\r\n" + String(repeating: "a", count: 1024) + "\r\n"
    let text = head + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 3)
    let seen = events(of: Array(text.utf8), bodyLimit: 2048)
    #expect(seen.refusal?.status == .contentTooLarge)
    #expect(seen.body.count == 2048)
  }
}

struct `A request reader, however its bytes come,` {
  @Test(arguments: RequestCorpus.all)
  func `says the same at every cut and byte by byte`(text: String) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      expectSameEvents(bytes, cuts: [cut])
      // Every beginning of a request is a client that gave up: no crash, and no event twice.
      _ = events(of: Array(bytes[..<cut]))
    }
    expectSameEvents(bytes, cuts: Array(0..<bytes.count))
  }

  @Test func `survives twenty thousand spoilt requests`() {
    var random = SplitMix(state: 0x6b69_7468)
    for _ in 0..<20_000 {
      var bytes = RequestCorpus.bytes[Int(random.next() % UInt64(RequestCorpus.bytes.count))]
      RequestCorpus.spoil(&bytes, &random)
      readEveryWay(bytes, cut: Int(random.next() % UInt64(bytes.count + 1)))
    }
  }
}

/// Fails the test when two ways of feeding differ.
private func expectSameEvents(_ bytes: [UInt8], cuts: [Int]) {
  #expect(events(of: bytes, cuts: cuts) == events(of: bytes))
}
