import Database
import Glibc
import TestSupport
import Testing

struct FullDiskTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.db")
  }

  @Test func `a full database refuses the write, loses nothing and goes on`() async throws {
    var options = DatabaseOptions()
    options.maximumPages = 20
    let database = try await Notebook.open(path, options)
    var kept: [String] = []
    for index in 0..<60 {
      let text = "\(index) " + String(repeating: "x", count: 3_000)
      let reason = await reason { try await database.add(text) }
      if reason == nil { kept.append(text) } else { #expect(reason == .full) }
    }
    #expect((1..<60).contains(kept.count))
    #expect(try await database.texts() == kept)
    try await database.write { try $0.run("DELETE FROM page WHERE id = 1") }
    try await database.add("small")
    try await database.check()
    await database.close()
    let again = try await Notebook.open(path)
    #expect(try await again.texts() == kept.dropFirst() + ["small"])
  }

  @Test func `a disk that fills up mid-write loses nothing and goes on once there is room`() async {
    // A limit on file size stands in for the full disk; it holds for a process, hence one apart.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = try TemporaryFolder()
      let database = try await Notebook.open(folder.file("a.db"))
      try await database.add("before")
      func limit(_ bytes: UInt) {
        var room = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &room)
      }
      var kept = ["before"]
      limit(150_000)
      for index in 0..<60 {
        let text = "\(index) " + String(repeating: "x", count: 3_000)
        let reason = await reason { try await database.add(text) }
        if reason == nil { kept.append(text) } else { #expect(reason == .full) }
      }
      #expect((2..<60).contains(kept.count))
      #expect(try await database.texts() == kept)
      limit(rlim_t.max)
      try await database.add("after")
      await database.close()
      let again = try await Notebook.open(folder.file("a.db"))
      try await again.check()
      #expect(try await again.texts() == kept + ["after"])
    }
  }

  @Test func `a disk that is full from the start is told apart`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = try TemporaryFolder()
      var room = rlimit(rlim_cur: 10_000, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &room)
      let path = folder.file("a.db")
      #expect(await reason { _ = try await Notebook.open(path) } == .full)
      room.rlim_cur = rlim_t.max
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &room)
      let database = try await Notebook.open(path)
      try await database.add("a")
      #expect(try await database.texts() == ["a"])
    }
  }
}
