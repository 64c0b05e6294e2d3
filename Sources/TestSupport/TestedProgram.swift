import CSystem
import Glibc

/// A program of this package that runs beside the tests, with its own process group.
///
/// One test uses it, one call at a time; what blocks runs on a thread of its own.
public final class TestedProgram: @unchecked Sendable {  // One caller at a time, as said above.
  /// How it ended and all it said.
  public struct Outcome: Sendable {
    /// The exit code, or the negative number of the signal that ended it.
    public var code: Int32
    /// Standard output; on a terminal standard error too.
    public var output: String
    /// Standard error.
    public var errors: String
    /// From start to end.
    public var took: Duration

    /// The whole lines of standard output; one that was cut is none.
    public var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The sentences for the person: standard error without the log.
    public var told: [String] {
      errors.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("20") }
    }
  }

  /// What could not be done.
  public struct Failure: Error {
    /// In words.
    public let sentence: String
  }

  /// Its process.
  public let pid: Int32
  private let began = ContinuousClock.now
  private let ends: Ends
  private let ended: Int32
  private let folder: TemporaryFolder?
  private var unread: [UInt8] = []
  private var said: [UInt8] = []
  private var complaints: [UInt8] = []
  /// Whether standard output is closed.
  private var isSilent = false
  /// Whether standard error is closed.
  private var isContent: Bool
  private var code: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: Its name beside the program that runs the tests, or its path.
  ///   - arguments: Its arguments.
  ///   - environment: All it finds in its environment; nil for what these tests have.
  ///   - folder: Kept until it has ended.
  ///   - columns: The width of a terminal it talks through; nil for none.
  /// - Throws: ``Failure`` when it does not start.
  public init(
    _ name: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    in folder: TemporaryFolder? = nil, columns: Int? = nil
  ) throws {
    self.folder = folder
    let ends = try columns.map { try Ends(columns: $0) } ?? Ends()
    let path = name.hasPrefix("/") ? name : Self.folder + "/" + name
    let (pid, result) = ends.spawn([path] + arguments, environment: environment)
    self.ends = ends
    self.pid = pid
    isContent = ends.errors < 0
    ended = result == 0 ? csystem_pidfd_open(pid) : -1
    guard result == 0 else { throw Failure(sentence: "\(path) did not start: \(result)") }
  }

  deinit {
    if code == nil, ended >= 0 {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }
    ends.close()
    close(ended)
  }

  /// Where the programs of this package lie.
  public static let folder: String = {
    var path = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
  }()

  /// Writes a line to its standard input.
  public func write(_ line: String) {
    type(line + "\n")
  }

  /// Writes something to its standard input, as keys are pressed.
  public func type(_ keys: String) {
    write(Array(keys.utf8))
  }

  /// Writes bytes to its standard input, which may be no text.
  public func write(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe ends.write($0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Ends its standard input.
  public func closeInput() {
    shutdown(ends.main, Int32(SHUT_WR))
  }

  /// Reads nothing more that it prints, as a reader that went away.
  public func closeOutput() {
    shutdown(ends.main, Int32(SHUT_RD))
  }

  /// Makes its terminal wider or narrower.
  public func resize(columns: Int) {
    ends.resize(columns: columns)
  }

  /// Whether its terminal waits for whole lines and shows what is typed, as a shell needs it.
  public var terminalIsOrdinary: Bool {
    var state = termios()
    return unsafe tcgetattr(ends.main, &state) == 0 && state.c_lflag & tcflag_t(ICANON) != 0
      && state.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Sends a signal to it alone.
  public func signal(_ number: Int32) {
    kill(pid, number)
  }

  /// The next line it prints; nil at the end, and when none came in time.
  public func line(within time: Duration = .seconds(60)) async throws -> String? {
    try await onThread { [self] in nextLine(until: .now + time) }
  }

  /// The lines it prints within `time`, at most `most`.
  public func lines(for time: Duration, atMost most: Int = .max) async throws -> [String] {
    try await onThread { [self] in
      let deadline = ContinuousClock.now + time
      var lines: [String] = []
      while lines.count < most, let line = nextLine(until: deadline) { lines.append(line) }
      return lines
    }
  }

  /// Waits until it has printed `text`, or told it on standard error.
  ///
  /// - Parameters:
  ///   - text: What is waited for.
  ///   - times: How often it has to stand there.
  ///   - time: The longest wait.
  /// - Returns: Whether it came in time.
  /// - Throws: When there is no thread left to wait on.
  public func hasSaid(
    _ text: String, times: Int = 1, within time: Duration = .seconds(60)
  ) async throws -> Bool {
    try await found(within: time) { $0.ranges(of: text).count >= times ? true : nil } ?? false
  }

  /// Waits for a whole line, on either output, that begins with `mark`.
  ///
  /// - Returns: What follows the mark, or nil when no such line came in time.
  /// - Throws: When there is no thread left to wait on.
  public func rest(
    ofLineWith mark: String, within time: Duration = .seconds(60)
  ) async throws -> String? {
    try await found(within: time) { text in
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
        .first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }
  }

  /// Looks again at all it has printed, and at all it has told on standard error, whenever there is
  /// more.
  private func found<Value: Sendable>(
    within time: Duration, _ look: @escaping @Sendable (String) -> Value?
  ) async throws -> Value? {
    try await onThread { [self] in
      let deadline = ContinuousClock.now + time
      while true {
        let all = [said, complaints].map { String(decoding: $0, as: UTF8.self) }
        if let value = all.lazy.compactMap(look).first { return value }
        guard readMore(until: deadline) else { return nil }
      }
    }
  }

  /// Waits until it has ended by itself; what takes longer than `time` is killed and an error.
  public func outcome(within time: Duration = .seconds(60)) async throws -> Outcome {
    try await onThread { [self] in try finish(until: .now + time) }
  }

  /// Kills it without warning and waits until it is gone.
  public func killed() async throws -> Outcome {
    kill(pid, SIGKILL)
    return try await outcome()
  }

  /// The processes it has started and that still run.
  public var children: [Int32] {
    TemporaryFolder.names(in: "/proc").compactMap { pid_t($0) }.filter { parent(of: $0) == pid }
  }

  private func nextLine(until deadline: ContinuousClock.Instant) -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard !isSilent, readMore(until: deadline) else { return nil }
    }
  }

  /// Reads once, whatever comes first.
  ///
  /// - Returns: Whether standard output, or else standard error, is still open.
  private func readMore(until deadline: ContinuousClock.Instant) -> Bool {
    var requests = [
      pollfd(fd: isSilent ? -1 : ends.main, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isContent ? -1 : ends.errors, events: Int16(POLLIN), revents: 0),
    ]
    guard !isSilent || !isContent else { return false }
    var result: Int32
    repeat {
      result = unsafe poll(&requests, 2, milliseconds(until: deadline))
    } while result < 0 && errno == EINTR
    guard result > 0 else { return false }
    if requests[0].revents != 0 {
      let bytes = readOnce(ends.main)
      isSilent = bytes.isEmpty
      unread += bytes
      said += bytes
    }
    if requests[1].revents != 0 {
      let bytes = readOnce(ends.errors)
      isContent = bytes.isEmpty
      complaints += bytes
    }
    return true
  }

  private func readOnce(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    return Array(buffer[..<max(0, count)])
  }

  private func finish(until deadline: ContinuousClock.Instant) throws -> Outcome {
    // It prints until it is gone: its children have no share in its output.
    while readMore(until: deadline) {}
    let isGone = waits(for: ended, until: deadline)
    if !isGone { kill(-pid, SIGKILL) }
    let took = ContinuousClock.now - began
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    code = signal == 0 ? (status >> 8) & 0xFF : -signal
    let outcome = Outcome(
      code: code ?? -1, output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self), took: took)
    guard isGone else {
      throw Failure(sentence: "It hung and said: \(outcome.output) \(outcome.errors)")
    }
    return outcome
  }
}

/// The parent of a process; nil when there is no such process or it is a zombie.
private func parent(of process: pid_t) -> pid_t? {
  let text = String(decoding: bytes(of: "/proc/\(process)/stat"), as: UTF8.self)
  // The name before it, in parentheses, may hold anything.
  guard let end = text.lastIndex(of: ")") else { return nil }
  let fields = text[end...].split(separator: " ")
  return fields.count > 2 && fields[1] != "Z" ? pid_t(fields[2]) : nil
}

/// The name of the program that a process runs.
public func name(of process: Int32) -> String {
  String(decoding: bytes(of: "/proc/\(process)/comm").dropLast(), as: UTF8.self)
}

/// Waits until a process is gone, or `time` is over.
///
/// - Returns: Whether it is gone.
public func isGone(_ process: Int32, within time: Duration) async throws -> Bool {
  try await onThread {
    let descriptor = csystem_pidfd_open(process)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    return waits(for: descriptor, until: .now + time)
  }
}

private func waits(for descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  var result: Int32
  repeat {
    result = unsafe poll(&request, 1, milliseconds(until: deadline))
  } while result < 0 && errno == EINTR
  return result == 1
}

private func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
  let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
  return Int32(max(0, min(left.rounded(.up), 1e9)))
}
