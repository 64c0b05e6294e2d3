import FoundationEssentials
import Sound
import TestSupport
import Testing

@testable import Server

@Test func `a sound message survives the way there and back`() throws {
  let message = SoundMessage(
    kind: .reply, stream: 7, first: 123_456_789_012, samples: [0, -1, 32_767, -32_768],
    isLast: true)
  let bytes = message.bytes
  #expect(bytes.count == 16 + 8)
  #expect(Array(bytes[..<8]) == [1, 2, 1, 0, 7, 0, 0, 0])
  #expect(try SoundMessage(bytes) == message)
}

@Test(arguments: [
  ([UInt8](repeating: 1, count: 15), SoundMessage.Fault.tooShort),
  ([2, 1] + [UInt8](repeating: 0, count: 14), .unknownVersion),
  ([1, 9] + [UInt8](repeating: 0, count: 14), .unknownKind),
  ([1, 1] + [UInt8](repeating: 0, count: 15), .oddLength),
  ([1, 1] + [UInt8](repeating: 0, count: 14 + 64_002), .tooLong),
  ([1, 1, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 255, count: 8), .positionOutOfRange),
])
func `bytes that are no sound message are refused`(bytes: [UInt8], fault: SoundMessage.Fault) {
  #expect(throws: fault) { try SoundMessage(bytes) }
}

@Test func `what a server wrote stands apart from what a person is told`() {
  let problem = KithEvent.problem(
    code: "brain_failed", message: "It failed.", action: "Try again.",
    details: "status 500: llama_decode failed", cleared: false)
  let text = problem.message(numbered: 1)
  #expect(text.contains(#""details":"status 500: llama_decode failed""#))
  #expect(text.contains(#""message":"It failed.""#))
}

@Test(arguments: [
  (#"{"type":"kith.hello"}"#, PageEvent.hello(.init())),
  (#"{"type":"kith.take","more":1}"#, .take),
  (
    #"{"type":"kith.listen","stream":1,"rate":48000,"from":0}"#,
    .listen(stream: 1, rate: 48_000, from: 0)
  ),
  (
    #"{"type":"kith.playout","response":2,"played":3,"received":4}"#,
    .playout(response: 2, played: 3, received: 4, ended: false)
  ),
  (#"{"type":"something.new"}"#, .unknown),
  (
    #"{"type":"conversation.item.create","item":{"role":"user","type":"message","content":[{"type":"input_text","text":"Hi"}]}}"#,
    .typed(text: "Hi", id: nil)
  ),
])
func `events of a page are read`(text: String, event: PageEvent) throws {
  #expect(try PageEvent(text) == event)
}

@Test(arguments: [
  "", "[]", "null", "{}", #"{"type":1}"#, #"{"type":"kith.listen"}"#,
  #"{"type":"kith.listen","stream":-1,"rate":48000,"from":0}"#,
  #"{"type":"kith.listen","stream":1,"rate":8000,"from":0}"#,
  #"{"type":"kith.listen","stream":1,"rate":48000,"from":9e18}"#,
  #"{"type":"kith.playout","response":-9223372036854775808,"played":1,"received":1}"#,
  #"{"type":"kith.playout","response":1,"played":-1,"received":1}"#,
  #"{"type":"kith.playout","response":1,"played":1,"received":9223372036854775807}"#,
  #"{"type":"conversation.item.create","item":{"role":"user","content":[{"type":"input_text","text":"  "}]}}"#,
  #"{"type":"conversation.item.create","item":{"role":"system","content":[{"type":"input_text","text":"x"}]}}"#,
])
func `texts that are no event are refused`(text: String) {
  #expect(throws: PageEvent.Fault.self) { try PageEvent(text) }
}

@Test func `a typed text that is too long is refused`() {
  let text = String(repeating: "a", count: PageEvent.longestText + 1)
  let event =
    #"{"type":"conversation.item.create","item":{"role":"user","content":[{"type":"input_text","text":"\#(text)"}]}}"#
  #expect(throws: PageEvent.Fault.self) { try PageEvent(event) }
}

@Test(arguments: [24_000, 44_100, 48_000])
func `however a microphone's sound is cut, repeated and mixed up in time, it is heard once`(
  rate: Int
) {
  let samples = (0..<rate).map { Int16(truncatingIfNeeded: $0 &* 7919) }
  var whole = CaptureStream(number: 1, rate: rate, from: 0, begin: .zero)
  let expected = whole.take(samples, at: 0).frames + whole.finish()
  var random = SeededNumbers(UInt64(rate))
  for _ in 0..<20 {
    var stream = CaptureStream(number: 1, rate: rate, from: 0, begin: .zero)
    var frames: [Frame] = []
    var position = 0
    while position < samples.count {
      let first = max(0, position - Int.random(in: 0...2000, using: &random))
      let end = min(samples.count, position + Int.random(in: 1...3000, using: &random))
      let taken = stream.take(Array(samples[first..<end]), at: Int64(first))
      #expect(taken.missing == 0)
      frames += taken.frames
      position = end
      #expect(stream.next == Int64(position))
    }
    frames += stream.finish()
    #expect(frames == expected)
  }
}

@Test func `what is missing is heard as silence`() {
  var stream = CaptureStream(number: 1, rate: 24_000, from: 100, begin: SampleTime(samples: 960))
  #expect(stream.take([1, 2, 3], at: 100).missing == 0)
  let taken = stream.take([Int16](repeating: 9, count: 480), at: 580)
  #expect(taken.missing == 477)
  #expect(taken.frames.first?.start == SampleTime(samples: 960))
  #expect(taken.frames.first?.samples == [1, 2, 3] + [Int16](repeating: 0, count: 477))
  #expect(stream.position(of: SampleTime(samples: 960 + 480)) == 580)
}
