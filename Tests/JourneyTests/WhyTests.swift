import PretendProvider
import TestSupport
import Testing

extension Errands {
  /// Why a turn went as it did, and the same turn decided again.
  @Suite(.enabled(if: Needs.engines, Needs.absence)) struct WhyTests {
    @Test func `a turn is told with its reasons, saved, and decided again`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(.saying("In Lisbon."))
      let talk = try await home.run([
        "converse", Speech.path("where-does-my-sister-live"), "--brain", brain.address,
      ])
      #expect(talk.code == 0, "\(talk.errors)")
      await brain.stop()

      let shown = try await home.run(["turns", "show", "last"])
      #expect(shown.code == 0, "\(shown.errors)")
      for part in [
        "Turn 1,", "Mira  In Lisbon.", "decided  I took it that you were done. I waited for",
        "whole question", "said     I spoke.", "milliseconds from the end of your last word",
      ] {
        #expect(shown.output.contains(part), "\(part)")
      }
      let file = home.folder.file("turn.json")
      let saved = try await home.run(["turns", "show", "2", "--save", file, "--json"])
      #expect(saved.code == 0, "\(saved.errors)")
      let json = try JSON(saved.output)
      #expect(json["turn"].value == 1 && json["reply"].value == 2)
      #expect(json["story"]["lines"].list.count >= 6)
      #expect(json["trace"]["kith_trace"].value == 1)
      let text = String(decoding: bytes(of: file), as: UTF8.self)
      #expect(!text.contains("sister") && !text.contains("Lisbon"))

      let same = try await home.run(["replay", file])
      #expect(same.code == 0, "\(same.errors)")
      #expect(same.output.contains("= both") && !same.output.contains("≠"))
      let printed = try JSON(try await home.run(["replay", file, "--json"]).output)
      #expect(printed["same"].isTrue)
      #expect(printed["recorded"].list.count == printed["made"].list.count)

      try write(
        Array(text.replacing("\"cause\":\"habit\"", with: "\"cause\":\"other\"").utf8), to: file)
      let other = try await home.run(["replay", file])
      #expect(other.code == 1 && other.output.contains("≠ then") && other.output.contains("now"))
      let difference = try JSON(try await home.run(["replay", file, "--json"]).output)
      #expect(!difference["same"].isTrue && difference["first_difference"].value > 0)
    }

    @Test func `a typed turn answered by code says so, and has nothing to decide again`()
      async throws
    {
      let home = try Home()
      let brain = try ScriptedProvider(.saying("I should not be asked."))
      let chat = try await home.run([
        "chat", "--once", "What is two plus two?", "--brain", brain.address,
      ])
      #expect(chat.code == 0, "\(chat.errors)")
      await brain.stop()
      let shown = try await home.run(["turns", "show", "last"])
      for part in [
        "You wrote to me.", "I worked this out myself. No model was asked.",
        "milliseconds from when your words came",
      ] {
        #expect(shown.output.contains(part), "\(shown.output)")
      }
      let file = home.folder.file("turn.json")
      _ = try await home.run(["turns", "show", "last", "--save", file])
      let replayed = try await home.run(["replay", file])
      #expect(replayed.code == 0 && replayed.errors.contains("The turn was typed"), "\(replayed)")
      #expect(!replayed.errors.contains("0 decisions"))
    }

    @Test func `a turn from before says that nothing was written down`() async throws {
      let home = try Home()
      let none = try await home.run(["turns", "show", "last"])
      #expect(none.code == 1 && none.told.count == 1, "\(none)")
      let absent = try await home.run(["turns", "show", "7", "--json"])
      #expect(absent.code == 1 && absent.output.contains("There is no turn 7."), "\(absent)")
      #expect(!exists(home.data))
    }

    @Test func `what is no trace is refused with the exit code 2`() async throws {
      let home = try Home()
      let file = home.folder.file("no.json")
      try write(Array("{}".utf8), to: file)
      for path in [file, "/nowhere/at-all", "/dev/zero", home.folder.file("")] {
        let outcome = try await home.run(["replay", path, "--json"])
        #expect(outcome.code == 2 && outcome.told.count == 1, "\(path): \(outcome)")
        #expect(try JSON(outcome.output)["problem"]["code"].text.hasPrefix("file_"))
      }
    }

    @Test(arguments: [
      ["replay"], ["replay", "a", "b"], ["turns", "show"], ["turns", "show", "0"],
      ["turns", "show", "first"], ["turns", "hide", "1"], ["turns", "--save", "/tmp/x"],
      ["turns", "show", "1", "--last", "2"],
    ])
    func `wrong use is told`(arguments: [String]) async throws {
      let outcome = try await Home().run(arguments)
      #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome)")
    }
  }
}
