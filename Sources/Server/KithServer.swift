import HTTPServer
public import Journal

/// Kith's own address on this machine: the page, the health check and the door for `kith chat`.
public final class KithServer: Sendable {
  /// The port it listens on.
  public var port: UInt16 { service.port }

  private let service: HTTPService

  /// Starts to serve on the loopback addresses.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for one that the kernel chooses.
  ///   - version: What `/health` tells.
  ///   - token: What a program needs to chat.
  ///   - journal: Where troubles are noted.
  ///   - doors: What lies behind the routes for history and settings; without it they are not there.
  ///   - chat: Answers what is written.
  /// - Returns: The running server.
  /// - Throws: ``ServerError``.
  public static func start(
    port: UInt16, version: String, token: AccessToken, journal: Journal = .none,
    doors: (any DoorKeeper)? = nil, chat: @escaping ChatHandler
  ) throws(ServerError) -> KithServer {
    let page = StaticFile(type: "text/html; charset=utf-8", bytes: PackageResources.index_html)
    let styles = StaticFile(type: "text/css; charset=utf-8", bytes: PackageResources.styles_css)
    let icon = StaticFile(type: "image/svg+xml", bytes: PackageResources.icon_svg)
    let health = #"{"status":"ok","version":"\#(version)"}"#
    let door = ChatRoute(token: token, chat: chat)
    let own: [String: [String: HTTPService.Handler]] = [
      "/": ["GET": { request, _ in page.response(to: request) }],
      "/styles.css": ["GET": { request, _ in styles.response(to: request) }],
      "/icon.svg": ["GET": { request, _ in icon.response(to: request) }],
      "/health": [
        "GET": { _, _ in
          Response(
            .ok, headers: ["content-type": "application/json", "cache-control": "no-store"],
            body: .bytes(Array(health.utf8)))
        }
      ],
      "/kith/chat": ["POST": { request, body in try await door.answer(request, body) }],
    ]
    let routes = Routes(own.merging(doors.map { Doors($0).paths } ?? [:]) { mine, _ in mine })
    do {
      return KithServer(
        try HTTPService.start(port: port, journal: journal) { request, body in
          try await routes.answer(request, body)
        })
    } catch {
      throw ServerError(error)
    }
  }

  private init(_ service: HTTPService) {
    self.service = service
  }

  /// Stops: nobody new comes in, running answers may finish.
  ///
  /// - Parameter limit: How long to wait for them; then they are cut.
  public func stop(within limit: Duration = .seconds(5)) async {
    await service.stop(within: limit)
  }
}
