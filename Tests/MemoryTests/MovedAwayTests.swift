import Dialogue
import Glibc
import Journal
import Memory
import TestSupport
import Testing

/// What somebody else may do to the memory while it is open.
enum Meddling: CaseIterable {
  case folderMoved, folderReplaced, folderDeleted, memoryMoved, memoryReplaced, memoryDeleted

  /// Does it to the data folder at `path`.
  func happen(to path: String) async throws {
    switch self {
    case .folderMoved:
      rename(path, path + ".away")
    case .folderReplaced:
      rename(path, path + ".away")
      await (try ConversationHistory.open(in: DataFolder(path))).close()
    case .folderDeleted:
      for name in TemporaryFolder.names(in: path) { unlink(path + "/" + name) }
      rmdir(path)
    case .memoryMoved:
      rename(path + "/memory.db", path + "/memory.old")
    case .memoryReplaced:
      let copy = bytes(of: path + "/memory.db")
      rename(path + "/memory.db", path + "/memory.old")
      try write(copy, to: path + "/memory.db")
    case .memoryDeleted:
      unlink(path + "/memory.db")
    }
  }
}

struct MovedAwayTests {
  let place: TemporaryFolder
  let path: String
  let history: ConversationHistory

  init() async throws {
    place = try TemporaryFolder()
    path = place.file("data")
    history = try await ConversationHistory.open(in: DataFolder(path))
  }

  @Test(arguments: Meddling.allCases)
  func `nothing counts as kept that the next start would not find`(meddling: Meddling) async throws
  {
    let person = try await history.keep(person: "Hello", at: 0)
    try await meddling.happen(to: path)
    let fault = MemoryError.folderUnusable(path: path + "/memory.db", .wentAway)
    await #expect(throws: fault) { try await history.keep(person: "Lost?", at: 1) }
    await #expect(throws: fault) { try await history.keep(person: "Lost?", request: "a", at: 1) }
    await #expect(throws: fault) {
      try await history.keep(reply: "Hi", ending: .whole, answering: person.id, at: 1)
    }
    await #expect(throws: fault) { try await history.keep(timeline: "{}", of: person.id) }
    #expect(fault.problem.code == .dataFolderUnusable)
    await history.close()
  }

  @Test func `a memory that is put back goes on`() async throws {
    rename(path, path + ".away")
    await #expect(throws: MemoryError.self) { try await history.keep(person: "Away", at: 0) }
    rename(path + ".away", path)
    let turn = try await history.keep(person: "Back", at: 1)
    await history.close()
    let again = try await ConversationHistory.open(in: DataFolder(path))
    #expect(try await again.latest(1) == [turn])
  }
}
