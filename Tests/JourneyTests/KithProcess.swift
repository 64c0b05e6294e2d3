import CSystem
import Glibc
import TestSupport
import Testing

/// A `kith` that runs beside the tests, with its own process group.
///
/// One test uses it, one call at a time; what blocks runs on a thread of its own.
final class KithProcess: @unchecked Sendable {
  /// How it ended and all it said.
  struct Outcome: Sendable {
    /// The exit code, or the negative number of the signal that ended it.
    var code: Int32
    /// Standard output.
    var output: String
    /// Standard error.
    var errors: String
    /// From start to end.
    var took: Duration

    /// The sentences for the person: standard error without the log.
    var told: [String] {
      errors.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("20") }
    }
  }

  let pid: pid_t
  private let began = ContinuousClock.now
  private let socket: Int32
  private let ended: Int32
  private let errors: Int32
  private let folder: TemporaryFolder
  private var unread: [UInt8] = []
  private var said: [UInt8] = []
  private var complaints: [UInt8] = []
  /// Whether standard output is closed.
  private var isSilent = false
  /// Whether standard error is closed.
  private var isContent = false
  private var code: Int32?

  struct Failure: Error {
    let sentence: String
  }

  /// Starts `kith` with nothing in its environment but `environment`; `folder` is kept until it has
  /// ended.
  init(
    _ arguments: [String], environment: [String: String], in folder: TemporaryFolder
  ) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    var errorEnds: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0, socketpair(AF_UNIX, kind, 0, &errorEnds) == 0
    else { throw Failure(sentence: "no socket") }
    self.folder = folder
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, errorEnds[1], 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words = [Self.program] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      pointers.forEach { free($0) }
      settings.forEach { free($0) }
    }
    var pid = pid_t()
    let result = posix_spawn(&pid, words[0], &actions, &attributes, &pointers, &settings)
    close(ends[1])
    close(errorEnds[1])
    socket = ends[0]
    errors = errorEnds[0]
    self.pid = pid
    ended = result == 0 ? csystem_pidfd_open(pid) : -1
    guard result == 0 else { throw Failure(sentence: "\(Self.program) did not start: \(result)") }
  }

  deinit {
    if code == nil, ended >= 0 {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }
    close(socket)
    close(errors)
    close(ended)
  }

  /// The program; it lies beside the one that runs the tests.
  static let program: String = {
    var path = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/kith"
  }()

  /// Writes a line to its standard input.
  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Ends its standard input.
  func closeInput() {
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Sends a signal to it alone.
  func signal(_ number: Int32) {
    kill(pid, number)
  }

  /// The next line it prints; nil at the end, and when none came in time.
  func line(within time: Duration = .seconds(60)) async throws -> String? {
    try await onThread { [self] in nextLine(until: .now + time) }
  }

  /// The lines it prints within `time`, at most `most`.
  func lines(for time: Duration, atMost most: Int = .max) async throws -> [String] {
    try await onThread { [self] in
      let deadline = ContinuousClock.now + time
      var lines: [String] = []
      while lines.count < most, let line = nextLine(until: deadline) { lines.append(line) }
      return lines
    }
  }

  /// Waits until it has printed `text`, or told it on standard error.
  ///
  /// - Returns: Whether it came in time.
  func hasSaid(_ text: String, within time: Duration = .seconds(60)) async throws -> Bool {
    try await onThread { [self] in
      let deadline = ContinuousClock.now + time
      while true {
        if String(decoding: said, as: UTF8.self).contains(text) { return true }
        if String(decoding: complaints, as: UTF8.self).contains(text) { return true }
        guard readMore(until: deadline) else { return false }
      }
    }
  }

  /// Waits until it has ended by itself; what takes longer than `time` is killed and an error.
  func outcome(within time: Duration = .seconds(60)) async throws -> Outcome {
    try await onThread { [self] in try finish(until: .now + time) }
  }

  /// Kills it without warning and waits until it is gone.
  func killed() async throws -> Outcome {
    kill(pid, SIGKILL)
    return try await outcome()
  }

  /// The processes it has started and that still run.
  var children: [pid_t] {
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
      pollfd(fd: isSilent ? -1 : socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isContent ? -1 : errors, events: Int16(POLLIN), revents: 0),
    ]
    guard !isSilent || !isContent else { return false }
    var result: Int32
    repeat {
      result = poll(&requests, 2, milliseconds(until: deadline))
    } while result < 0 && errno == EINTR
    guard result > 0 else { return false }
    if requests[0].revents != 0 {
      let bytes = readOnce(socket)
      isSilent = bytes.isEmpty
      unread += bytes
      said += bytes
    }
    if requests[1].revents != 0 {
      let bytes = readOnce(errors)
      isContent = bytes.isEmpty
      complaints += bytes
    }
    return true
  }

  private func readOnce(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    return Array(buffer[..<max(0, count)])
  }

  private func finish(until deadline: ContinuousClock.Instant) throws -> Outcome {
    // It prints until it is gone: its children have no share in its output.
    while readMore(until: deadline) {}
    let isGone = waits(for: ended, until: deadline)
    if !isGone { kill(-pid, SIGKILL) }
    let took = ContinuousClock.now - began
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
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
func name(of process: pid_t) -> String {
  String(decoding: bytes(of: "/proc/\(process)/comm").dropLast(), as: UTF8.self)
}

/// Waits until a process is gone, or `time` is over.
///
/// - Returns: Whether it is gone.
func isGone(_ process: pid_t, within time: Duration) async throws -> Bool {
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
    result = poll(&request, 1, milliseconds(until: deadline))
  } while result < 0 && errno == EINTR
  return result == 1
}

private func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
  let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
  return Int32(max(0, min(left.rounded(.up), 1e9)))
}

private final class Work {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

/// Runs `body`, which may block, on a thread of its own.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let work = Work { continuation.resume(with: Result { try body() }) }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    pthread_detach(thread)
  }
}
