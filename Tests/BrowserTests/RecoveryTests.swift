import Bench
import PretendProvider
import TestSupport
import Testing

extension Visits {
  /// The wire breaks, or Kith does.
  struct RecoveryTests {
    private static let spoken = "Could you remind me to call my mother on Friday?"
    private static let chip = "document.querySelector('kith-problem-chip')"
    private static let state = "document.querySelector('kith-talk-screen').dataset.state"

    @Test func `a wire that breaks while somebody speaks costs no word`() async throws {
      let visit = try await Visit(.saying("I heard it all."))
      let page = visit.page
      try await visit.listen()
      try await visit.say("ten-words")
      try await page.wait(for: "wire.of('input_audio_buffer.speech_started').length === 1")
      try await page.value(of: "wire.cut()")
      try await page.wait(for: "mouth.isSilent")
      try await page.value(of: "wire.mend()")
      try await visit.wait(forReplies: 1)
      #expect(try await page.value(of: "wire.of('session.created')[1].resumed").isTrue)
      let said = try await visit.said()
      #expect(WordErrorRate(of: said, against: Self.spoken).rate == 0, "\(said)")
      #expect(try await visit.turns().map { $0["text"].text } == [said, "I heard it all."])
      try await visit.end()
    }

    @Test func `a Kith that was killed comes back to a page that waits`() async throws {
      var visit = try await Visit(.saying("Here I am."))
      let page = visit.page
      try await visit.listen()
      _ = try await visit.kith.killed()
      try await page.wait(for: "\(Self.chip).textContent.includes('Kith is not running')")
      #expect(try await page.value(of: Self.state).text == "away")
      try await visit.restart()
      try await page.wait(for: "\(Self.chip).hidden")
      try await visit.say("ten-words")
      try await visit.wait(forReplies: 1)
      let said = try await visit.said()
      #expect(WordErrorRate(of: said, against: Self.spoken).rate <= 0.2, "\(said)")
      #expect(try await page.value(of: "ears.chunks.length").value > 0)
      try await visit.end()
    }

    @Test func `a Kith killed amid a sentence hears it whole when it is back`() async throws {
      var visit = try await Visit(.saying("Yes."))
      let page = visit.page
      try await visit.listen()
      try await visit.say("ten-words")
      try await page.wait(for: "wire.of('input_audio_buffer.speech_started').length === 1")
      _ = try await visit.kith.killed()
      try await visit.restart()
      try await visit.wait(forReplies: 1)
      let said = try await visit.said()
      #expect(WordErrorRate(of: said, against: Self.spoken).rate == 0, "\(said)")
      try await visit.end()
    }

    @Test func `the face is there even when Kith is not, and wakes with it`() async throws {
      var visit = try await Visit(.saying("Good morning."))
      let page = visit.page
      try await page.wait(
        for: """
          (async () => {
            for (const name of await caches.keys()) {
              if (await (await caches.open(name)).match('/kept-whole')) return true;
            }
            return false;
          })()
          """)
      _ = try await visit.kith.killed()
      try await page.visit(visit.address + "/")
      try await page.wait(for: "\(Self.chip).textContent.includes('Kith is not running')")
      #expect(try await page.value(of: Self.state).text == "away")
      #expect(try await page.value(of: "customElements.get('kith-face') !== undefined").isTrue)
      try await visit.restart()
      try await page.wait(for: "\(Self.chip).hidden")
      try await visit.write("Good morning.")
      try await visit.wait(forReplies: 1)
      #expect(
        try await visit.turns().map { $0["text"].text } == ["Good morning.", "Good morning."])
      try await visit.end()
    }
  }
}
