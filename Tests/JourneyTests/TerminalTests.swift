import Glibc
import PretendProvider
import TestSupport
import Testing

extension Errands {
  /// `kith chat` on a terminal.
  struct TerminalTests {
    /// Keys as a terminal sends them.
    private static let controlC = "\u{3}"
    private static let controlD = "\u{4}"

    /// A chat at its prompt.
    private func chat(
      _ home: Home, _ brain: ScriptedProvider, columns: Int = 80, _ arguments: [String] = []
    ) async throws -> TestedProgram {
      let chat = try home.start(
        ["chat"] + (arguments.isEmpty ? ["--brain", brain.address, "--model", "m"] : arguments),
        columns: columns)
      #expect(try await chat.hasSaid("\u{1B}[1mYou\u{1B}[0m  "))
      return chat
    }

    /// What stands on the terminal at the end: its lines without bold type and what was wiped away.
    private func screen(_ output: String) -> [String] {
      output.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
        let kept = line.split(separator: "\u{1B}[2K", omittingEmptySubsequences: false).last ?? ""
        return String(kept).replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
          .replacing("\r", with: "")
      }
    }

    @Test(arguments: [40, 80, 120])
    func `a reply is broken at spaces and hangs under the name`(columns: Int) async throws {
      let home = try Home()
      let brain = try ScriptedProvider(.saying(longReply))
      let chat = try await chat(home, brain, columns: columns)
      chat.write("Tell me a story.")
      #expect(try await chat.hasSaid("You\u{1B}[0m  ", times: 2))
      chat.type(Self.controlD)
      let outcome = try await chat.outcome()
      #expect(outcome.code == 0, "\(outcome)")
      let lines = screen(outcome.output)
      #expect(lines.allSatisfy { $0.count < columns }, "\(lines)")
      let first = try #require(lines.firstIndex { $0.hasPrefix("Mira ") })
      let reply = lines[first...].prefix { !$0.isEmpty }
      #expect(reply.dropFirst().allSatisfy { $0.hasPrefix("     ") && !$0.hasPrefix("      ") })
      #expect(reply.dropLast().allSatisfy { $0.count > columns - 12 }, "\(lines)")
      let words = reply.flatMap { $0.split(separator: " ") }.dropFirst()
      #expect(words.elementsEqual(longReply.split(separator: " ")))
      await brain.stop()
    }

    @Test func `what is typed while the reply comes waits for the next prompt`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(
        Script([
          .reply("One is first. Two is second.", Pace(firstToken: .zero, tokensPerSecond: 8)),
          .reply("All right."),
        ]))
      let chat = try await chat(home, brain)
      chat.write("Count.")
      #expect(try await chat.hasSaid("One is"))
      chat.type("Now stap\u{7F}\u{7F}op")
      #expect(try await chat.hasSaid("second."))
      #expect(try await chat.hasSaid("Now stap"))
      chat.write(", please.")
      #expect(try await chat.hasSaid("All right."))
      #expect(try await chat.hasSaid("You\u{1B}[0m  ", times: 3))
      chat.type(Self.controlD)
      let lines = screen(try await chat.outcome().output)
      #expect(lines.contains("Mira One is first. Two is second."), "\(lines)")
      #expect(
        try await home.turns().map { $0["text"].text }
          == ["Count.", "One is first. Two is second.", "Now stop, please.", "All right."])
      await brain.stop()
    }

    @Test func `the first Ctrl-C stops the reply, and one at the prompt ends`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(
        Script([
          .reply(longReply, Pace(firstToken: .zero, tokensPerSecond: 25)), .reply("Yes."),
        ]))
      let chat = try await chat(home, brain)
      chat.write("Tell me a story.")
      #expect(try await chat.hasSaid("a ship. It"))
      chat.type(Self.controlC)
      #expect(try await chat.hasSaid("(stopped)"))
      #expect(try await chat.hasSaid("You\u{1B}[0m  ", times: 2))
      #expect(!chat.terminalIsOrdinary)
      chat.write("Still there?")
      #expect(try await chat.hasSaid("Yes."))
      #expect(try await chat.hasSaid("You\u{1B}[0m  ", times: 3))
      // More than a second after the first one, as the next reply may have been as quick.
      _ = try await chat.lines(for: .seconds(1))
      chat.type(Self.controlC)
      let outcome = try await chat.outcome(within: .seconds(10))
      #expect(outcome.code == 0, "\(outcome)")
      #expect(chat.terminalIsOrdinary)
      let turns = try await home.turns()
      #expect(turns.map { $0["ending"].text } == ["whole", "cut", "whole", "whole"])
      let kept = turns[1]["text"].text
      #expect(kept.hasPrefix("Once there was a ship.") && longReply.hasPrefix(kept))
      await brain.stop()
    }

    @Test func `Ctrl-C twice within a second ends, with the reply kept as cut`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(
        .saying(longReply, at: Pace(firstToken: .zero, tokensPerSecond: 25)))
      let chat = try await chat(home, brain)
      chat.write("Tell me a story.")
      #expect(try await chat.hasSaid("a ship. It"))
      chat.type(Self.controlC)
      #expect(try await chat.hasSaid("(stopped)"))
      chat.type(Self.controlC)
      #expect(try await chat.outcome(within: .seconds(10)).code == 0)
      #expect(chat.terminalIsOrdinary)
      #expect(try await home.turns().map { $0["ending"].text } == ["whole", "cut"])
      await brain.stop()
    }

    @Test(arguments: [SIGTERM, SIGABRT, SIGQUIT, SIGSEGV])
    func `however it ends, the terminal is as it was before`(signal: Int32) async throws {
      let home = try Home()
      let brain = try ScriptedProvider(.saying("Hello."))
      let chat = try await chat(home, brain)
      #expect(!chat.terminalIsOrdinary)
      chat.signal(signal)
      let outcome = try await chat.outcome(within: .seconds(20))
      #expect(outcome.code == (signal == SIGTERM ? 0 : -signal), "\(outcome)")
      #expect(chat.terminalIsOrdinary)
      await brain.stop()
    }

    @Test func `a guest of a served Kith stops only the reply too`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(
        Script([
          .reply(longReply, Pace(firstToken: .zero, tokensPerSecond: 25)), .reply("Yes."),
        ]))
      let serve = try home.start([
        "serve", "--port", "0", "--brain", brain.address, "--model", "m",
      ])
      #expect(try await serve.line() != nil)
      let chat = try await chat(home, brain, ["--data", home.data])
      chat.write("Tell me a story.")
      #expect(try await chat.hasSaid("a ship. It"))
      chat.type(Self.controlC)
      #expect(try await chat.hasSaid("(stopped)"))
      chat.write("Still there?")
      #expect(try await chat.hasSaid("Yes."))
      chat.type(Self.controlD)
      #expect(try await chat.outcome().code == 0)
      #expect(
        try await home.turns().map { $0["ending"].text } == ["whole", "cut", "whole", "whole"])
      serve.signal(SIGTERM)
      #expect(try await serve.outcome().code == 0)
      await brain.stop()
    }
  }
}

extension Journeys {
  /// The built-in brain behind a chat on a terminal.
  @Suite(.enabled(if: Needs.brain, Needs.absence)) struct TerminalBrainTests {
    @Test func `a brain that ends by itself is told on a line of its own`() async throws {
      let home = try Home()
      let chat = try home.start(["chat", "--built-in", "0.5B"], columns: 60)
      #expect(try await chat.hasSaid("You\u{1B}[0m  "))
      chat.write("Tell me a very long story about a ship.")
      #expect(try await chat.hasSaid("Mira\u{1B}[0m ", within: .seconds(240)))
      let brain = try #require(chat.children.first { name(of: $0) == "llama-server" })
      kill(brain, SIGKILL)
      #expect(try await chat.hasSaid("ended by itself"))
      chat.type("\u{4}")
      let outcome = try await chat.outcome()
      let lines = outcome.output.replacing("\u{1B}[2K", with: "\r\n")
        .split(whereSeparator: { $0.isNewline || $0 == "\r" })
      let told = lines.filter { $0.contains("ended by itself") }
      #expect(told.count == 1 && told.allSatisfy { $0.hasPrefix("20") }, "\(lines)")
    }
  }
}
