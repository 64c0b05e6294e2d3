import Glibc

/// A `CrashWriter` that can be killed; its calls block, so they run on a thread of their own.
final class CrashingProcess {
  let pid: pid_t
  private let socket: Int32
  private var unread: [UInt8] = []

  struct Failure: Error {
    let code: Int32
  }

  /// Starts `CrashWriter` with two arguments.
  init(_ what: String, _ path: String) throws {
    // A socket in place of pipes: it is closed in other children from the very beginning.
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(code: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let words: [String] = [Self.program, what, path]
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var pid = pid_t()
    let result = posix_spawn(&pid, Self.program, &actions, nil, &arguments, environ)
    close(ends[1])
    socket = ends[0]
    self.pid = pid
    guard result == 0 else { throw Failure(code: result) }
  }

  deinit {
    close(socket)
  }

  /// It lies beside the program that runs the tests.
  private static var program: String {
    var path = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/CrashWriter"
  }

  /// The next line; nil at the end, and when none came within `milliseconds`.
  func line(within milliseconds: Int32 = 30_000) -> String? {
    let deadline = Self.now() + Int(milliseconds)
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(max(0, deadline - Self.now()))) == 1 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(socket, &buffer, buffer.count)
      guard count > 0 else { return nil }
      unread += buffer[..<count]
    }
  }

  /// The lines that come within `milliseconds`.
  func lines(for milliseconds: Int32) -> [String] {
    let deadline = Self.now() + Int(milliseconds)
    var lines: [String] = []
    while case let left = deadline - Self.now(), left > 0, let line = line(within: Int32(left)) {
      lines.append(line)
    }
    return lines
  }

  /// Kills it without warning.
  ///
  /// - Returns: The lines it still had written.
  func kill() -> [String] {
    Glibc.kill(pid, SIGKILL)
    return end()
  }

  /// Ends its input and waits until it is gone.
  ///
  /// - Returns: The lines it still had written.
  func end() -> [String] {
    shutdown(socket, Int32(SHUT_WR))
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return lines
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
