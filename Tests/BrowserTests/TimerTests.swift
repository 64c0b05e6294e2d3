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
