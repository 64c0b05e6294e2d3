import Glibc
import PretendProvider
import TestSupport
import Testing

/// Tests that load every engine run one after the other: side by side they would only be slower.
@Suite(.serialized) enum Journeys {}

/// Tests that need little more than the program, one after the other too: some of them measure time.
@Suite(.serialized) enum Errands {}

extension Journeys {
  /// From a recording to a spoken reply and to tomorrow, with Kith's own small brain.
  @Suite(.enabled(if: Needs.brain, Needs.absence)) struct LoopTests {
    @Test func `a recording is answered out loud, and the next day knows of it`() async throws {
      let home = try Home()
      let reply = home.folder.file("reply.wav")
      let first = try await home.run([
        "converse", Speech.path("my-sister-lives-in-lisbon"), "--built-in", "0.5B", "--json",
        "--out", reply,
      ])
      #expect(first.code == 0, "\(first.errors)")
      let turns = try JSON(first.output)["turns"]
      #expect(turns.list.count == 1)
      let (user, companion) = (turns[0]["user"], turns[0]["companion"])
      #expect(wordErrorRate(of: user["text"].text, against: "My sister lives in Lisbon.") <= 0.1)
      #expect(companion["complete"].isTrue)
      #expect(companion["heard"].text == companion["heard"].text)
      #expect(!companion["heard"].text.isEmpty)
      let heard = try await home.heard(in: reply)
      #expect(
        wordErrorRate(of: heard, against: companion["heard"].text) <= 0.15,
        "\(heard) instead of \(companion["heard"].text)")

      let kept = try await home.turns()
      #expect(kept.map { $0["speaker"].text } == ["person", "companion"])
      #expect(kept.map { $0["text"].text } == [user["text"].text, companion["heard"].text])
      #expect(kept[1]["answers"] == kept[0]["id"])
      #expect(kept[1]["ending"].text == "whole")

      // What any brain is told the next time holds the first time.
      let brain = try ScriptedProvider(.saying("In Lisbon, you said."))
      let second = try await home.run([
        "converse", Speech.path("where-does-my-sister-live"), "--brain", brain.address, "--json",
      ])
      #expect(second.code == 0, "\(second.errors)")
      let asked = try #require(await brain.requests.last { $0.method == "POST" })
      #expect(asked.body.contains(user["text"].text))
      #expect(asked.body.contains("Where does my sister live?"))
      await brain.stop()

      let third = try await home.run([
        "converse", Speech.path("where-does-my-sister-live"), "--built-in", "0.5B", "--json",
      ])
      #expect(third.code == 0, "\(third.errors)")
      #expect(!(try JSON(third.output)["turns"][0]["companion"]["heard"].text.isEmpty))
      #expect(try await home.turns().count == 6)
    }

    @Test func `kill -9 in the middle of a turn takes the children along`() async throws {
      let home = try Home()
      let process = try home.start([
        "converse", Speech.path("ten-words"), "--built-in", "0.5B", "--realtime", "--json",
      ])
      let deadline = ContinuousClock.now + .seconds(60)
      while !process.children.contains(where: { name(of: $0) == "llama-server" }), .now < deadline {
        _ = try await process.lines(for: .milliseconds(100))
      }
      // Time for the words to be heard and the reply to begin, unless it ends before.
      _ = try await process.lines(for: .seconds(8))
      let children = process.children
      #expect(children.map(name(of:)).contains("llama-server"))
      _ = try await process.killed()
      for child in children { #expect(try await isGone(child, within: .seconds(5))) }
      // The folder is free again and what was acknowledged is there.
      for turn in try await home.turns() where turn["speaker"].text == "person" {
        #expect(turn["text"].text.contains("remind"))
      }
    }

    @Test func `a brain that is killed is started again for the next message`() async throws {
      let home = try Home()
      let chat = try home.start(["chat", "--json", "--built-in", "0.5B"])
      chat.write("Say hello.")
      #expect(try await chat.line()?.contains("acknowledged") == true)
      #expect(try JSON(try #require(await chat.line()))["complete"].isTrue)
      let brain = try #require(chat.children.first { name(of: $0) == "llama-server" })
      kill(brain, SIGKILL)
      #expect(try await isGone(brain, within: .seconds(5)))
      chat.write("Say hello again.")
      #expect(try await chat.line()?.contains("acknowledged") == true)
      let answer = try JSON(try #require(await chat.line()))
      #expect(answer["complete"].isTrue, "\(answer)")
      #expect(answer["problem"] == .null)
      let children = chat.children
      chat.closeInput()
      #expect(try await chat.outcome().code == 0)
      for child in children { #expect(try await isGone(child, within: .seconds(1))) }
    }
  }
}
