import Bench
import FoundationEssentials
import PretendProvider
import Sound
import TestSupport
import Testing

/// What the pretended model says where the words matter.
private let answer = "Of course. I will remind you on Friday, right after breakfast."
/// A reply that goes on for a minute.
let story =
  "Once there was a ship with seven sails. "
  + String(
    repeating: "It sailed on and on over the quiet sea, and nobody knew where to. ", count: 12)

extension Visits {
  /// Talking by voice.
  struct TalkTests {
    @Test func `who speaks to the page reads the words and hears the answer`() async throws {
      let visit = try await Visit(
        .saying(answer), hasMouth: false, microphone: "ten-words")
      let page = visit.page
      let ready = try await page.value(
        of: "[performance.timing.loadEventEnd - performance.timing.navigationStart, "
          + "wire.of('session.created')[0].now]")
      print("page: loaded after \(ready[0].value) ms, greeted after \(ready[1].value) ms")
      try await visit.listen()
      try await visit.wait(forReplies: 1)
      let said = try await visit.said()
      let rate = WordErrorRate(
        of: said, against: "Could you remind me to call my mother on Friday?"
      ).rate
      #expect(rate <= 0.2, "\(said)")
      try await report(page)
      let heard = try await words(page)
      #expect(WordErrorRate(of: heard, against: answer).rate <= 0.2, "\(heard)")
      let turns = try await visit.turns()
      #expect(turns.map { $0["ending"].text } == ["whole", "whole"])
      #expect(turns.last?["text"].text == answer)
      try await visit.end()
    }

    /// What is said in the sound of the first reply; prints how well the marked words fit to it.
    private func words(_ page: BrowserPage) async throws -> String {
      let played = try await Played(in: page)
      let sent = PCM16.floats(
        PCM16.samples(
          littleEndian: [UInt8](
            try #require(Data(base64Encoded: await page.value(of: "wire.reply()").text)))))
      let first = try await page.value(of: "ears.frame(wire.sounds[0].now)").value
      let part = played.samples(from: Int(first))
      let offset = try #require(Played.onset(of: part)) - (try #require(Played.onset(of: sent)))
      // Sample s of the reply sounds at frame `begin + s`.
      let begin = played.first + (part.startIndex + offset)
      let marks = try await page.value(of: "marks.map((mark) => ({ ...mark, ...wire.word(mark) }))")
      var late: [Double] = []
      for mark in marks.list where mark["sample"].value >= 0 {
        let due = (Double(begin) + mark["sample"].value) / 24_000 + mark["latency"].value
        late.append((mark["time"].value - due) * 1000)
      }
      let (middle, most) = spread(late)
      print("words: \(late.count) marked, \(middle) ms late in the middle, \(most) ms at most")
      #expect(late.count >= 8)
      return try await played.words(from: begin)
    }

    /// Prints how long the ways between the page and Kith take.
    private func report(_ page: BrowserPage) async throws {
      let figures = try await page.value(
        of: """
          (() => {
            const sound = wire.sent.filter(({ type }) => type === 'sound');
            // The least of these is the microphone's own start.
            const lags = sound.map(({ end, now }) => now - (end / 24000) * 1000);
            const { now } = wire.sounds[0];
            const from = Math.floor(ears.frame(now));
            const rendered = ears.chunks.flatMap(({ frame, samples }) =>
              frame + samples.length < from ? [] : [...samples].flatMap((value, at) =>
                Math.abs(value) > 1e-4 && frame + at >= from ? [frame + at] : []))[0];
            return [lags.map((lag) => lag - Math.min(...lags)), ears.when(rendered) - now];
          })()
          """)
      let (middle, most) = spread(figures[0].list.map(\.value))
      print("microphone: sent \(middle) ms after it was first possible, \(most) ms at most")
      print("reply: \(figures[1].value) ms from its first message to its first sound")
    }

    @Test func `who talks over a reply stops it, and the words that were heard are kept`()
      async throws
    {
      let visit = try await Visit(Script([.reply(story), .reply("All right.")]))
      let page = visit.page
      try await visit.listen()
      try await visit.say("where-does-my-sister-live")
      try await page.wait(
        for: "wire.sent.some(({ type, played }) => type === 'kith.playout' && played > 60000)",
        within: .seconds(60))
      try await visit.say("my-sister-lives-in-lisbon")
      try await page.wait(for: "wire.of('output_audio_buffer.cleared').length === 1")
      try await visit.wait(forReplies: 2)
      let turns = try await visit.turns()
      #expect(turns.map { $0["ending"].text } == ["whole", "cut", "whole", "whole"])
      let cut = turns.count > 1 ? turns[1]["text"].text : ""
      #expect(story.hasPrefix(cut) && cut.count > 30, "\(cut)")
      let silence = try await page.value(
        of: """
          (() => {
            const cleared = wire.of('output_audio_buffer.cleared')[0].now;
            const [from, to] = [ears.frame(mouth.said[1]), ears.frame(cleared) + 12000];
            const loud = ears.chunks.flatMap(({ frame, samples }) => [...samples].flatMap(
              (value, at) => frame + at > from && frame + at < to && Math.abs(value) > 0.003
                ? [frame + at] : []));
            const quiet = ears.when(loud.at(-1) ?? from);
            return [cleared - mouth.said[1] - 300, quiet - cleared];
          })()
          """)
      print("barge-in: told to stop \(silence[0].value) ms after the voice began, ", terminator: "")
      print("silent \(silence[1].value) ms after that")
      try await visit.end()
    }

    @Test func `what is typed is answered, and heard`() async throws {
      let visit = try await Visit(.saying("Typing is fine too."))
      try await visit.write("Hello there.")
      try await visit.wait(forReplies: 1)
      #expect(try await visit.said() == "Hello there.")
      let heard = try await Played(in: visit.page).words(from: 0)
      #expect(WordErrorRate(of: heard, against: "Typing is fine too.").rate <= 0.3, "\(heard)")
      try await visit.end()
    }

    @Test func `stopped by the button, the captions keep what was heard and no more`() async throws
    {
      let visit = try await Visit(Script([.reply(story), .reply(story)]))
      let page = visit.page
      let shown = "document.querySelector('kith-captions .companion').textContent"
      try await visit.write("Tell me a story.")
      try await page.press("Escape")
      try await page.wait(
        for: "wire.sent.some(({ type, played }) => type === 'kith.playout' && played > 60000)")
      // The sentence being said stands there whole.
      #expect(try await page.value(of: shown).text.hasSuffix("."))
      try await page.click("kith-talk-button button")
      try await page.wait(for: "wire.of('response.done').length === 1")
      try await page.wait(for: "\(shown) === wire.of('response.done')[0].heard")
      #expect(try await page.value(of: shown).text.count > 20)
      // Before the first sound: nothing was heard, so nothing stays.
      try await visit.write("And another.")
      try await page.press("Escape")
      try await page.wait(for: "wire.of('response.created').length === 2")
      try await page.click("kith-talk-button button")
      try await page.wait(for: "wire.of('response.done').length === 2")
      try await page.wait(for: "\(shown) === wire.of('response.done')[1].heard")
      try await visit.end()
    }

    @Test func `more than can be sent at once is refused with a word, and stays`() async throws {
      let visit = try await Visit(.saying("I should not be asked."))
      let page = visit.page
      let room = "document.querySelector('kith-composer .room')"
      let field = "document.querySelector('kith-composer textarea')"
      try await visit.write(String(repeating: "word ", count: 13_107))
      try await page.wait(for: "\(room).textContent.startsWith('Not sent: about 49,')")
      #expect(try await page.value(of: "\(field).value.length").value == 65_535)
      #expect(
        try await page.value(
          of: "wire.sent.some(({ type }) => type === 'conversation.item.create')") == false)
      try await page.value(
        of: """
          \(field).value = 'a'.repeat(16000);
          \(field).dispatchEvent(new Event('input'))
          """)
      #expect(try await page.value(of: "\(room).textContent").text.contains("Room for about 400"))
      try await visit.end()
    }

    @Test func `a problem is told in Kith's words, the server's stand behind Details`() async throws
    {
      let words = "llama_decode: failed to decode, ret = -3"
      let visit = try await Visit(Script([.failure(400, words)]))
      let page = visit.page
      try await visit.write("Hello?")
      let chip = "document.querySelector('kith-problem-chip')"
      try await page.wait(for: "\(chip).textContent.includes('could not answer')")
      let told = try await page.value(
        of: "[...\(chip).querySelectorAll('.what, .todo')].map((line) => line.textContent).join()")
      #expect(!told.text.contains("llama") && !told.text.contains("400"), "\(told.text)")
      #expect(
        try await page.value(of: "\(chip).querySelector('details p').textContent").text
          == "status 400: \(words)")
      #expect(try await page.value(of: "\(chip).querySelector('details').open") == false)
      try await visit.end()
    }

    @Test func `a face that moves leaves the page time for everything else`() async throws {
      let visit = try await Visit(.saying(story))
      try await visit.write("Tell me a story.")
      try await visit.page.wait(
        for: "document.querySelector('kith-talk-screen').dataset.state === 'speaking'")
      let frames = try await visit.page.value(
        of: """
          new Promise((done) => {
            const times = [];
            const step = (time) => {
              times.push(time);
              if (times.length < 180) requestAnimationFrame(step);
              else done(times.slice(1).map((time, at) => time - times[at]));
            };
            requestAnimationFrame(step);
          })
          """)
      let (middle, most) = spread(frames.list.map(\.value))
      print("frames: \(middle) ms from one to the next, \(most) ms at most")
      try await visit.end()
    }
  }
}
