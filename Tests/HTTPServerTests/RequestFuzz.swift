#if canImport(HTTPServer)
  @testable import HTTPServer
#endif

/// What a reader made of some bytes.
struct Seen: Equatable {
  var events: [RequestReader.Event] = []
  var refusal: Refusal?

  /// All pieces of all bodies.
  var body: [UInt8] = []
}

/// Feeds a reader in pieces that end at `cuts`; bodies are joined, so that only their bytes count.
func events(of bytes: [UInt8], cuts: [Int] = [], bodyLimit: Int = 1 << 20) -> Seen {
  var reader = RequestReader(headLimit: 16 << 10, bodyLimit: bodyLimit)
  var seen = Seen()
  var start = 0
  for cut in cuts + [bytes.count] {
    bytes[start..<cut].withUnsafeBytes { reader.append($0) }
    start = cut
    do throws(Refusal) {
      while let event = try reader.next() {
        if case .body(let piece) = event { seen.body += piece } else { seen.events.append(event) }
      }
    } catch {
      seen.refusal = error
      return seen
    }
  }
  return seen
}

/// The entry of the fuzzer: any bytes must be read without a trap, and the same way however they come.
func readEveryWay(_ bytes: [UInt8], cut: Int) {
  let whole = events(of: bytes)
  precondition(events(of: bytes, cuts: [cut]) == whole, "a cut changed what was read")
  for case .head(let request, _) in whole.events {
    precondition(request.path.hasPrefix("/") || request.path == "*", "a path without slash")
    precondition(!request.path.contains("/../"), "a step up")
    precondition(request.headers.areWritable, "a header field with a control character")
  }
}

/// Requests to start from.
enum RequestCorpus {
  static let all: [String] = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET http://localhost:8080/a/b?c=d HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close, x\r\n\r\n",
    "POST /e%20f HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "5;a=b\r\nhello\r\n0a\r\n0123456789\r\n0\r\nX: y\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /1 HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
    "GET / HTTP/1.1\nHost: a\n\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ]

  static let bytes = all.map { Array($0.utf8) }

  /// Changes, drops, doubles or moves a few bytes.
  static func spoil(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let tricks: [UInt8] = [0, 9, 10, 13, 32, 37, 44, 58, 59, 127, 255]
    for _ in 0...random.next() % 4 where !bytes.isEmpty {
      let place = Int(random.next() % UInt64(bytes.count))
      switch random.next() % 5 {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[place] = tricks[Int(random.next() % UInt64(tricks.count))]
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(tricks[Int(random.next() % UInt64(tricks.count))], at: place)
      default:
        let end = min(bytes.count, place + Int(random.next() % 16))
        bytes.insert(contentsOf: bytes[place..<end], at: Int(random.next() % UInt64(bytes.count)))
      }
    }
  }
}

/// A small generator of chance with a seed (Steele, Lea, Flood: SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
