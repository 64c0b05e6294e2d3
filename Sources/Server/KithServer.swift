import HTTPServer
public import Journal

/// Kith's own address on this machine: the page, the health check and the door for `kith chat`.
public final class KithServer: Sendable {
  /// The port it listens on.
  public var port: UInt16 { service.port }

  private let service: HTTPService
  private let stage: LiveStage?

  /// Starts to serve on the loopback addresses.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for one that the kernel chooses.
  ///   - version: What `/health` tells.
  ///   - token: What a program needs to chat.
  ///   - web: The page.
  ///   - journal: Where troubles are noted.
  ///   - live: What the live conversation needs; without it there is none.
  ///   - doors: What lies behind the routes for history and settings; without it they are not there.
  ///   - chat: Answers what is written.
  /// - Returns: The running server.
  /// - Throws: ``ServerError``.
  public static func start(
    port: UInt16, version: String, token: AccessToken, web: WebFolder = .absent,
    journal: Journal = .none, live: LiveHost? = nil, doors: (any DoorKeeper)? = nil,
    chat: @escaping ChatHandler
  ) throws(ServerError) -> KithServer {
    let health = #"{"status":"ok","version":"\#(version)"}"#
    let door = ChatRoute(token: token, chat: chat)
    let stage = live.map { LiveStage(host: $0, version: version, journal: journal) }
    var paths: [String: [String: HTTPService.Handler]] = [
      "/health": [
        "GET": { _, _ in
          Response(
            .ok, headers: ["content-type": "application/json", "cache-control": "no-store"],
            body: .bytes(Array(health.utf8)))
        }
      ],
      "/kith/chat": ["POST": { request, body in try await door.answer(request, body) }],
    ]
    if let stage {
      let live = LiveRoute(stage: stage)
      paths["/v1/realtime"] = ["GET": { _, _ in live.answer() }]
    }
    if let doors { paths.merge(Doors(doors, timers: live?.timers).paths) { mine, _ in mine } }
    let routes = Routes(paths, web: web)
    do {
      let service = try HTTPService.start(port: port, journal: journal) { request, body in
        try await routes.answer(request, body)
      }
      // Ends with the stage, and begins only once the port is ours: nobody would stop it.
      if let stage { Task { await stage.watchTimers() } }
      return KithServer(service, stage: stage)
    } catch {
      throw ServerError(error)
    }
  }

  private init(_ service: HTTPService, stage: LiveStage?) {
    self.service = service
    self.stage = stage
  }

  /// Stops: nobody new comes in, running answers may finish.
  ///
  /// - Parameter limit: How long to wait for them; then they are cut.
  public func stop(within limit: Duration = .seconds(5)) async {
    await stage?.close()
    await service.stop(within: limit)
  }
}
