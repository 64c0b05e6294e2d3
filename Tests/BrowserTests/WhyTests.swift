import PretendProvider
import TestSupport
import Testing

extension Visits {
  /// Why a turn went as it did.
  struct WhyTests {
    @Test func `who asks why sees the turn drawn and told, and can save it`() async throws {
      let visit = try await Visit(.saying("On Friday, then."))
      let page = visit.page
      try await visit.listen()
      try await visit.say("ten-words")
      try await visit.wait(forReplies: 1)
      try await page.click("[aria-label='Words']")
      try await page.wait(for: "document.querySelector('.why')")
      // With keys alone.
      try await page.press("Tab")
      try await page.value(of: "document.querySelector('.why').focus()")
      #expect(try await page.value(of: "showsFocus()").text == "")
      try await page.press("Enter")
      try await page.wait(for: "document.querySelector('kith-turn-story .steps')")
      #expect(try await page.value(of: "location.hash").text == "#words/2")
      let told = try await page.value(
        of:
          "[...document.querySelectorAll('kith-turn-story .what')].map((line) => line.textContent)"
      ).list.map(\.text)
      #expect(told.first == "You spoke.")
      #expect(told.contains { $0.hasPrefix("I took it that you were done. I waited for ") })
      #expect(told.last?.hasPrefix("I spoke.") == true)
      // The drawing is for the eyes alone; all of it is in the list.
      let marks = try await page.value(
        of: "document.querySelectorAll('.drawing[aria-hidden=true] :is(.bar, .dot)').length")
      #expect(marks.value >= 5)
      let outside = try await page.value(
        of: """
          (() => {
            const tracks = [...document.querySelectorAll('kith-turn-story .bar')];
            return tracks.filter((bar) => {
              const { left, right } = bar.getBoundingClientRect();
              const track = bar.parentElement.getBoundingClientRect();
              return left < track.left - 1 || right > track.right + 4;
            }).length;
          })()
          """)
      #expect(outside.value == 0)
      let saved = try await page.value(
        of: """
          (async () => {
            const link = document.querySelector('kith-turn-story a[download]');
            const trace = await (await fetch(link.href)).json();
            return [link.download, trace.kith_trace, JSON.stringify(trace)];
          })()
          """)
      #expect(saved[0].text == "kith-turn-1.json")
      #expect(saved[1].value == 1)
      #expect(!saved[2].text.contains("mother") && !saved[2].text.contains("Friday"))

      try await page.press("Escape")
      try await page.wait(for: "location.hash === '#words'")
      let focused = try await page.value(of: "document.activeElement.dataset.why")
      #expect(focused.text == "2")
      try await visit.end()
    }

    @Test func `a turn of which nothing was written down says so`() async throws {
      let visit = try await Visit(.saying("Hello."))
      let page = visit.page
      try await page.visit(visit.address + "/#words/77")
      let story = "document.querySelector('kith-turn-story')"
      try await page.wait(for: "\(story).textContent.includes('There is no turn 77.')")
      #expect(try await page.value(of: "\(story).querySelector('a') === null").isTrue)
      try await visit.end()
    }
  }
}
