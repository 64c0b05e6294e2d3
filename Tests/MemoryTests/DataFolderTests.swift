import Database
import Dialogue
import Glibc
import Journal
import Memory
import TestSupport
import Testing

struct DataFolderTests {
  let place: TemporaryFolder
  let path: String

  init() throws {
    place = try TemporaryFolder()
    path = place.file("data")
  }

  private func fault(_ path: String) -> FolderFault? {
    do {
      _ = try DataFolder(path)
      return nil
    } catch {
      #expect(error.problem.code == .dataFolderUnusable)
      guard case .folderUnusable(_, let fault) = error else { return nil }
      return fault
    }
  }

  @Test func `a new folder is for its owner only`() throws {
    let folder = try DataFolder(path)
    #expect(permissions(of: path) == 0o700)
    for name in TemporaryFolder.names(in: path) {
      #expect(permissions(of: path + "/" + name) == 0o600, "\(name)")
    }
    #expect(!folder.wasOpenToOthers)
    #expect(folder.database == path + "/memory.db")
  }

  @Test func `a folder open to others is closed to them`() throws {
    _ = try DataFolder(path)
    chmod(path, 0o755)
    #expect(try DataFolder(path).wasOpenToOthers)
    #expect(permissions(of: path) == 0o700)
    #expect(try !DataFolder(path).wasOpenToOthers)
  }

  @Test func `slashes at the end don't matter`() throws {
    #expect(try DataFolder(path + "///").path == path)
  }

  @Test func `a folder that can't be used says why`() throws {
    try write([1], to: path)
    #expect(fault(path) == .notAFolder)
    #expect(fault(path + "/below") == .notAFolder)
    #expect(fault(place.file("no/such")) == .missingParent)
    #expect(fault("data") == .notAbsolute)
    #expect(fault("") == .notAbsolute)
    #expect(fault("~/data") == .notAbsolute)
    #expect(fault("/" + String(repeating: "x", count: 300)) == .tooLong)
    #expect(fault("/" + String(repeating: "x/", count: 3_000)) == .tooLong)
    #expect(fault("/a\u{0}b") == .tooLong)
    symlink(place.file("loop"), place.file("loop"))
    #expect(fault(place.file("loop")) == .notAFolder)
  }

  @Test func `a folder full of other things is not touched`() throws {
    mkdir(path, 0o755)
    try write([1], to: path + "/holiday.jpg")
    #expect(fault(path) == .holdsOtherThings)
    #expect(permissions(of: path) == 0o755)
    #expect(TemporaryFolder.names(in: path) == ["holiday.jpg"])
  }

  @Test func `a folder with only a configuration is taken`() throws {
    mkdir(path, 0o700)
    try write(Array("{}".utf8), to: path + "/config.json")
    #expect(fault(path) == nil)
  }

  @Test func `a link to a folder is fine`() throws {
    mkdir(place.file("real"), 0o700)
    symlink(place.file("real"), path)
    _ = try DataFolder(path)
    #expect(exists(place.file("real") + "/lock"))
  }

  @Test func `a folder that may not be written says so`() async {
    // The super-user may write anywhere, so a process of its own becomes somebody else first.
    await #expect(processExitsWith: .success) {
      let place = try TemporaryFolder()
      chmod(place.path, 0o777)
      if geteuid() == 0 { #expect(seteuid(65_534) == 0) }
      let path = place.file("data")
      let history = try await ConversationHistory.open(in: DataFolder(path))
      await history.close()
      chmod(path, 0o500)
      #expect(throws: MemoryError.folderUnusable(path: path, .notWritable)) {
        try DataFolder(path)
      }
      chmod(path, 0o700)
      chmod(path + "/memory.db", 0o400)
      await #expect(throws: MemoryError.folderUnusable(path: path + "/memory.db", .notWritable)) {
        try await ConversationHistory.open(in: DataFolder(path))
      }
      #expect(throws: MemoryError.folderUnusable(path: "/root/data", .notWritable)) {
        try DataFolder("/root/data")
      }
      #expect(throws: MemoryError.folderUnusable(path: "/usr", .notOurs)) { try DataFolder("/usr") }
      seteuid(getuid())
      chmod(path, 0o700)
    }
  }

  @Test func `one holder at a time, in one process too`() throws {
    let first = try DataFolder(path)
    #expect(throws: MemoryError.folderInUse(process: getpid(), address: nil)) {
      try DataFolder(path)
    }
    try first.announce(address: "http://127.0.0.1:7700", token: "t0ps3cret")
    do {
      _ = try DataFolder(path)
      Issue.record("must fail")
    } catch {
      #expect(error == .folderInUse(process: getpid(), address: "http://127.0.0.1:7700"))
      #expect(error.problem.code == .dataFolderInUse)
      #expect(!"\(error) \(error.problem)".contains("t0ps3cret"))
    }
    withExtendedLifetime(first) {}
  }

  @Test func `an open history holds the folder until it is closed`() async throws {
    let history = try await ConversationHistory.open(in: DataFolder(path))
    #expect(throws: MemoryError.folderInUse(process: getpid(), address: nil)) {
      try DataFolder(path)
    }
    await history.close()
    _ = try DataFolder(path)
    #expect(!exists(path + "/run.json"))
  }

  @Test func `who holds it is read from a file only its owner could have written`() throws {
    let folder = try DataFolder(path)
    let file = path + "/run.json"
    try folder.announce(address: "http://127.0.0.1:7700", token: "secret")
    let holder = DataFolder.holder(of: path)
    #expect(
      holder == RunningCompanion(pid: getpid(), address: "http://127.0.0.1:7700", token: "secret"))
    #expect(!"\(holder!) \(String(reflecting: holder!))".contains("secret"))
    var dumped = ""
    dump(holder, to: &dumped)
    #expect(!dumped.contains("secret"))
    #expect(permissions(of: file) == 0o600)
    chmod(file, 0o644)
    #expect(DataFolder.holder(of: path) == nil)
    chmod(file, 0o600)
    for garbage in ["", "{", "[]", #"{"pid":"x"}"#, String(repeating: " ", count: 5_000)] {
      try write(Array(garbage.utf8), to: file)
      #expect(DataFolder.holder(of: path) == nil)
    }
    unlink(file)
    #expect(DataFolder.holder(of: path) == nil)
    symlink("/etc/passwd", file)
    #expect(DataFolder.holder(of: path) == nil)
    #expect(throws: MemoryError.folderInUse(process: nil, address: nil)) { try DataFolder(path) }
    withExtendedLifetime(folder) {}
  }

  @Test func `the standard place follows the environment`() throws {
    let table: [([String: String], String)] = [
      (["HOME": "/home/a"], "/home/a/.local/share/kith"),
      (["HOME": "/home/a", "XDG_DATA_HOME": "/data"], "/data/kith"),
      (["HOME": "/home/a", "XDG_DATA_HOME": "data"], "/home/a/.local/share/kith"),
      (["HOME": "/home/a", "XDG_DATA_HOME": ""], "/home/a/.local/share/kith"),
    ]
    for (environment, path) in table {
      #expect(try DataFolder.standardPath(environment: environment) == path)
    }
    for environment in [[:], ["HOME": "here"]] {
      #expect(throws: MemoryError.folderUnusable(path: "", .noHome)) {
        try DataFolder.standardPath(environment: environment)
      }
    }
  }

  @Test func `the standard place is made with what lies above it`() throws {
    let path = place.file(".local/share/kith")
    _ = try DataFolder(path, makesParents: true)
    #expect(permissions(of: place.file(".local")) == 0o700)
    #expect(permissions(of: path) == 0o700)
  }

  @Test func `a database that can't be used is left as it is and says so`() async throws {
    await (try ConversationHistory.open(in: DataFolder(path))).close()
    let file = path + "/memory.db"
    let whole = bytes(of: file)
    var newer = whole
    newer[63] = 200
    var foreign = whole
    foreign[68] = 0
    var negative = whole
    negative[60] = 255
    let table: [([UInt8], MemoryError, ProblemCode)] = [
      (newer, .databaseNewer(path: file), .databaseNewer),
      (foreign, .databaseUnrecognised(path: file), .dataFolderUnusable),
      (negative, .databaseUnrecognised(path: file), .dataFolderUnusable),
      (Array(whole[..<5_000]), .databaseDamaged(path: file), .databaseDamaged),
      (Array("garbage".utf8), .databaseDamaged(path: file), .databaseDamaged),
    ]
    for (content, expected, code) in table {
      try write(content, to: file)
      await #expect(throws: expected) { try await ConversationHistory.open(in: DataFolder(path)) }
      #expect(expected.problem.code == code)
      #expect(bytes(of: file) == content)
    }
  }
}
