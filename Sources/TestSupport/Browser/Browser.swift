import Glibc

/// A Chromium without a window, with a profile of its own that goes with it.
public final class Browser: Sendable {
  /// What a skipped test says.
  public static let absence = "There is no chromium here; Debian's package is chromium."
  /// Where it lies; nil when there is none.
  public static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    (path: String) in unsafe access(path, X_OK) == 0
  }

  /// What could not be done.
  public struct Failure: Error, CustomStringConvertible {
    /// In words.
    public let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  private let process: TestedProgram
  private let wire: BrowserWire

  /// Starts it.
  ///
  /// - Parameters:
  ///   - microphone: The sound file that its microphone hears once; nil for none that is asked for.
  ///   - mayListen: Whether a page that asks for the microphone gets it; nil when the test says so.
  ///   - holdsSoundBack: Whether a page that nobody has touched can't be heard, as for a person.
  /// - Throws: ``Failure`` and whatever else keeps it from starting.
  public init(
    microphone: String? = nil, mayListen: Bool? = true, holdsSoundBack: Bool = false
  ) async throws {
    guard let program = Self.program else { throw Failure(Self.absence) }
    let folder = try TemporaryFolder()
    var arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--disable-extensions", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-breakpad", "--log-level=3",
      "--mute-audio", "--hide-scrollbars", "--remote-debugging-port=0",
      "--use-fake-device-for-media-stream",
      "--autoplay-policy=" + (holdsSoundBack ? "document-user-activation" : "no-user-gesture")
        + "-required",
      "--user-data-dir=\(folder.path)/profile", "about:blank",
    ]
    // A page that nobody looks at draws nothing; these are all looked at.
    arguments += [
      "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
      "--disable-background-timer-throttling",
    ]
    if mayListen == true { arguments.append("--use-fake-ui-for-media-stream") }
    if let microphone {
      arguments.append("--use-file-for-fake-audio-capture=\(microphone)%noloop")
    }
    process = try TestedProgram(
      program, arguments,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC", "LANG": "C.UTF-8"],
      in: folder)
    let mark = "DevTools listening on ws://127.0.0.1:"
    guard let told = try await process.rest(ofLineWith: mark), let slash = told.firstIndex(of: "/"),
      let port = UInt16(told[..<slash])
    else { throw Failure("The browser did not start.") }
    wire = try await BrowserWire(port: port, path: String(told[slash...]))
  }

  /// Opens an empty page.
  ///
  /// - Parameters:
  ///   - script: Runs in it before anything of the page does, at every visit.
  ///   - isTouched: Whether what a test looks at counts as a touch of the page.
  /// - Returns: The page.
  /// - Throws: ``Failure``.
  public func page(
    before script: String = "", isTouched: Bool = true
  ) async throws -> BrowserPage {
    let target = try await command("Target.createTarget", ["url": "about:blank"])["targetId"]
    let attached = try await command(
      "Target.attachToTarget", ["targetId": target, "flatten": true])
    let page = BrowserPage(
      wire: wire, session: attached["sessionId"].text, target: target.text,
      isTouched: isTouched)
    for domain in ["Page", "Runtime", "Log", "Network"] {
      try await page.command("\(domain).enable")
    }
    try await page.command(
      "Page.addScriptToEvaluateOnNewDocument", ["source": .string(BrowserPage.helpers + script)])
    return page
  }

  /// Tells the browser as a whole something.
  @discardableResult
  public func command(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await wire.command(method, parameters, session: nil)
  }
}
