#if canImport(Sockets)
  import Sockets
#endif

/// What a framing made of some bytes.
struct Framed: Equatable {
  var events: [WebSocketFraming.Event] = []
  var violation: WebSocketViolation?
  var output: [UInt8] = []
}

/// Feeds a framing in pieces that end at `cuts`.
func framed(
  _ bytes: [UInt8], cuts: [Int] = [], role: WebSocketFraming.Role = .server,
  longestMessage: Int = 64 << 10
) -> Framed {
  let framing = WebSocketFraming(role: role, longestMessage: longestMessage)
  var seen = Framed()
  var start = 0
  for cut in cuts + [bytes.count] {
    bytes[start..<cut].withUnsafeBytes { framing.append($0) }
    start = cut
    do throws(WebSocketViolation) {
      while let event = try framing.next() { seen.events.append(event) }
    } catch {
      seen.violation = error
      break
    }
  }
  seen.output = framing.takeOutput()
  return seen
}

/// The entry of the fuzzer: any bytes must be read without a trap, and the same however they come.
///
/// What is answered may differ: pings before a violation are answered only when they came in a piece
/// of their own.
func frameEveryWay(_ bytes: [UInt8], cut: Int) {
  for role in [WebSocketFraming.Role.server, .client] {
    let whole = framed(bytes, role: role, longestMessage: 1000)
    let halves = framed(bytes, cuts: [cut], role: role, longestMessage: 1000)
    precondition(halves.events == whole.events, "a cut changed what was read")
    precondition(halves.violation == whole.violation, "a cut changed what was refused")
    for case .message(let message) in whole.events {
      precondition(message.count <= 1000, "a message over the limit")
    }
    precondition(whole.output.count <= 2 * bytes.count + 200, "more was answered than asked")
  }
}

/// A frame as a client sends it; only what tests need to break has to be written by hand.
func frame(
  _ first: UInt8, _ content: [UInt8], mask: [UInt8]? = [1, 2, 3, 4], length: [UInt8]? = nil
) -> [UInt8] {
  let size = length ?? lengthBytes(content.count)
  var bytes: [UInt8] = [first, size[0] | (mask == nil ? 0 : 0x80)]
  bytes += size.dropFirst()
  guard let mask else { return bytes + content }
  bytes += mask
  for (index, byte) in content.enumerated() { bytes.append(byte ^ mask[index % 4]) }
  return bytes
}

/// The length of a frame as its header says it.
func lengthBytes(_ count: Int) -> [UInt8] {
  if count < 126 { return [UInt8(count)] }
  if count < 65536 { return [126, UInt8(count >> 8), UInt8(count & 255)] }
  return [127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - $0 * 8)) }
}

/// Conversations to start from.
enum FrameCorpus {
  static let all: [[UInt8]] = [
    frame(0x81, Array("hello".utf8)) + frame(0x82, [1, 2, 3]) + frame(0x88, [0x03, 0xe8]),
    frame(0x01, Array("grü".utf8)) + frame(0x89, [9]) + frame(0x80, Array("ße".utf8)),
    frame(0x82, [UInt8](repeating: 7, count: 300)) + frame(0x8a, []),
    frame(0x02, [1]) + frame(0x00, [2]) + frame(0x00, []) + frame(0x80, [3]),
    frame(0x81, [0xff]), frame(0x83, []), frame(0xc1, []), frame(0x88, [0]),
    frame(0x81, Array("hi".utf8), mask: nil),
  ]
}
