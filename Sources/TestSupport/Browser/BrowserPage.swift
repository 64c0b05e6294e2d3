/// A page in a ``Browser``: a test goes somewhere, looks, presses keys and waits for what it expects.
public final class BrowserPage: Sendable {
  /// Functions that every page has for tests.
  static let helpers = #"""
    globalThis.until = async (condition, what, within) => {
      const end = performance.now() + within;
      for (;;) {
        try {
          if (await condition()) return;
        } catch {
          // What is looked for is not there yet.
        }
        if (performance.now() > end) throw new Error(`it did not happen: ${what}`);
        await new Promise((done) => setTimeout(done, 15));
      }
    };

    """#

  private let wire: BrowserWire
  private let session: String
  /// Its name in the browser.
  public let target: String
  private let isTouched: Bool

  init(wire: BrowserWire, session: String, target: String, isTouched: Bool) {
    self.wire = wire
    self.session = session
    self.target = target
    self.isTouched = isTouched
  }

  /// Tells the page something in the words of the protocol.
  @discardableResult
  public func command(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await wire.command(method, parameters, session: session)
  }

  /// Goes to `address` and waits until it is there.
  public func visit(_ address: String) async throws {
    let answer = try await command("Page.navigate", ["url": .string(address)])
    guard answer["errorText"].text.isEmpty else {
      throw Browser.Failure("\(address): \(answer["errorText"].text)")
    }
    try await wait(for: "document.readyState === 'complete'")
  }

  /// The value of a JavaScript expression; a promise is waited for.
  @discardableResult
  public func value(of expression: String) async throws -> JSON {
    let answer = try await command(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": true, "returnByValue": true,
        "userGesture": .flag(isTouched),
      ])
    let fault = answer["exceptionDetails"]
    guard fault == .null else {
      let words = fault["exception"]["description"].text
      throw Browser.Failure(words.isEmpty ? fault["text"].text : words)
    }
    return answer["result"]["value"]
  }

  /// Waits until a JavaScript expression holds.
  ///
  /// - Throws: ``Browser/Failure`` when it does not within `time`.
  public func wait(for expression: String, within time: Duration = .seconds(30)) async throws {
    let quoted = JSON.string(expression).written
    let waiting = "until(async () => (\(expression)), \(quoted), \(time / .milliseconds(1)))"
    do {
      try await value(of: waiting)
    } catch {
      let shown = try await value(of: "document.body?.innerText")
      throw Browser.Failure("\(error)\n\(complaints.joined(separator: "\n"))\n\(shown.text)")
    }
  }

  /// Presses a key and lets it go: a letter, or a name such as `Tab`.
  public func press(_ key: String, shift: Bool = false) async throws {
    let codes = ["Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowDown": 40, "ArrowUp": 38]
    var down: [String: JSON] = [
      "type": "keyDown", "key": .string(key), "code": .string(key == " " ? "Space" : key),
      "modifiers": shift ? 8 : 0,
    ]
    if let code = codes[key] { down["windowsVirtualKeyCode"] = .number(Double(code)) }
    if key.count == 1 { down["text"] = .string(key) }
    if key == "Enter" { down["text"] = "\r" }
    try await command("Input.dispatchKeyEvent", .object(down))
    down["type"] = "keyUp"
    down["text"] = nil
    try await command("Input.dispatchKeyEvent", .object(down))
  }

  /// Types words where the focus is.
  public func type(_ words: String) async throws {
    try await command("Input.insertText", ["text": .string(words)])
  }

  /// Presses the middle of the element that `selector` names, as a mouse or finger does.
  public func click(_ selector: String) async throws {
    let quoted = JSON.string(selector).written
    try await wait(for: "document.querySelector(\(quoted))?.getClientRects().length")
    let place = try await value(
      of: """
        (() => {
          const element = document.querySelector(\(quoted));
          element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
          const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        })()
        """)
    for kind in ["mousePressed", "mouseReleased"] {
      try await command(
        "Input.dispatchMouseEvent",
        ["type": .string(kind), "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
    }
  }

  /// The size of the window, in CSS pixels.
  public func resize(width: Int, height: Int, scale: Double = 1) async throws {
    try await command(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(width)), "height": .number(Double(height)),
        "deviceScaleFactor": .number(scale), "mobile": .flag(width < 600),
      ])
  }

  /// What the system says it prefers, such as `prefers-color-scheme: light`.
  public func prefer(_ features: [String: String]) async throws {
    try await command(
      "Emulation.setEmulatedMedia",
      [
        "features": .array(
          features.map { ["name": .string($0.key), "value": .string($0.value)] })
      ])
  }

  /// A picture of what is to be seen, as a PNG file in base 64.
  public func picture() async throws -> String {
    try await command("Page.captureScreenshot", ["format": "png"])["data"].text
  }

  /// What went wrong in the page so far.
  ///
  /// Errors nobody caught, errors in its console, and what its own rules forbade. That a server could
  /// not be reached is none.
  public var complaints: [String] {
    wire.events(of: session).compactMap { event in
      let told = event["params"]
      switch event["method"].text {
      case "Runtime.exceptionThrown":
        return told["exceptionDetails"]["exception"]["description"].text
      case "Runtime.consoleAPICalled" where told["type"].text == "error":
        return told["args"].list.map { $0["value"].text + $0["description"].text }.joined()
      case "Log.entryAdded":
        let entry = told["entry"]
        guard entry["level"].text == "error", entry["source"].text != "network" else { return nil }
        return "\(entry["source"].text): \(entry["text"].text) \(entry["url"].text)"
      default: return nil
      }
    }
  }

  /// Leaves the page for good.
  public func close() async throws {
    _ = try await wire.command("Target.closeTarget", ["targetId": .string(target)], session: nil)
  }
}
