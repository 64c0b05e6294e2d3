/// Decides whom this server is, before any route is looked at.
///
/// A page of somebody else can let its own name point to this machine ("DNS rebinding"); its requests
/// then look as if they came from the same origin. Only the name in the request gives it away.
public struct HostPolicy: Sendable {
  private let check: @Sendable (_ host: Authority, _ port: UInt16) -> Bool

  /// A policy of your own.
  ///
  /// - Parameter check: Whether a request for `host` is served by the server bound to `port`.
  public init(_ check: @escaping @Sendable (_ host: Authority, _ port: UInt16) -> Bool) {
    self.check = check
  }

  /// This machine by its own names, with the bound port.
  ///
  /// `localhost.` with a dot at its end is not among them: it is another origin to a browser.
  public static let loopback = HostPolicy { host, port in
    switch host.host {
    case "localhost", "127.0.0.1", "[::1]": host.port ?? 80 == port
    default: false
    }
  }

  /// Every name; for servers that hold nothing worth stealing, such as scripted ones in tests.
  public static let anyone = HostPolicy { _, _ in true }

  func admits(_ host: Authority, port: UInt16) -> Bool {
    check(host, port)
  }
}

/// Decides which pages may send requests.
public enum OriginPolicy: Sendable {
  /// Pages of this server, and programs that are no browsers.
  case sameOrigin
  /// Every page.
  case anyone

  /// Whether the request may pass.
  ///
  /// A browser says with `Origin` and `Sec-Fetch-Site` who asks, and no page can change either. Kith is
  /// served over plain HTTP on loopback, so that the scheme of its own origin is `http`.
  func admits(_ request: Request) -> Bool {
    guard case .sameOrigin = self else { return true }
    switch request.headers["sec-fetch-site"] {
    case nil, "same-origin", "none": break
    default: if !isLink(request) { return false }
    }
    guard let origin = request.headers["origin"] else { return true }
    guard origin.hasPrefix("http://"), let page = Authority(origin.dropFirst(7)) else {
      return false
    }
    return page.host == request.host.host && page.port ?? 80 == request.host.port ?? 80
  }

  /// Whether somebody follows a link: the page opens at the top of a window, where the other page cannot
  /// look into it.
  private func isLink(_ request: Request) -> Bool {
    ["GET", "HEAD"].contains(request.method) && request.headers["upgrade"] == nil
      && request.headers["sec-fetch-mode"] == "navigate"
      && request.headers["sec-fetch-dest"] == "document"
  }
}
