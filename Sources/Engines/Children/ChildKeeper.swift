import CSystem
import Glibc
import Synchronization

/// The thread's side of a ``ChildProcess``: starts the program, moves bytes, and buries it.
///
/// The signal that kills the program when its parent dies follows the thread that started it, so
/// this thread stays until the program has ended.
struct ChildKeeper: ~Copyable {
  /// Reading stops while this much waits for a reader, so that the program is held back.
  static let outputLimit = 1 << 18

  private let keeping: ChildKeeping
  private let process: Int32
  private let ended: Int32
  private var pipes: ChildPipes
  private var logFile: LogFile
  private var writing: [UInt8] = []
  private var written = 0

  private init(_ keeping: ChildKeeping, _ process: Int32, _ ended: Int32, _ pipes: ChildPipes) {
    self.keeping = keeping
    self.process = process
    self.ended = ended
    self.pipes = pipes
    logFile = LogFile(for: keeping.program)
  }

  /// Starts the program of `keeping` on the calling thread.
  ///
  /// - Returns: What keeps it.
  /// - Throws: `EngineError.programFailed`.
  static func start(_ keeping: ChildKeeping) throws(EngineError) -> ChildKeeper {
    // Writing to a program that is gone must not end this one; no handler belongs on this thread.
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)

    let pipes = try ChildPipes(for: keeping.program)
    defer { pipes.closeLent() }
    do throws(EngineError) {
      let process = try spawn(keeping.program, pipes)
      let ended = csystem_pidfd_open(process)
      guard ended >= 0 else {
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
        throw .programFailed(keeping.program.name)
      }
      keeping.fields.withLock { $0.identifier = process }
      return ChildKeeper(keeping, process, ended, pipes)
    } catch {
      pipes.closeOurs()
      throw error
    }
  }

  private static func spawn(
    _ program: ChildProcess.Program, _ pipes: borrowing ChildPipes
  ) throws(EngineError) -> Int32 {
    let words = [program.path] + program.arguments
    let settings = program.environment.map { "\($0.key)=\($0.value)" }
    // A zero byte would silently cut a word short.
    guard !(words + settings).contains(where: { $0.utf8.contains(0) }) else {
      throw .inputUnusable("a program argument with a zero byte")
    }
    var process: pid_t = 0
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe settings.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe environment.forEach { unsafe free($0) }
    }
    let result = unsafe csystem_spawn(
      program.path, &arguments, &environment, pipes.programInput, pipes.programOutput,
      pipes.programError, &process)
    guard result == 0 else { throw .programFailed(program.name) }
    return process
  }

  /// Moves bytes until the program has ended, then tells everyone who waits.
  mutating func keep() {
    while true {
      let (wake, wantsOutput, timeout) = prepare()
      var watched = [
        pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wantsOutput ? pipes.output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipes.log, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: written < writing.count ? pipes.input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      _ = unsafe poll(&watched, nfds_t(watched.count), timeout)
      if watched[1].revents != 0 {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(wake, &count)
      }
      if watched[4].revents != 0 { writeInput() }
      if watched[3].revents != 0 { readLog() }
      if watched[2].revents != 0 { readOutput() }
      if watched[0].revents != 0 { break }
    }
    bury()
  }

  /// Does what callers asked for.
  ///
  /// - Returns: What to wait for next, and for how many milliseconds (-1 for ever).
  private mutating func prepare() -> (wake: Int32, wantsOutput: Bool, timeout: Int32) {
    var fresh: [UInt8] = []
    let left = writing.count - written
    let (wake, wantsOutput, deadline, closes) = keeping.fields.withLock { fields in
      if left == 0 {
        swap(&fresh, &fields.input)
        fields.beingWritten = fresh.count
      }
      var deadline = end(&fields.ending)
      keeping.serveReader(&fields)
      if let reader = fields.reader {
        deadline = min(deadline ?? reader.deadline, reader.deadline)
      }
      return (
        fields.wake, fields.output.count < Self.outputLimit, deadline,
        fields.inputEnds && fields.input.isEmpty && left + fresh.count == 0
      )
    }
    if !fresh.isEmpty {
      writing = fresh
      written = 0
    }
    if closes { closeInput() }
    guard let deadline else { return (wake, wantsOutput, -1) }
    let remaining = ContinuousClock.now.duration(to: deadline).components
    let milliseconds = remaining.seconds * 1000 + remaining.attoseconds / 1_000_000_000_000_000 + 1
    return (wake, wantsOutput, Int32(clamping: max(0, milliseconds)))
  }

  /// Sends the signals that are due.
  ///
  /// - Returns: When the next one is due.
  private func end(_ ending: inout ChildKeeping.Ending) -> ContinuousClock.Instant? {
    if case .asked(let killAt) = ending {
      kill(-process, SIGTERM)
      ending = .told(killAt: killAt)
    }
    guard case .told(let killAt) = ending else { return nil }
    if killAt > .now { return killAt }
    kill(-process, SIGKILL)
    ending = .killed
    return nil
  }

  private mutating func writeInput() {
    let count = unsafe writing[written...].withUnsafeBytes { bytes in
      unsafe write(pipes.input, bytes.baseAddress, bytes.count)
    }
    if count > 0 {
      written += count
      let left = writing.count - written
      keeping.fields.withLock { $0.beingWritten = left }
    } else if errno != EAGAIN && errno != EINTR {
      closeInput()
    }
  }

  private mutating func closeInput() {
    guard pipes.input >= 0 else { return }
    close(pipes.input)
    pipes.input = -1
    writing = []
    written = 0
    keeping.fields.withLock { fields in
      fields.inputIsBroken = true
      fields.input = []
      fields.beingWritten = 0
    }
  }

  /// Reads once from `descriptor`.
  ///
  /// - Returns: The bytes; empty at the end, nil when there is nothing now.
  private func readOnce(_ descriptor: Int32) -> [UInt8]? {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
      count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    return count < 0 ? nil : bytes
  }

  /// Reads once from the program's output.
  ///
  /// - Returns: Whether there may be more now.
  @discardableResult
  private mutating func readOutput() -> Bool {
    guard pipes.output >= 0, let bytes = readOnce(pipes.output) else { return false }
    keeping.fields.withLock { fields in
      fields.output.append(bytes)
      if bytes.isEmpty { fields.output.isClosed = true }
      keeping.serveReader(&fields)
    }
    if bytes.isEmpty {
      close(pipes.output)
      pipes.output = -1
    }
    return !bytes.isEmpty
  }

  @discardableResult
  private mutating func readLog() -> Bool {
    guard pipes.log >= 0, let bytes = readOnce(pipes.log) else { return false }
    if bytes.isEmpty {
      close(pipes.log)
      pipes.log = -1
    } else {
      logFile.write(bytes)
    }
    return !bytes.isEmpty
  }

  /// Takes what the program left, lets its number go, and resumes everyone.
  private mutating func bury() {
    // What it started goes with it; the number is ours until it is waited for.
    kill(-process, SIGKILL)
    for _ in 0..<64 where readOutput() {}
    for _ in 0..<64 where readLog() {}
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    let exit: ChildProcess.Exit =
      signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
    close(ended)
    pipes.closeOurs()

    let waiting = keeping.fields.withLock { fields in
      fields.exit = exit
      fields.output.isClosed = true
      fields.inputIsBroken = true
      keeping.serveReader(&fields)
      close(fields.wake)
      fields.wake = -1
      defer { fields.waiting = [] }
      return fields.waiting
    }
    for continuation in waiting { continuation.resume(returning: exit) }
  }
}
