import Dialogue
import Glibc
import Memory
import PretendProvider
import TestSupport
import Testing

extension Errands {
  /// `kith chat` is killed without warning at random points of a turn, 20 times or as often as
  /// `KITH_CRASH_ROUNDS` says.
  struct CrashTests {
    private let rounds = getenv("KITH_CRASH_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 20

    @Test func `every turn that was acknowledged, and every reply that was printed, is there once`()
      async throws
    {
      var numbers = SeededNumbers(20_261_130)
      let brain = try ScriptedProvider(
        Script([.echo(Pace(firstToken: .milliseconds(4), tokensPerSecond: 500))]))
      var home = try Home()
      var known: [Turn] = []
      var acknowledged = 0
      var answered = 0
      for round in 0..<rounds {
        // A new folder now and then, so that being killed while it is made is tried too.
        if round % 10 == 0 {
          home = try Home()
          known = []
        }
        let chat = try home.start([
          "chat", "--json", "--brain", brain.address, "--model", "pretend",
        ])
        let sentences = (0..<12).map { "Round \(round) has sentence \($0)." }
        for sentence in sentences { chat.write(sentence) }
        // Far enough into the turns, and then somewhere within one.
        let wait = Duration.milliseconds(Int.random(in: 0...25, using: &numbers))
        for _ in 0..<Int.random(in: 0...20, using: &numbers) { _ = try await chat.line() }
        _ = try await chat.lines(for: wait)
        let children = chat.children
        let outcome = try await chat.killed()
        #expect(outcome.code == -SIGKILL, "round \(round): \(outcome.errors)")
        for child in children { #expect(try await isGone(child, within: .seconds(5))) }

        // A line that was cut is no acknowledgement.
        let printed = try outcome.lines.map { try JSON($0) }
        let history = try await ConversationHistory.open(in: DataFolder(home.data))
        try await history.check()
        let turns = try await history.latest(1_000)
        await history.close()
        #expect(Set(turns.map(\.id)).count == turns.count)
        let new = turns.filter { turn in !known.contains { $0.id == turn.id } }
        #expect(known.allSatisfy { turns.contains($0) }, "round \(round)")

        let ids = printed.filter { $0.names == ["acknowledged"] }.map {
          Int64($0["acknowledged"].value)
        }
        for (id, sentence) in zip(ids, sentences) {
          #expect(
            new.filter { $0.id == id && $0.text == sentence && $0.speaker == .person }.count == 1)
          #expect(new.filter { $0.speaker == .person && $0.text == sentence }.count == 1)
        }
        let replies = printed.filter { $0["reply"] != .null }
        for reply in replies {
          let kept = new.filter { $0.id == Int64(reply["reply"].value) }
          #expect(kept.map(\.answers) == [Int64(reply["turn"].value)])
          #expect(kept.map(\.text) == [reply["text"].text])
          #expect(kept.map(\.ending) == [.whole])
        }
        // At most one row of each kind was on its way.
        #expect(new.count { $0.speaker == .person } - ids.count <= 1)
        #expect(new.count { $0.speaker == .companion } - replies.count <= 1)
        acknowledged += ids.count
        answered += replies.count
        known = turns
      }
      #expect(acknowledged > rounds && answered > rounds)
      await brain.stop()
    }
  }
}
