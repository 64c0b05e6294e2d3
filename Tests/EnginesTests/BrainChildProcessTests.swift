import Engines
import Glibc
import Testing

private func shell(_ script: String, output: ChildProcess.Output = .pipe)
  async throws -> ChildProcess
{
  try await ChildProcess.start(
    .init("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], output: output))
}

/// Whether a process with this number exists and is not a zombie.
private func lives(_ process: Int32) -> Bool {
  let status = contents(of: "/proc/\(process)/stat")
  return !status.isEmpty && !status.contains(") Z ")
}

/// What a small file holds; empty when there is none.
private func contents(of path: String) -> String {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 65_536)
  let count = read(descriptor, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}

struct BrainChildProcessTests {
  @Test func `lines go in and come out, in order`() async throws {
    let child = try await ChildProcess.start(.init("/bin/cat"))
    try child.write(Array("one\ntw".utf8))
    try child.write(Array("o\nthree".utf8))
    #expect(try await child.line(within: .seconds(5)) == Array("one".utf8))
    #expect(try await child.line(within: .seconds(5)) == Array("two".utf8))
    child.closeInput()
    #expect(try await child.line(within: .seconds(5)) == Array("three".utf8))
    #expect(try await child.line(within: .seconds(5)) == nil)
    #expect(await child.exit() == .code(0))
  }

  @Test func `a megabyte passes through while the reader is slower than the writer`() async throws {
    let child = try await ChildProcess.start(.init("/bin/cat"))
    let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try child.write(sent)
    child.closeInput()
    var received: [UInt8] = []
    while let bytes = try await child.bytes(within: .seconds(10)) { received += bytes }
    #expect(received == sent)
  }

  @Test func `more than may wait is refused with a clear error`() async throws {
    let child = try await shell("exec sleep 30")
    #expect(throws: EngineError.programFailed("sh")) {
      try child.write([UInt8](repeating: 0, count: ChildProcess.inputLimit + 1))
    }
  }

  @Test func `the exit code and the signal are told apart`() async throws {
    #expect(await (try shell("exit 7")).exit() == .code(7))
    #expect(await (try shell("kill -9 $$")).exit() == .signal(SIGKILL))
  }

  @Test func `a program that is not there is said to have failed`() async {
    await #expect(throws: EngineError.programFailed("nothing")) {
      _ = try await ChildProcess.start(.init("/no/such/nothing"))
    }
  }

  @Test func `a late line is an error and the program stays`() async throws {
    let child = try await ChildProcess.start(.init("/bin/cat"))
    await #expect(throws: EngineError.modelFailed(engine: "cat", reason: "no answer in time")) {
      try await child.line(within: .milliseconds(20))
    }
    try child.write(Array("later\n".utf8))
    #expect(try await child.line(within: .seconds(5)) == Array("later".utf8))
  }

  @Test func `a line that is too long is an error`() async throws {
    let child = try await shell("head -c 5000 /dev/zero")
    await #expect(
      throws: EngineError.modelFailed(engine: "sh", reason: "a line that is too long")
    ) {
      try await child.line(within: .seconds(5), limit: 1000)
    }
  }

  @Test func `a reader that is cancelled stops waiting`() async throws {
    let child = try await ChildProcess.start(.init("/bin/cat"))
    let reading = Task { try await child.line(within: .seconds(60)) }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test func `writing to a program that has gone is an error and not a signal`() async throws {
    let child = try await shell("exec 0<&-; echo closed; exec sleep 30")
    #expect(try await child.line(within: .seconds(5)) == Array("closed".utf8))
    // The first write meets the closed pipe; one of the next is refused.
    await #expect(throws: EngineError.programFailed("sh")) {
      for _ in 0..<10_000 {
        try child.write([1])
        await Task.yield()
      }
    }
  }

  @Test func `a program that ignores the request to end is killed with its own children`()
    async throws
  {
    let child = try await shell("trap '' TERM; sleep 100 & echo $!; wait; wait")
    let line = try await child.line(within: .seconds(5))
    let grandchild = try #require(Int32(String(decoding: line ?? [], as: UTF8.self)))
    #expect(await child.stop(grace: .milliseconds(50)) == .signal(SIGKILL))
    #expect(!lives(grandchild))
  }

  @Test func `the last reference takes the program along and leaves no zombie`() async throws {
    var child: ChildProcess? = try await shell("echo up; exec sleep 100")
    let process = try #require(child?.identifier)
    _ = try await child?.line(within: .seconds(5))
    #expect(lives(process))
    child = nil
    let deadline = ContinuousClock.now + .seconds(5)
    while FileDescriptors.exists("/proc/\(process)"), .now < deadline { await Task.yield() }
    #expect(!FileDescriptors.exists("/proc/\(process)"))
  }

  @Test func `a program inherits three descriptors and no ignored signal`() async throws {
    let kept = open("/dev/null", O_RDONLY)
    defer { close(kept) }
    let child = try await shell("ls /proc/self/fd | tr '\\n' ' '; grep SigIgn /proc/self/status")
    let line = String(decoding: try await child.line(within: .seconds(5)) ?? [], as: UTF8.self)
    // `ls` has a fourth for the folder it lists.
    #expect(line.hasPrefix("0 1 2 3 SigIgn:"))
    // The signals above 31 belong to the C library, which lets nobody touch its own.
    let ignored = try #require(UInt64(line.suffix(16), radix: 16))
    #expect(ignored & 0x7FFF_FFFF == 0)
  }

  @Test func `a program dies when its parent is killed without a chance to tidy up`() async throws {
    let path = "/tmp/kith-test-parent-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(path) }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let child = try await shell("echo up; exec sleep 100")
      _ = try await child.line(within: .seconds(5))
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
      let text = Array("\(child.identifier)".utf8)
      write(descriptor, text, text.count)
      kill(getpid(), SIGKILL)
    }
    let process = try #require(Int32(contents(of: path)))
    let deadline = ContinuousClock.now + .seconds(5)
    while lives(process), .now < deadline { await Task.yield() }
    #expect(!lives(process))
  }

  @Test func `a log begins again when it is full`() async throws {
    let path = "/tmp/kith-test-log-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(path) }
    let child = try await shell(
      "i=0; while [ $i -lt 300 ]; do echo line $i; i=$((i+1)); done",
      output: .log(path: path, limit: 1000))
    #expect(await child.exit() == .code(0))
    let log = contents(of: path)
    #expect(log.utf8.count <= 1000)
  }

  @Test func `a hundred programs leave no descriptor behind`() async throws {
    _ = await (try shell("exit 0")).exit()
    let before = FileDescriptors.count()
    for _ in 0..<100 { _ = await (try shell("exit 0")).exit() }
    // Other tests run beside this one; a leak would be a hundred or more.
    #expect(FileDescriptors.count() < before + 60)
  }
}

private enum FileDescriptors {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func count() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
