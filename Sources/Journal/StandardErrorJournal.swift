import Glibc
import Synchronization

extension Journal {
  /// A journal that writes one line for each entry to standard error.
  ///
  /// A line is never waited for: when whoever reads the log has stopped reading, lines are dropped
  /// and the next one says how many. The program has to ignore `SIGPIPE`.
  ///
  /// - Parameters:
  ///   - lowest: The level from which on entries are written.
  ///   - now: Milliseconds since 1970 in UTC.
  /// - Returns: The journal.
  public static func standardError(
    lowest: Level = .info, now: @escaping @Sendable () -> Int64
  ) -> Journal {
    lines(to: STDERR_FILENO, lowest: lowest, now: now)
  }

  /// A journal that writes lines to `descriptor`, which stays open.
  static func lines(
    to descriptor: Int32, lowest: Level, now: @escaping @Sendable () -> Int64
  ) -> Journal {
    let output = LineOutput(descriptor)
    return Journal(lowest: lowest) { entry in
      output.write(entry, at: now())
    }
  }
}

/// Writes whole lines to a descriptor from any thread, without ever waiting.
private final class LineOutput: Sendable {
  private let descriptor: Int32
  private let dropped = Mutex(0)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ entry: Journal.Entry, at milliseconds: Int64) {
    dropped.withLock { dropped in
      var line = entry.line(at: milliseconds)
      if dropped > 0 { line += " dropped=\(dropped)" }
      if send(line + "\n") { dropped = 0 } else { dropped += 1 }
    }
  }

  /// A pipe that can be written to takes `PIPE_BUF` bytes without waiting, and takes them whole.
  private func send(_ line: String) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&request, 1, 0) == 1, request.revents & Int16(POLLOUT) != 0 else {
      return false
    }
    let bytes = Array(line.utf8.prefix(4_096))
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
    }
  }
}
