import Database
import Dialogue
import Glibc
import Memory
import TestSupport
import Testing

@testable import CrashWriter

/// Killing without warning, 20 times in each way, or as often as `KITH_CRASH_ROUNDS` says.
struct CrashTests {
  private let rounds = getenv("KITH_CRASH_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 20

  @Test(arguments: ["turns", "checkpoints"])
  func `every acknowledged turn is there once and in order`(what: String) async throws {
    var numbers = SeededNumbers(what == "turns" ? 1 : 2)
    var folder = try TemporaryFolder()
    var known: [String] = []
    var acknowledged = 0
    for round in 0..<rounds {
      // A new folder now and then, so that being killed while it is made is tried too.
      if round % 10 == 0 {
        folder = try TemporaryFolder()
        known = []
      }
      let path = folder.file("data")
      let wait = Int.random(in: 0...60, using: &numbers)
      let waitsForOpening = Int.random(in: 0..<4, using: &numbers) > 0
      let process = try TestedProgram("CrashWriter", [what, path])
      if waitsForOpening { _ = try await process.line() }
      _ = try await process.lines(for: .milliseconds(wait))
      let lines = try await process.killed().lines
      #expect(lines.isEmpty ? !waitsForOpening : lines.first == "opened", "round \(round)")
      let new = lines.dropFirst()
      acknowledged += new.count

      let history = try await ConversationHistory.open(in: DataFolder(path))
      try await history.check()
      let turns = try await allTurns(of: history)
      await history.close()
      let expected = known + new
      #expect(Array(turns.prefix(expected.count)) == expected, "round \(round)")
      // At most the one that was being kept may be there unacknowledged.
      #expect(turns.count - expected.count <= 1)
      known = turns
    }
    #expect(acknowledged > rounds)
  }

  private func allTurns(of history: ConversationHistory) async throws -> [String] {
    var lines: [String] = []
    var oldest = Int64.max
    while case let page = try await history.turns(before: oldest, limit: 500),
      let first = page.first
    {
      lines = page.map { "\($0.id)\t\($0.text)" } + lines
      oldest = first.id
    }
    return lines
  }

  @Test func `a migration that is killed goes on where it was`() async throws {
    var numbers = SeededNumbers(3)
    var folder = try TemporaryFolder()
    for round in 0..<rounds {
      let path = folder.file("steps.db")
      let wait = Int.random(in: 0...120, using: &numbers)
      let process = try TestedProgram("CrashWriter", ["migrate", path])
      _ = try await process.line()
      _ = try await process.lines(for: .milliseconds(wait))
      _ = try await process.killed()
      if round % 4 == 3 || round == rounds - 1 {
        let database = try await DatabaseConnection.open(path, migrations: CrashMigrations.all)
        try await database.check()
        let rows = try await database.read { database in
          try database.rows("SELECT step, count(*), min(touched) FROM filling GROUP BY step") {
            try [$0.integer(0), $0.integer(1), $0.integer(2)]
          }
        }
        #expect(rows == (1...60).map { [$0, 200, 61 - $0] })
        await database.close()
        folder = try TemporaryFolder()
      }
    }
  }

  @Test func `one process at a time, and the system ends the hold of one that was killed`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("data")
    for killed in [true, false] {
      let process = try TestedProgram("CrashWriter", ["hold", path])
      #expect(try await process.line() == "held")
      #expect(
        throws: MemoryError.folderInUse(process: process.pid, address: "http://127.0.0.1:7700")
      ) {
        try DataFolder(path)
      }
      #expect(DataFolder.holder(of: path)?.token == "secret")
      if !killed { process.closeInput() }
      _ = killed ? try await process.killed() : try await process.outcome()
      #expect((DataFolder.holder(of: path) != nil) == killed)
      let mine = try DataFolder(path)
      #expect(DataFolder.holder(of: path) == RunningCompanion(pid: getpid()))
      withExtendedLifetime(mine) {}
    }
  }
}
