import PretendProvider
import TestSupport
import Testing

extension Errands {
  /// Timers, from the words that set them to a Kith that was started again.
  struct TimerTests {
    @Test func `a timer outlives the Kith it was set in`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(Script([.reply("I should not be asked.")]))
      func served() async throws -> TestedProgram {
        let process = try home.start(
          ["serve", "--port", "0", "--brain", brain.address, "--model", "pretend"])
        _ = try #require(await process.line())
        return process
      }
      func said(_ words: String) async throws -> String {
        let chat = try await home.run(["chat", "--once", words, "--json"])
        #expect(chat.code == 0, "\(chat.errors)")
        return try JSON(chat.output)["text"].text
      }
      let first = try await served()
      #expect(try await said("Set a pasta timer for ten minutes.").contains("10 minutes"))
      #expect(try await said("Wake me at half past six.").contains("6:30 in the morning"))
      _ = try await first.killed()
      let second = try await served()
      let left = try await said("How much time is left on the pasta timer?")
      #expect(left.contains("9 minutes") || left.contains("10 minutes"), "\(left)")
      #expect(try await said("Do I have any alarms?").contains("6:30 in the morning"))
      #expect(try await said("Cancel the pasta timer.").contains("pasta"))
      #expect(try await said("What timers do I have?").contains("running"))
      #expect(await brain.requests.isEmpty)
      _ = try await second.killed()
      await brain.stop()
    }
  }
}
