import Glibc
import Sockets
import TestSupport
import Testing

@testable import Transport

struct ManyStreamsTests {
  @Test func `twenty servers stream at once over one thread`() async throws {
    let count = 20
    let begun = Locked(0)
    let servers = try (0..<count).map { number in
      try RawServer { connection in
        _ = connection.request()
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        begun.withLock { $0 += 1 }
        // Nobody ends before everybody has begun.
        while begun.withLock({ $0 }) < count { sched_yield() }
        for piece in 0..<50 { connection.send("\(number).\(piece) ") }
        connection.hangUp()
      }
    }
    let client = try HTTPClient(reach: .asked)
    try await withThrowingTaskGroup { group in
      for (number, server) in servers.enumerated() {
        group.addTask {
          let place = HTTPRequest.Destination.server(
            try ServerAddress("127.0.0.1:\(server.port)"))
          let body = try await client.lane(to: place).place().run {
            try await client.response(to: HTTPRequest(.get, "/", at: place, for: .thinking)).body
          }
          let expected = (0..<50).map { "\(number).\($0) " }.joined()
          #expect(String(decoding: body, as: UTF8.self) == expected)
        }
      }
      try await group.waitForAll()
    }
    #expect(servers.allSatisfy { $0.connectionCount == 1 })
  }

  @Test func `a thread with nothing to do has no time to wake at`() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.respond("ok") }
    }
    let client = try HTTPClient(reach: .asked)
    let busy = try HTTPClient(reach: .asked)
    let place = HTTPRequest.Destination.server(try ServerAddress("127.0.0.1:\(server.port)"))
    let request = HTTPRequest(.get, "/", at: place, for: .thinking)
    let silent = try RawServer { _ = $0.waitForClose() }
    let waiting = try await client.send(
      HTTPRequest(
        .get, "/", at: .server(try ServerAddress("127.0.0.1:\(silent.port)")), for: .thinking))
    #expect(await client.engine.loop.nextDeadline != nil)
    await waiting.end()
    _ = try await client.response(to: request)
    // The connection is kept, and costs nothing.
    #expect(await client.engine.loop.nextDeadline == nil)
    let before = await client.engine.loop.sleeps
    for _ in 0..<200 { _ = try await busy.response(to: request) }
    // Nothing but these two questions has woken it.
    #expect(await client.engine.loop.sleeps - before <= 2)
    #expect(server.connectionCount == 2)
    _ = try await client.response(to: request)
    #expect(server.connectionCount == 2)
  }

  @Test func `an open WebSocket wakes for its next question and nothing else`() async throws {
    let server = try RawServer { connection in
      guard connection.agree() else { return }
      _ = connection.waitForClose()
    }
    let client = try HTTPClient(reach: .asked)
    let began = ContinuousClock.now
    let place = HTTPRequest.Destination.server(try ServerAddress("127.0.0.1:\(server.port)"))
    let socket = try await client.open(WebSocketRequest("/", at: place, for: .hearing))
    let next = try #require(await client.engine.loop.nextDeadline)
    #expect(next - began >= WebSocketLimits().silence)
    await socket.end()
    #expect(await client.engine.loop.nextDeadline == nil)
  }
}

struct TransferClockTests {
  @Test func `a server that thinks for half a minute before its head is not given up`() {
    var limits = HTTPRequest.Limits()
    limits.firstByte = .seconds(120)
    let start = ContinuousClock.now
    var clock = TransferClock(limits, startedAt: start)
    #expect(clock.deadline == (start + .seconds(10), .connecting))
    clock.entered(.waiting, at: start + .seconds(1))
    #expect(clock.deadline == (start + .seconds(121), .firstByte))
    clock.entered(.streaming, at: start + .seconds(100))
    #expect(clock.deadline == (start + .seconds(220), .pause))
    clock.entered(.heldBack, at: start + .seconds(200))
    #expect(clock.deadline == (start + .seconds(600), .whole))
    clock.entered(.streaming, at: start + .seconds(590))
    #expect(clock.deadline == (start + .seconds(600), .whole))
  }
}
