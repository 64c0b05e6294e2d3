import PretendProvider
import TestSupport
import Testing

extension Visits {
  /// Visits after the first, visits beside it, and visits without a microphone.
  struct ManyPagesTests {
    private static let chip = "document.querySelector('kith-problem-chip')"
    private static let state = "document.querySelector('kith-talk-screen').dataset.state"

    @Test func `another day the words are there, are found, and are heard again`() async throws {
      let visit = try await Visit(
        Script([.reply("The lighthouse is white."), .reply("The harbour sleeps.")]))
      try await visit.write("Tell me about the lighthouse.")
      try await visit.wait(forReplies: 1)
      try await visit.write("And the harbour?")
      try await visit.wait(forReplies: 2)
      let page = try await visit.browser.page(before: try Visit.scripts())
      try await page.visit(visit.address + "/")
      try await page.click("[aria-label='Words']")
      try await page.wait(for: "document.querySelectorAll('.turn').length === 4")
      let shown = try await page.value(
        of: "[...document.querySelectorAll('.turn .words')].map((words) => words.textContent)")
      #expect(
        shown.list.map(\.text) == [
          "Tell me about the lighthouse.", "The lighthouse is white.", "And the harbour?",
          "The harbour sleeps.",
        ])
      try await page.value(of: "document.querySelector('[type=search]').focus()")
      try await page.type("HARBOUR")
      try await page.wait(for: "document.querySelectorAll('.turn').length === 2")
      #expect(try await page.value(of: "document.querySelectorAll('mark').length").value == 2)
      try await page.click(".turn.companion")
      try await page.wait(for: "ears.level(100) > 0.01")
      try await page.wait(for: "!document.querySelector('.turn.sounding')")
      let heard = try await Played(in: page).words(from: 0)
      #expect(heard.lowercased().contains("harbour") || heard.lowercased().contains("harbor"))
      #expect(page.complaints == [])
      try await visit.end()
    }

    @Test func `of two pages one has the conversation, and either may take it`() async throws {
      let visit = try await Visit(.saying("I am here."))
      let first = visit.page
      let second = try await visit.browser.page(before: try Visit.scripts())
      try await second.visit(visit.address + "/")
      try await second.wait(for: "\(Self.state) === 'elsewhere'")
      #expect(try await second.value(of: "\(Self.chip).hidden") == false)
      // What is said in one is read in both.
      try await visit.write("Where are you?")
      try await visit.wait(forReplies: 1)
      try await second.wait(
        for: "document.querySelector('kith-captions .person').textContent === 'Where are you?'")
      try await second.click("kith-problem-chip button")
      try await second.wait(for: "\(Self.state) === 'idle' && \(Self.chip).hidden")
      try await first.wait(for: "\(Self.state) === 'elsewhere'")
      #expect(second.complaints == [])
      try await visit.end()
    }

    @Test func `the page that is left behind has the conversation, and answers`() async throws {
      let visit = try await Visit(.saying("Here I am."))
      let second = try await visit.browser.page(before: try Visit.scripts())
      try await second.visit(visit.address + "/")
      try await second.wait(for: "\(Self.state) === 'elsewhere'")
      // Loaded anew, the first one keeps it.
      try await visit.page.visit(visit.address + "/")
      try await visit.page.wait(for: "wire.of('session.created').at(-1)?.resumed")
      #expect(try await visit.page.value(of: Self.state).text != "elsewhere")
      #expect(try await second.value(of: Self.state).text == "elsewhere")
      try await visit.page.close()
      try await second.wait(for: "\(Self.state) === 'idle' && \(Self.chip).hidden")
      try await second.click("[aria-label='Write']")
      try await second.type("Are you there?")
      try await second.press("Enter")
      try await second.wait(for: "ears.level(100) > 0.01")
      try await second.wait(for: "wire.of('response.done').length === 1")
      #expect(second.complaints == [])
      await visit.brain.stop()
    }

    @Test func `without a microphone the page says so, and writing works`() async throws {
      let visit = try await Visit(
        .saying("Writing is fine."), hasMouth: false, mayListen: nil)
      try await visit.browser.command(
        "Browser.setPermission",
        [
          "permission": ["name": "microphone"], "setting": "denied",
          "origin": .string(visit.address),
        ])
      let page = visit.page
      try await page.click("kith-talk-button button")
      try await page.wait(
        for: "\(Self.chip).textContent.includes('This page may not use the microphone.')")
      try await visit.write("Then I write.")
      try await visit.wait(forReplies: 1)
      #expect(
        try await visit.turns().map { $0["text"].text } == ["Then I write.", "Writing is fine."])
      try await visit.end()
    }
  }
}
