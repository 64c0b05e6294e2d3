import PretendProvider
import TestSupport

/// How the page is looked at.
struct Look: Sendable, CustomStringConvertible {
  var width: Int
  var height: Int
  var theme: String
  /// How large the person has set text, in percent.
  var text = 100

  static let phone = [
    Look(width: 360, height: 740, theme: "dark"), Look(width: 360, height: 740, theme: "light"),
  ]
  static let desktop = [
    Look(width: 1280, height: 800, theme: "dark"), Look(width: 1280, height: 800, theme: "light"),
  ]
  static let largeText = [
    Look(width: 360, height: 740, theme: "dark", text: 200),
    Look(width: 1280, height: 800, theme: "dark", text: 200),
  ]
  static let highContrast = [Look(width: 360, height: 740, theme: "contrast")]

  var description: String {
    "\(width)x\(height)-\(theme)" + (text == 100 ? "" : "-text\(text)")
  }

  /// Looks at `page` this way, once everything has come to rest.
  func take(at page: BrowserPage) async throws {
    try await page.resize(width: width, height: height)
    try await page.prefer([
      "prefers-color-scheme": theme,
      "prefers-contrast": theme == "contrast" ? "more" : "no-preference",
      "prefers-reduced-motion": "no-preference",
    ])
    try await page.command(
      "Page.setFontSizes",
      ["fontSizes": ["standard": .number(Double(16 * text / 100)), "fixed": 13]])
    try await page.value(
      of: """
        (async () => {
          const isPassing = ({ effect, playState }) =>
            playState === 'running' && effect.getComputedTiming().endTime < 2000;
          const isMoving = () => document.getAnimations().some(isPassing)
            || document.querySelector('dialog.leaving');
          for (let calm = 0, frames = 0; calm < 4 && frames < 300; frames += 1) {
            await new Promise((done) => requestAnimationFrame(done));
            calm = isMoving() ? 0 : calm + 1;
          }
        })()
        """)
  }
}

/// Leads through every screen and state of the page.
struct Tour {
  private static let state = "document.querySelector('kith-talk-screen').dataset.state"
  private static let story =
    "Last summer a small ship came into the harbour. "
    + String(
      repeating: "Nobody knew where it was from, and the captain only smiled when they asked. ",
      count: 30)

  /// What is done at each stop: its name and the page to look at.
  let stop: (String, BrowserPage) async throws -> Void

  /// Goes everywhere.
  func run() async throws {
    try await welcome()
    try await talk()
    try await timers()
    try await words()
    try await settings()
  }

  private func welcome() async throws {
    let visit = try await Visit(.saying("Hello."), isNew: true)
    let page = visit.page
    try await page.wait(for: "document.querySelector('dialog:modal')")
    for card in 1...5 {
      try await page.wait(
        for:
          "document.querySelector('kith-welcome-sheet .dots').textContent.startsWith('Card \(card)')"
      )
      try await stop("welcome-\(card)", page)
      try await page.click("kith-welcome-sheet footer .main")
    }
    try await visit.end()
  }

  private func talk() async throws {
    var visit = try await Visit(
      Script([
        .reply(Self.story), .reply(Self.story, Pace(firstToken: .seconds(60), tokensPerSecond: 20)),
      ]))
    let page = visit.page
    try await stop("talk-idle", page)
    try await page.click("[aria-label='Write']")
    try await page.type("Tell me about the ship")
    try await stop("talk-typing", page)
    try await page.press("Escape")
    try await visit.listen()
    try await stop("talk-listening", page)
    try await visit.say("ten-words")
    try await page.wait(for: "\(Self.state) === 'hearing'")
    try await page.wait(for: "document.querySelector('kith-captions .person').textContent")
    try await stop("talk-hearing", page)
    try await page.wait(for: "document.querySelector('kith-captions .now')")
    try await stop("talk-speaking", page)
    try await page.click("kith-talk-button button")
    try await page.wait(for: "wire.of('response.done').length === 1")
    try await visit.write("And then?")
    try await page.wait(for: "\(Self.state) === 'thinking'")
    try await page.press("Escape")
    try await stop("talk-thinking", page)
    let other = try await visit.browser.page(before: try Visit.scripts())
    try await other.visit(visit.address + "/")
    try await other.wait(for: "\(Self.state) === 'elsewhere'")
    try await stop("talk-elsewhere", other)
    try await other.close()
    _ = try await visit.kith.killed()
    try await page.wait(for: "\(Self.state) === 'away'")
    try await page.wait(for: "!document.querySelector('kith-problem-chip').hidden")
    try await stop("talk-offline", page)
    try await visit.restart()
    try await page.wait(for: "\(Self.state) !== 'away'")
    try await visit.end()
  }

  private func timers() async throws {
    let visit = try await Visit(.saying("Hello."))
    let page = visit.page
    try await visit.write("Set a pasta timer for ten minutes.")
    try await visit.write("Wake me at half past six.")
    try await page.wait(for: "document.querySelectorAll('kith-timers .chip').length === 2")
    try await page.press("Escape")
    try await stop("timers-running", page)
    try await visit.write("Set a timer for the eggs for one second.")
    try await page.wait(for: "!document.querySelector('kith-timers .ring').hidden")
    try await page.press("Escape")
    try await stop("timers-ringing", page)
    try await visit.end()
  }

  private func words() async throws {
    let visit = try await Visit(
      Script([
        .reply("It is a white tower on the cliff, and its lamp turns all night."),
        .reply("In summer, yes. In winter the waves come over the steps."),
        .failure(404, "no such model"),
      ]))
    let page = visit.page
    try await page.click("[aria-label='Words']")
    try await page.wait(for: "document.querySelector('kith-words-sheet .told').textContent")
    try await stop("words-empty", page)
    try await page.press("Escape")
    try await page.wait(for: "!document.querySelector('kith-words-sheet dialog').open")
    try await visit.write("Tell me about the lighthouse.")
    try await visit.wait(forReplies: 1)
    try await visit.write("Can one go there?")
    try await visit.wait(forReplies: 2)
    try await page.press("Escape")
    try await page.click("[aria-label='Words']")
    try await page.wait(for: "document.querySelectorAll('.turn').length === 4")
    try await stop("words-full", page)
    try await page.click(".companion:last-child .why, li:last-child .why")
    try await page.wait(for: "document.querySelector('kith-turn-story .steps')")
    try await stop("words-why", page)
    try await page.press("Escape")
    try await page.wait(for: "document.querySelector('kith-turn-story').hidden")
    try await page.value(of: "document.querySelector('[type=search]').focus()")
    try await page.type("lamp")
    try await page.wait(for: "document.querySelector('mark')")
    try await stop("words-search", page)
    try await page.press("Escape")
    try await page.press("Escape")
    try await page.wait(for: "!document.querySelector('kith-words-sheet dialog').open")
    try await visit.write("And in autumn?")
    try await page.wait(for: "!document.querySelector('kith-problem-chip').hidden")
    try await stop("talk-problem", page)
    try await visit.end()
  }

  private func settings() async throws {
    let visit = try await Visit(.saying("Hello."))
    let page = visit.page
    for place in ["", "/brain", "/voice", "/look", "/privacy", "/about"] {
      try await page.visit(visit.address + "/#settings\(place)")
      try await page.wait(for: "document.querySelector('kith-settings-sheet dialog').open")
      try await page.wait(
        for: "document.querySelector('kith-settings-sheet .content').childElementCount > 0"
          + " && wire.of('session.created').length > 0")
      try await stop("settings\(place.replacing("/", with: "-"))", page)
    }
    try await visit.end()
  }
}
