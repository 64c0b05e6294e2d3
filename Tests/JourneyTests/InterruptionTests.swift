import PretendProvider
import Sound
import TestSupport
import Testing

extension Journeys {
  @Suite(.enabled(if: Needs.engines, Needs.absence)) struct InterruptionTests {
    private let story = """
      Once there was a ship that sailed to the north. It carried oranges and a small piano. The \
      captain played every evening after dinner. The sailors sang along, and the whales came close \
      to listen. One night the ice was near, and nobody saw it in the fog. The whales did, and they \
      pushed the ship aside. Since then the ship has carried fish on every journey.
      """

    @Test func `talking over the reply cuts it, and only what was heard is remembered`()
      async throws
    {
      let home = try Home()
      let first = try Speech.clip("ten-words")
      let second = try Speech.clip("where-does-my-sister-live")
      let pause = [Float](repeating: 0, count: first.rate * 6)
      let talk = try home.write(
        SoundClip(rate: first.rate, samples: first.samples + pause + second.samples), "talk.wav")
      let brain = try ScriptedProvider(Script([.reply(story), .reply("All right.")]))
      let outcome = try await home.run([
        "converse", talk, "--json", "--brain", brain.address, "--model", "pretend",
      ])
      #expect(outcome.code == 0, "\(outcome.errors)")
      let turns = try JSON(outcome.output)["turns"]
      #expect(turns.list.count == 2)

      let heard = turns[0]["companion"]["heard"].text
      #expect(turns[0]["companion"]["complete"] == .flag(false))
      #expect(!heard.isEmpty && heard.count < story.count / 2 && story.hasPrefix(heard), "\(heard)")
      #expect(turns[1]["user"]["text"].text.lowercased().contains("sister"))
      #expect(turns[1]["companion"]["heard"].text == "All right.")
      #expect(turns[1]["companion"]["complete"].isTrue)

      let asked = await brain.requests.filter { $0.method == "POST" }
      #expect(asked.count == 2)
      let messages = try JSON(asked[1].body)["messages"].list
      #expect(messages.contains { $0["role"].text == "assistant" && $0["content"].text == heard })
      #expect(!asked[1].body.contains("Since then the ship"))
      let kept = try await home.turns()
      #expect(kept.map { $0["ending"].text } == ["whole", "cut", "whole", "whole"])
      #expect(kept[1]["text"].text == heard)
      await brain.stop()
    }
  }
}
