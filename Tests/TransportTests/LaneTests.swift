import Sockets
import TestSupport
import Testing

@testable import Transport

/// A door that stays shut until it is opened once.
private struct Door: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func open() { continuation.finish() }
  func pass() async { for await _ in stream {} }
}

struct LaneTests {
  @Test func `one at a time, in the order of the places`() async throws {
    let lane = Lane()
    let log = Locked([Int]())
    let places = (0..<8).map { _ in lane.place() }
    await withTaskGroup { group in
      for (number, place) in places.enumerated().reversed() {
        group.addTask {
          try? await place.run {
            log.withLock { $0.append(number) }
            await Task.yield()
            log.withLock { $0.append(number) }
          }
        }
      }
    }
    #expect(log.withLock { $0 } == (0..<8).flatMap { [$0, $0] })
  }

  @Test func `who is cancelled while waiting never begins, and the next one does`() async throws {
    let lane = Lane()
    let (inside, release) = (Door(), Door())
    let first = lane.place()
    let second = lane.place()
    let third = lane.place()
    let running = Task {
      try await first.run {
        inside.open()
        await release.pass()
      }
    }
    await inside.pass()
    let waiting = Task { try await second.run { Issue.record("It was cancelled before.") } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    release.open()
    try await running.value
    #expect(try await third.run { 3 } == 3)
  }

  @Test func `a place that is let go of lets the next one through`() async throws {
    let lane = Lane()
    var first: LanePlace? = lane.place()
    let second = lane.place()
    #expect(first != nil)
    first = nil
    #expect(try await second.run { 2 } == 2)
  }

  @Test func `work that is cancelled is waited for: its connection is still open`() async throws {
    let lane = Lane()
    let (inside, closed) = (Door(), Door())
    let log = Locked([String]())
    let first = lane.place()
    let second = lane.place()
    let running = Task {
      try await first.run {
        inside.open()
        await withTaskCancellationHandler {
          await closed.pass()
        } onCancel: {
          log.withLock { $0.append("cancelled") }
        }
        log.withLock { $0.append("closed") }
      }
    }
    await inside.pass()
    let next = Task { try await second.run { log.withLock { $0.append("next") } } }
    running.cancel()
    closed.open()
    _ = await running.result
    try await next.value
    #expect(log.withLock { $0 } == ["cancelled", "closed", "next"])
  }

  @Test func `advice is cancelled by the next request, running or waiting`() async throws {
    let lane = Lane()
    let inside = Door()
    let first = lane.place(.advice)
    let advice = Task {
      try await first.run {
        inside.open()
        // Ends when it is cancelled.
        await Door().pass()
      }
    }
    await inside.pass()
    #expect(try await lane.place().run { 1 } == 1)
    _ = await advice.result
    let busy = lane.place()
    let late = lane.place(.advice)
    let waiting = Task { try await late.run { Issue.record("It was withdrawn before.") } }
    let last = lane.place()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try await busy.run {}
    try await last.run {}
  }

  @Test func `a lane that is full says so at once`() async throws {
    let lane = Lane(mostWaiting: 1)
    let first = lane.place()
    let second = lane.place()
    await #expect(throws: TransportError.laneFull) { try await lane.place().run {} }
    try await first.run {}
    try await second.run {}
    try await lane.place().run {}
  }

  @Test func `a server has one lane for all who share a client, whatever the path`() throws {
    let client = try HTTPClient(reach: .thisMachine)
    func lane(_ text: String, _ client: HTTPClient) throws -> Lane {
      client.lane(to: .server(try ServerAddress(text)))
    }
    let box = try lane("http://box:1/v1", client)
    #expect(try lane("BOX:1", client.reaching(.asked)) === box)
    #expect(try lane("http://box:2", client) !== box)
    #expect(try lane("http://box:1", HTTPClient(reach: .asked)) !== box)
    let socket = client.lane(to: .socket("/tmp/a"))
    #expect(client.lane(to: .socket("/tmp/a")) === socket)
    for number in 1...200 { _ = try lane("http://other:\(number)", client) }
    #expect(try lane("http://box:1", client) === box)
  }

  @Test func `streams of one server follow each other, also behind a cancelled one`() async throws {
    let (closings, closed) = AsyncStream.makeStream(of: Void.self)
    let open = Locked((now: 0, most: 0, all: 0))
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      open.withLock {
        $0.now += 1
        $0.all += 1
        $0.most = max($0.most, $0.now)
      }
      connection.send("HTTP/1.1 200 OK\r\n\r\nfirst")
      _ = connection.waitForClose()
      open.withLock { $0.now -= 1 }
      closed.yield()
    }
    let client = try HTTPClient(reach: .asked)
    let destination = HTTPRequest.Destination.server(try ServerAddress("127.0.0.1:\(server.port)"))
    let places = (0..<8).map { _ in client.lane(to: destination).place() }
    await withTaskGroup { group in
      for place in places {
        group.addTask {
          try? await place.run {
            let exchange = try await client.send(
              HTTPRequest(.get, "/", at: destination, for: .thinking))
            _ = try await exchange.next()
            await exchange.end()
            _ = await closings.first { _ in true }
          }
        }
      }
    }
    #expect(open.withLock { $0.all } == 8)
    #expect(open.withLock { $0.most } == 1)
  }
}
