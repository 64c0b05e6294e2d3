import CSystem
import FoundationEssentials
import Glibc
import Synchronization

/// Standard output for results, standard error for everything else.
struct Output: Sendable {
  /// Why a result did not reach anybody.
  enum Loss: Sendable {
    /// It could not be written, as to a full disk.
    case unwritable
    /// Whoever read it went away.
    case unread
  }

  /// Whether standard output is a terminal.
  let isTerminal = isatty(STDOUT_FILENO) == 1
  /// Whether standard error is a terminal.
  let errorIsTerminal = isatty(STDERR_FILENO) == 1
  private let screen = Screen()

  /// How results were lost, if any were.
  var loss: Loss? { screen.loss }

  /// The columns of the terminal that results go to, now; 0 when that is not known.
  var columns: Int {
    isTerminal ? Int(csystem_terminal_columns(STDOUT_FILENO)) : 0
  }

  /// Prints a line of the result.
  func result(_ line: String) {
    resultPiece(line + "\n")
  }

  /// Prints a piece of the result without ending the line.
  func resultPiece(_ text: String) {
    screen.use { line in
      if isTerminal { screen.write(line.willWrite(text), to: STDERR_FILENO) }
      screen.write(text, to: STDOUT_FILENO)
    }
  }

  /// Prints a result as JSON, keys in alphabetical order.
  func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    result(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Tells the person something that is not the result.
  func tell(_ line: String) {
    screen.use { open in
      screen.write(errorIsTerminal ? open.tell(line) : line + "\n", to: STDERR_FILENO)
    }
  }

  /// Shows passing progress on a terminal; nothing elsewhere.
  func progress(_ text: String) {
    guard errorIsTerminal else { return }
    screen.use { screen.write($0.show(progress: text), to: STDERR_FILENO) }
  }

  /// Writes a line of the log on a line of its own, once there is room for one.
  ///
  /// Never waits: on a terminal that is being written to, or stopped, the line comes a little later.
  func log(_ line: String) {
    screen.log(line)
  }
}

/// The terminal, or whatever else the two outputs lead to; one writer at a time.
private final class Screen: Sendable {
  /// The most lines of the log that wait; then the oldest are dropped.
  private static let mostWaiting = 64

  private let line = Mutex(OpenLine())
  private let waiting = Mutex<[String]>([])
  private let lost = Mutex<Output.Loss?>(nil)

  var loss: Output.Loss? { lost.withLock { $0 } }

  func use(_ body: (inout OpenLine) -> Void) {
    line.withLock { line in
      body(&line)
      writeLog(line)
    }
  }

  func log(_ text: String) {
    waiting.withLock { waiting in
      if waiting.count == Self.mostWaiting { waiting.removeFirst() }
      waiting.append(text)
    }
    // Whoever has the terminal now writes the line afterwards.
    line.withLockIfAvailable { writeLog($0) }
  }

  private func writeLog(_ line: OpenLine) {
    waiting.withLock { waiting in
      while let first = waiting.first, let text = line.log(first), canWrite(STDERR_FILENO) {
        write(text, to: STDERR_FILENO)
        waiting.removeFirst()
      }
    }
  }

  private func canWrite(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) == 1 && request.revents & Int16(POLLOUT) != 0
  }

  func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        let reason = errno
        if descriptor == STDOUT_FILENO {
          lost.withLock { $0 = reason == EPIPE ? .unread : .unwritable }
        }
        return
      }
      bytes = bytes.dropFirst(max(0, written))
    }
  }
}
