import FoundationEssentials
import PretendProvider
import Sound
import TestSupport
import Testing

/// Everything in here uses one browser, one Kith and its engines at a time.
@Suite(
  .serialized, .enabled(if: Browser.program != nil, Comment(rawValue: Browser.absence)),
  .enabled(
    if: SharedEngines.areHere && SharedEngines.voicesAreHere,
    Comment(rawValue: SharedEngines.absence)))
enum Visits {}

/// A Kith that serves, a model server that follows a script, and a browser that visits.
struct Visit {
  /// Where this Kith lives.
  let home: Home
  /// The program; another one after a restart.
  private(set) var kith: TestedProgram
  /// Where it is, without a slash at the end.
  let address: String
  /// Who thinks for it.
  let brain: ScriptedProvider
  /// The browser.
  let browser: Browser
  /// The page that is visited first.
  let page: BrowserPage
  private let options: [String]

  /// Starts everything, and goes to the page.
  ///
  /// - Parameters:
  ///   - script: What the model server says.
  ///   - isNew: Whether the introduction is still to come.
  ///   - hasMouth: Whether the test speaks into the microphone by ``say(_:)``.
  ///   - microphone: The recording that the microphone hears, with silence before it.
  ///   - mayListen: Whether the page gets the microphone; nil when the test says so.
  ///   - holdsSoundBack: Whether a page that nobody has touched can't be heard.
  /// - Throws: Whatever keeps one of them from starting.
  init(
    _ script: Script, isNew: Bool = false, hasMouth: Bool = true, microphone: String? = nil,
    mayListen: Bool? = true, holdsSoundBack: Bool = false
  ) async throws {
    home = try Home()
    brain = try ScriptedProvider(script)
    options = ["--warm", "--brain", brain.address, "--model", "pretend"]
    let web = try Self.web(in: home)
    let environment = ["KITH_WEB": web]
    kith = try home.start(["serve", "--port", "0"] + options, environment: environment)
    let line = try #require(await kith.line(within: .seconds(120)))
    address = String(try #require(line.split(separator: " ").last))
    var file: String?
    if let microphone {
      let quiet = [Float](repeating: 0, count: 72_000)
      let said = try Speech.clip(microphone).resampled(to: 48_000)
      file = try home.write(
        SoundClip(rate: 48_000, samples: quiet + said.samples + quiet), "microphone.wav")
    }
    browser = try await Browser(
      microphone: file, mayListen: mayListen, holdsSoundBack: holdsSoundBack)
    page = try await browser.page(before: try Self.scripts(hasMouth: hasMouth))
    if !isNew {
      try await page.visit(address + "/icons/icon.svg")
      try await page.value(
        of: """
          fetch('/kith/settings', { method: 'PUT', body: '{"welcomed":true}',
            headers: { 'content-type': 'application/json' } })
            .then(({ ok, status }) => { if (!ok) throw new Error(`settings: ${status}`); })
          """)
    }
    try await page.visit(address + "/")
    try await page.wait(for: "wire.of('session.created').length === 1")
  }

  /// What runs in a page before anything of its own.
  static func scripts(hasMouth: Bool = true) throws -> String {
    ["wire", "ears", "words", "accessibility"].map(script).joined()
      + (hasMouth ? script("mouth") : "")
  }

  private static func script(_ name: String) -> String {
    String(decoding: bytes(of: "\(folder)/Injected/\(name).js"), as: UTF8.self)
  }

  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")

  /// The files of the page, and beside them those of these tests.
  private static func web(in home: Home) throws -> String {
    let path = home.folder.file("web")
    try FileManager.default.copyItem(atPath: "\(folder)/../../Web", toPath: path)
    try FileManager.default.copyItem(atPath: "\(folder)/Pages", toPath: "\(path)/under-test")
    return path
  }

  /// The files with tests of the page's modules.
  static var pageTests: [String] {
    TemporaryFolder.names(in: "\(folder)/Pages").filter { $0.hasSuffix(".test.js") }
  }

  /// Starts Kith again where it was, after it was killed.
  mutating func restart() async throws {
    let port = try #require(address.split(separator: ":").last.map(String.init))
    kith = try home.start(
      ["serve", "--port", port] + options, environment: ["KITH_WEB": home.folder.file("web")])
    _ = try #require(await kith.line(within: .seconds(120)))
  }

  /// Presses the round button and waits until the microphone is open.
  func listen() async throws {
    try await page.click("kith-talk-button button")
    try await page.wait(for: "wire.sent.some(({ type }) => type === 'sound')")
  }

  /// Speaks a recording into the microphone.
  func say(_ name: String) async throws {
    let clip = try Speech.clip(name)
    let file = Data(PCM16.wave(PCM16.samples(clip.samples), rate: clip.rate))
    try await page.value(of: "mouth.say('\(file.base64EncodedString())')")
  }

  /// Types something and sends it.
  func write(_ words: String) async throws {
    if try await page.value(of: "document.querySelector('kith-composer').hidden").isTrue {
      try await page.click("[aria-label='Write']")
    }
    let field = "document.querySelector('kith-composer textarea')"
    try await page.value(of: "\(field).focus(), \(field).select()")
    try await page.type(words)
    try await page.press("Enter")
  }

  /// Waits until so many replies are over, and silence is back.
  func wait(forReplies count: Int) async throws {
    try await page.wait(
      for: "wire.of('response.done').length >= \(count)", within: .seconds(60))
    try await page.wait(
      for: "document.querySelector('kith-talk-screen').dataset.state !== 'speaking'",
      within: .seconds(60))
  }

  /// The turns that Kith has kept.
  func turns() async throws -> [JSON] {
    try await page.value(of: "fetch('/kith/turns').then((answer) => answer.json())")["turns"].list
  }

  /// What the person's caption shows.
  func said() async throws -> String {
    try await page.value(of: "document.querySelector('kith-captions .person').textContent").text
  }

  /// Ends everything, and tells what went wrong in the page meanwhile.
  func end() async throws {
    #expect(page.complaints == [])
    await brain.stop()
  }
}
