import PretendProvider
import TestSupport
import Testing

extension Visits {
  /// Timers as they are seen and heard.
  struct TimerTests {
    private static let strip = "document.querySelector('kith-timers .ring')"
    private static let chips = "document.querySelectorAll('kith-timers .chip')"

    @Test func `a timer counts down, rings with its words, and stops at a tap`() async throws {
      let visit = try await Visit(.saying("I should not be asked."))
      let page = visit.page
      try await visit.write("Set a tea timer for three seconds.")
      try await page.wait(for: "\(Self.chips).length === 1")
      let chip = try await page.value(of: "\(Self.chips)[0].textContent").text
      #expect(chip.contains("tea") && chip.contains("0:0"), "\(chip)")
      try await page.wait(for: "!\(Self.strip).hidden", within: .seconds(20))
      #expect(try await page.value(of: "\(Self.strip).textContent").text.contains("for tea"))
      #expect(try await page.value(of: "\(Self.strip).getAttribute('role')").text == "alert")
      #expect(try await page.value(of: "\(Self.chips).length").value == 0)
      try await page.wait(for: "ears.chunks.some(({ samples }) => samples.some((s) => s > 0.01))")
      // The line to type in takes the room of the button on a low screen.
      try await page.press("Escape")
      try await page.value(of: "\(Self.strip).querySelector('button').focus()")
      try await page.press("Enter")
      try await page.wait(for: "\(Self.strip).hidden")
      #expect(
        try await page.value(of: "document.activeElement.closest('kith-talk-button') !== null")
          .isTrue)
      let asked = await visit.brain.requests
      #expect(asked.allSatisfy { !$0.path.contains("completions") })
      try await visit.end()
    }

    @Test func `a ring is stopped by a word`() async throws {
      let visit = try await Visit(.saying("I should not be asked."))
      let page = visit.page
      try await visit.write("Set a timer for one second.")
      try await page.wait(for: "!\(Self.strip).hidden", within: .seconds(20))
      try await visit.write("Stop.")
      try await page.wait(for: "\(Self.strip).hidden")
      try await visit.end()
    }

    @Test func `the round button stops a ring, and a tap beside the eyes does not`() async throws {
      let visit = try await Visit(.saying("I should not be asked."))
      let page = visit.page
      try await visit.write("Set a timer for six seconds.")
      try await page.wait(for: "\(Self.chips).length === 1")
      try await visit.write("Start over.")
      try await page.press("Escape")
      try await page.wait(for: "!\(Self.strip).hidden", within: .seconds(20))
      #expect(try await visit.turns().last?["text"].text.hasSuffix("Your timer runs on.") == true)
      try await page.wait(for: "document.querySelector('kith-talk-button [aria-label^=Stop]')")
      try await page.click("kith-talk-screen .glass")
      try await page.click("kith-talk-screen .name")
      #expect(try await page.value(of: "\(Self.strip).hidden") == false)
      #expect(try await page.value(of: "\(Self.strip).textContent.includes('Tap')") == false)
      try await page.click("kith-talk-button button")
      try await page.wait(for: "\(Self.strip).hidden")
      try await page.wait(for: "!document.querySelector('kith-talk-button [aria-label^=Stop]')")
      #expect(
        try await page.value(of: "wire.sent.filter(({ type }) => type === 'kith.silence').length")
          .value == 1)
      // It was pressed for the ring alone.
      #expect(
        try await page.value(of: "wire.sent.some(({ type }) => type === 'kith.listen')") == false)
      try await visit.end()
    }

    @Test(arguments: ["two", "twelve"])
    func `a ring in a page that nobody touched says so, and is heard after a tap`(
      seconds: String
    ) async throws {
      let visit = try await Visit(.saying("I should not be asked."), holdsSoundBack: true)
      try await visit.write("Set a tea timer for \(seconds) seconds.")
      // It begins to ring before the page has the conversation, or after that.
      let begun = seconds == "two" ? "!\(Self.strip).hidden" : "\(Self.chips).length === 1"
      try await visit.page.wait(for: begun)
      let page = try await visit.browser.page(before: try Visit.scripts(), isTouched: false)
      try await page.visit(visit.address + "/")
      try await page.wait(for: begun)
      #expect(try await page.value(of: "\(Self.strip).textContent.includes('Tap')") == false)
      try await visit.page.close()
      try await page.wait(for: "\(Self.strip).textContent.includes('Tap to hear it ring.')")
      #expect(
        try await page.value(
          of: "ears.chunks.some(({ samples }) => samples.some((s) => s > 0.01))") == false)
      try await page.click("kith-talk-screen .name")
      try await page.wait(for: "ears.level(1000) > 0.01")
      try await page.wait(for: "!\(Self.strip).textContent.includes('Tap to hear')")
      #expect(try await page.value(of: "\(Self.strip).hidden") == false)
      try await page.click("kith-timers .ring button")
      try await page.wait(for: "\(Self.strip).hidden")
      #expect(page.complaints == [])
      await visit.brain.stop()
    }

    @Test func `told to sleep, the page closes its ears and says how to wake it`() async throws {
      let visit = try await Visit(.saying("I should not be asked."))
      let page = visit.page
      try await visit.listen()
      try await visit.write("Good night.")
      try await page.wait(for: "!document.querySelector('kith-talk-button [aria-label^=Stop]')")
      try await page.wait(
        for: "document.querySelector('kith-talk-screen .state').textContent.includes('sleeps')")
      try await visit.end()
    }
  }
}
