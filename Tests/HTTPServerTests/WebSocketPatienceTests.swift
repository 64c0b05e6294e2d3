import Dispatch
import HTTPServer
import Sockets
import TestSupport
import Testing

/// A service whose WebSocket runs `converse` under `limits`, until `body` is done.
private func withSlow(
  _ limits: WebSocketLimits,
  converse: @escaping @Sendable (WebSocketConnection) async throws -> Void,
  _ body: @escaping @Sendable (_ port: UInt16) throws -> Void
) async throws {
  let service = try HTTPService.start(port: 0) { _, _ in .webSocket(limits, converse) }
  let port = service.port
  let result = await Result { try await onThread { try body(port) } }
  await service.stop(within: .zero)
  try result.get()
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

struct `A WebSocket with a slow client` {
  @Test func `drops what may be dropped, and never what must arrive`() async throws {
    let counts = Locked((sent: 0, dropped: 0))
    let allSent = DispatchSemaphore(value: 0)
    let piece = [UInt8](repeating: 7, count: 16 << 10)
    try await withSlow(WebSocketLimits()) { socket in
      // The client reads nothing until it is told that this many were dropped.
      var sent = 0
      for number in 0..<200 {
        try await socket.send(.text("\(number)"))
        if try await socket.send(.binary(piece), .mayDrop) { sent += 1 }
      }
      let dropped = await socket.dropped
      counts.withLock { $0 = (sent, dropped) }
      allSent.signal()
      try await socket.send(.text("\(sent) \(dropped)"))
      _ = try await socket.receive()
    } _: { port in
      let client = try WebSocketClient(port: port, receiveBuffer: 4096)
      allSent.wait()
      var numbers: [String] = []
      var pieces = 0
      while numbers.count < 201 {
        switch try client.message() {
        case .text(let text): numbers.append(text)
        case .binary(let bytes):
          #expect(bytes == piece)
          pieces += 1
        case nil: throw CancellationError()
        }
      }
      let (sent, dropped) = counts.withLock { $0 }
      #expect(numbers == (0..<200).map { "\($0)" } + ["\(sent) \(dropped)"])
      #expect(sent + dropped == 200 && dropped > 100 && pieces == sent)
    }
  }

  @Test func `makes the sender wait, and sends in order once there is room`() async throws {
    let written = Locked(0)
    let count = 256
    // A busy machine may let the client wait too.
    var limits = WebSocketLimits()
    limits.sendPatience = .seconds(60)
    try await withSlow(limits) { socket in
      for number in 0..<count {
        try await socket.send(.binary([UInt8](repeating: UInt8(number), count: 60_000)))
        written.withLock { $0 += 1 }
      }
    } _: { port in
      let client = try WebSocketClient(port: port, receiveBuffer: 4096)
      for number in 0..<count {
        #expect(try client.message() == .binary([UInt8](repeating: UInt8(number), count: 60_000)))
        // What is written and not read waits in the queue or in the kernel.
        #expect(written.withLock { $0 } - number < 60)
      }
      #expect(try client.nextButPings() == .close(.normal, reason: ""))
    }
  }

  @Test func `gives up a client for which a message has waited too long`() async throws {
    var limits = WebSocketLimits()
    limits.sendPatience = .milliseconds(100)
    limits.closing = .milliseconds(100)
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    try await withSlow(limits) { socket in
      do {
        while true { try await socket.send(.binary([UInt8](repeating: 1, count: 60_000))) }
      } catch {
        end.yield(error as? HTTPError == .gone)
      }
    } _: { port in
      let client = try WebSocketClient(port: port, receiveBuffer: 4096)
      _ = try client.message()
    }
    for await wasGone in ended {
      #expect(wasGone)
      break
    }
  }

  @Test func `is not read from faster than its handler takes`() async throws {
    let sent = Locked(0)
    let count = 700
    try await withSlow(WebSocketLimits()) { socket in
      var number = 0
      while case .binary(let bytes) = try await socket.receive() {
        #expect(bytes == [UInt8](repeating: UInt8(number % 256), count: 60_000))
        number += 1
        // What is sent and not taken waits in the kernel, which takes a few megabytes.
        #expect(sent.withLock { $0 } - number < 400)
      }
      #expect(number == count)
    } _: { port in
      let client = try WebSocketClient(port: port)
      for number in 0..<count {
        client.send(.binary([UInt8](repeating: UInt8(number % 256), count: 60_000)))
        sent.withLock { $0 += 1 }
      }
      client.close(.normal)
      #expect(try client.nextButPings() == .close(.normal, reason: ""))
    }
  }

  @Test func `is asked whether it is there, and let go when it does not answer`() async throws {
    var limits = WebSocketLimits()
    limits.silence = .milliseconds(50)
    limits.answer = .milliseconds(200)
    try await withSlow(limits) { socket in
      _ = try await socket.receive()
    } _: { port in
      let mute = try RawClient(port: port)
      mute.send(WebSocketClient.request(port))
      #expect(mute.head()?.status == 101)
      #expect(mute.take(2) == [0x89, 0])
      #expect(mute.isClosedByServer())
      let lively = try WebSocketClient(port: port)
      for _ in 0..<8 { #expect(try lively.next() == .ping([])) }
    }
  }
}

struct `The pulse of a WebSocket` {
  private struct Moment: InstantProtocol {
    var seconds: Int
    func advanced(by duration: Duration) -> Moment {
      Moment(seconds: seconds + Int(duration.components.seconds))
    }
    func duration(to other: Moment) -> Duration { .seconds(other.seconds - seconds) }
    static func < (a: Moment, b: Moment) -> Bool { a.seconds < b.seconds }
  }

  private func next(
    _ pulse: WebSocketPulse<Moment>, listens: Bool = true
  ) -> (WebSocketPulse<Moment>.Due, Int)? {
    pulse.next(WebSocketLimits(), listens: listens).map { ($0.due, $0.at.seconds) }
  }

  @Test func `asks after 15 s of silence and gives up 30 s later`() throws {
    var pulse = WebSocketPulse(at: Moment(seconds: 100))
    #expect(try #require(next(pulse)) == (.ping, 115))
    pulse.hears(at: Moment(seconds: 110))
    #expect(try #require(next(pulse)) == (.ping, 125))
    pulse.asks(at: Moment(seconds: 125))
    #expect(try #require(next(pulse)) == (.silent, 155))
    pulse.hears(at: Moment(seconds: 126))
    #expect(try #require(next(pulse)) == (.ping, 141))
  }

  @Test func `blames nobody for silence while it does not listen`() throws {
    var pulse = WebSocketPulse(at: Moment(seconds: 100))
    #expect(next(pulse, listens: false) == nil)
    pulse.waiting = Moment(seconds: 103)
    #expect(try #require(next(pulse, listens: false)) == (.slow, 113))
    #expect(try #require(next(pulse)) == (.slow, 113))
    pulse.asks(at: Moment(seconds: 100))
    pulse.waiting = Moment(seconds: 125)
    #expect(try #require(next(pulse)) == (.silent, 130))
    pulse.closing = Moment(seconds: 126)
    #expect(try #require(next(pulse)) == (.unclosed, 128))
  }
}
