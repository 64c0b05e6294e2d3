import Sockets
import Threads
import Transport

/// Measures what the way out adds: to each piece of a stream, to giving up, and while nothing is asked.
///
/// Servers and clients share this process and talk over real sockets. The comparison with libcurl
/// alone reads the same kind of stream at the same time, piece beside piece.
public struct TransportBench: Sendable {
  /// The machine has no sockets or threads left, or a server was not reached.
  public enum Failure: Error, Sendable {
    /// Pieces are missing.
    case incomplete
  }

  /// Pieces of a stream that is compared.
  public static let pieces = 2000
  /// Requests that are given up.
  public static let cancels = 500
  /// Servers that stream at once.
  public static let servers = 20

  private static let piecesOfEach = 200
  private static let gap = 2_000_000
  private static let idle = 6_000_000_000
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  /// A measurement.
  public init() {}

  /// Measures everything.
  ///
  /// - Parameter progress: Is told what is measured next.
  /// - Returns: The metrics.
  /// - Throws: ``Failure``, `TransportError`, or why there is no server.
  public func run(progress: @Sendable (String) -> Void) async throws -> [String: Metric] {
    let client = try HTTPClient(reach: .asked)
    var metrics: [String: Metric] = [:]
    progress("a stream beside libcurl alone")
    let (ours, bare) = try await compare(client)
    metrics["delta_ms"] = Metric(ours, unit: "ms")
    metrics["bare_delta_ms"] = Metric(bare, unit: "ms")
    metrics["added_ms"] = Metric(zip(ours, bare).map { $0 - $1 }, unit: "ms")
    progress("\(Self.cancels) requests that are given up")
    let times = try await cancel(client)
    metrics["cancel_ms"] = Metric(times, unit: "ms")
    metrics["cancel_p99_ms"] = .value(Self.rank(0.99, of: times), unit: "ms")
    progress("\(Self.servers) servers at once")
    metrics["many_delta_ms"] = Metric(try await many(client), unit: "ms")
    progress("nothing at all")
    let wakes = try await onThread {
      let before = ThreadWakes.count(named: "kith-http")
      Moment.sleep(Self.idle)
      return ThreadWakes.count(named: "kith-http") - before
    }
    metrics["idle_wakes_per_minute"] = .value(
      Double(wakes) * 60_000_000_000 / Double(Self.idle), unit: "1/min")
    // The client and the connections it keeps live until here.
    withExtendedLifetime(client) {}
    return metrics
  }

  /// Streams to both readers in turn, a piece to each.
  private func compare(_ client: HTTPClient) async throws -> (ours: [Double], bare: [Double]) {
    let turns = Locked([0, 0])
    let server = try StreamServer(connections: 2) { connection, number in
      connection.readHead()
      connection.send(Self.head)
      turns.withLock { $0[number] = 1 }
      while turns.withLock({ $0.contains(0) }) { Moment.sleep(Self.gap) }
      // The second begins half a gap later, so that the two do not disturb each other.
      Moment.sleep(number * Self.gap)
      for _ in 0..<Self.pieces {
        connection.sendPiece()
        Moment.sleep(2 * Self.gap)
      }
    }
    let port = server.port
    async let bare = onThread { BareStream.delays(port: port) }
    let ours = try await Self.delays(client, port: port)
    let both = (ours: ours, bare: try await bare)
    guard both.ours.count == Self.pieces, both.bare.count == Self.pieces else {
      throw Failure.incomplete
    }
    return both
  }

  /// Gives up requests in the middle of their stream.
  ///
  /// - Returns: Milliseconds until the server saw the connection closed.
  private func cancel(_ client: HTTPClient) async throws -> [Double] {
    let (ends, ended) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingOldest(4))
    let server = try StreamServer(connections: Self.cancels) { connection, _ in
      connection.readHead()
      connection.send(Self.head)
      connection.sendPiece()
      ended.yield(connection.waitForEnd())
    }
    var iterator = ends.makeAsyncIterator()
    var times: [Double] = []
    for _ in 0..<Self.cancels {
      let exchange = try await client.send(try Self.request(server.port))
      while let piece = try await exchange.next() {
        if case .bytes = piece { break }
      }
      let began = Moment.now()
      await exchange.end()
      guard let end = await iterator.next() else { throw Failure.incomplete }
      times.append(Double(end - began) / 1_000_000)
    }
    return times
  }

  /// Reads from many servers at once.
  private func many(_ client: HTTPClient) async throws -> [Double] {
    let servers = try (0..<Self.servers).map { _ in
      try StreamServer(connections: 1) { connection, _ in
        connection.readHead()
        connection.send(Self.head)
        for _ in 0..<Self.piecesOfEach {
          connection.sendPiece()
          Moment.sleep(5 * Self.gap)
        }
      }
    }
    let delays = try await withThrowingTaskGroup(of: [Double].self) { group in
      for server in servers {
        let port = server.port
        group.addTask { try await Self.delays(client, port: port) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    guard delays.count == Self.servers * Self.piecesOfEach else { throw Failure.incomplete }
    return delays
  }

  private static func delays(_ client: HTTPClient, port: UInt16) async throws -> [Double] {
    let exchange = try await client.send(try request(port))
    var reader = PieceReader()
    while let piece = try await exchange.next() {
      if case .bytes(let bytes) = piece { reader.take(bytes) }
    }
    return reader.delays
  }

  private static func request(_ port: UInt16) throws -> HTTPRequest {
    HTTPRequest(
      .get, "/", at: .server(try ServerAddress("http://127.0.0.1:\(port)")), for: .thinking)
  }

  private static func rank(_ share: Double, of times: [Double]) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }
}
