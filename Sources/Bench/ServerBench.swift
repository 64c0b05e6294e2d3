public import HTTPServer
import Journal
import Sockets

/// Measures what the server takes for a request, for a message over a WebSocket, and for ten thousand
/// clients that come and go.
///
/// The server and its clients share this process and talk over real sockets. What counts is the
/// processor time of the server's own thread, so that neither the clients nor other programs matter
/// much.
public struct ServerBench: Sendable {
  /// The server did not answer as it has to.
  public enum Failure: Error, Sendable {
    /// An answer did not come, or was another one.
    case noAnswer
  }

  /// The bytes of the file that is asked for.
  public static let fileBytes = 4096
  /// The bytes of a message: 20 ms of sound.
  public static let messageBytes = 960
  /// Clients that open a connection, ask once and close it.
  public static let visitors = 10_000

  private static let clients = 32
  private static let rounds = 20
  private static let turnsInRound = 100
  private static let visitorsAtOnce = 100

  private let file: HTTPService.Handler

  /// A measurement of a server.
  ///
  /// - Parameter file: Answers `GET /` with ``fileBytes`` bytes.
  public init(file: @escaping HTTPService.Handler) {
    self.file = file
  }

  /// Measures everything.
  ///
  /// - Parameter progress: Is told what is measured next.
  /// - Returns: The metrics.
  /// - Throws: ``Failure``, or why there is no server.
  public func run(progress: @Sendable (String) -> Void) async throws -> [String: Metric] {
    let file = file
    let service = try HTTPService.start(port: 0) { request, body in
      switch request.path {
      // Handlers run on the thread of the server, which so reads its own clock.
      case "/time": Response(text: String(ProcessorTime.ofThreadMicroseconds()))
      case "/echo":
        .webSocket { socket in
          while let message = try await socket.receive() { try await socket.send(message) }
        }
      default: try await file(request, body)
      }
    }
    let port = service.port
    do {
      progress("a file")
      let gets = try await onThread { () throws(Failure) in try Self.gets(port) }
      progress("messages over a WebSocket")
      let trips = try await onThread { () throws(Failure) in try Self.roundTrips(port) }
      progress("\(Self.visitors) visitors")
      let growth = try await onThread { () throws(Failure) in try Self.growth(port) }
      await service.stop(within: .zero)
      return Self.metrics(gets: gets, roundTrips: trips, growth: growth)
    } catch {
      await service.stop(within: .zero)
      throw error
    }
  }

  private static func metrics(
    gets: [Double], roundTrips: [Double], growth: Double
  ) -> [String: Metric] {
    var metrics = ["rss_growth_kb": Metric.value(growth, unit: "KB")]
    if let cost = Metric(gets, unit: "us") {
      metrics["get_cpu_us"] = cost
      metrics["get_per_s"] = .value(1_000_000 / cost.central, unit: "1/s")
    }
    if let cost = Metric(roundTrips, unit: "us") {
      metrics["ws_round_trips_per_s"] = .value(1_000_000 / cost.central, unit: "1/s")
    }
    return metrics
  }

  // MARK: What the clients do

  /// Asks for the file again and again, from several clients at a time.
  ///
  /// - Returns: The server's processor time for one answer in microseconds, once for each round.
  private static func gets(_ port: UInt16) throws(Failure) -> [Double] {
    let crowd = try Crowd(port: port, count: clients)
    let request = request("/", port)
    let answer = try crowd.firstAnswer(to: request)
    return try costs(port) { () throws(Failure) in try crowd.ask(request, expecting: answer) }
  }

  /// Sends messages that are sent back.
  private static func roundTrips(_ port: UInt16) throws(Failure) -> [Double] {
    let crowd = try Crowd(port: port, count: clients)
    try crowd.open(
      request(
        "/echo", port,
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: \(WebSocketHandshake.newKey())\r\n"))
    let framing = WebSocketFraming(role: .client, longestMessage: messageBytes)
    framing.send(.binary([UInt8](repeating: 7, count: messageBytes)))
    let message = framing.takeOutput()
    // It comes back without its mask of four bytes.
    return try costs(port) { () throws(Failure) in
      try crowd.ask(message, expecting: message.count - 4)
    }
  }

  /// Lets thousands of clients come and go.
  ///
  /// - Returns: How much more memory the process holds behind them than before, in kilobytes.
  private static func growth(_ port: UInt16) throws(Failure) -> Double {
    let request = request("/", port)
    func visit(_ visitors: Int) throws(Failure) {
      for _ in 0..<visitors / visitorsAtOnce {
        let crowd = try Crowd(port: port, count: visitorsAtOnce)
        let answer = try crowd.firstAnswer(to: request)
        try crowd.ask(request, expecting: answer)
      }
    }
    // The first fill what is kept for all that follow.
    try visit(visitors / 5)
    let before = ProcessUsage()?.residentMB ?? 0
    try visit(visitors)
    return ((ProcessUsage()?.residentMB ?? 0) - before) * 1024
  }

  /// Measures what the server takes for each of many turns of all clients.
  private static func costs(
    _ port: UInt16, turn: () throws(Failure) -> Void
  ) throws(Failure) -> [Double] {
    let clock = try Crowd(port: port, count: 1)
    let question = request("/time", port)
    for _ in 0..<turnsInRound { try turn() }
    var costs: [Double] = []
    for _ in 0..<rounds {
      let before = try clock.number(question)
      for _ in 0..<turnsInRound { try turn() }
      let after = try clock.number(question)
      costs.append((after - before) / Double(turnsInRound * clients))
    }
    return costs
  }

  private static func request(_ path: String, _ port: UInt16, _ fields: String = "") -> [UInt8] {
    Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\r\n".utf8)
  }
}
