import Dialogue
import FoundationEssentials
import Glibc
import Memory
import TestSupport
import Testing

struct PausesFileTests {
  private let folder: TemporaryFolder
  private let file: PausesFile

  init() throws {
    folder = try TemporaryFolder()
    file = PausesFile(in: folder.path)
  }

  private var path: String { folder.file("pauses.json") }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test func `pauses are there again after a restart, for their owner only`() throws {
    #expect(try file.read().pauses == [])
    #expect(try file.read().problem == nil)
    try file.write([320, 640, 224])
    #expect(try file.read().pauses == [320, 640, 224])
    #expect(try file.read().problem == nil)
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
  }

  @Test(
    arguments: [
      "", "{", "[]", "7", #"{"version":1}"#, #"{"version":2,"pauses":[]}"#,
      #"{"version":1,"pauses":["320"]}"#, #"{"version":1,"pauses":[-1]}"#,
      #"{"version":1,"pauses":[99999999]}"#, String(repeating: " ", count: 20_000),
    ])
  func `what can't be used is learned anew, and is told`(text: String) throws {
    try write(text)
    let (pauses, problem) = try file.read()
    #expect(pauses == [])
    #expect(problem?.message.contains("pauses.json") == true)
    try file.write([400])
    #expect(try file.read().pauses == [400])
  }

  @Test func `only the latest pauses are kept`() throws {
    try file.write(Array(0..<500))
    #expect(try file.read().pauses == Array(300..<500))
  }
}
