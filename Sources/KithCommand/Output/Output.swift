import FoundationEssentials
import Glibc
import Synchronization

/// Standard output for results, standard error for everything else.
struct Output: Sendable {
  /// Whether standard output is a terminal.
  let isTerminal = isatty(STDOUT_FILENO) == 1
  /// Whether standard error is a terminal.
  let errorIsTerminal = isatty(STDERR_FILENO) == 1
  private let lost = LostOutput()

  /// Whether a result could not be written.
  var hasLostResults: Bool { lost.isMarked }

  /// Prints a line of the result.
  func result(_ line: String) {
    write(line + "\n", to: STDOUT_FILENO)
  }

  /// Prints a piece of the result without ending the line.
  func resultPiece(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Prints a result as JSON, keys in alphabetical order.
  func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    result(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Tells the person something that is not the result.
  func tell(_ line: String) {
    write(line + "\n", to: STDERR_FILENO)
  }

  /// Shows passing progress on a terminal; nothing elsewhere.
  func progress(_ text: String) {
    guard errorIsTerminal else { return }
    write("\r\u{1B}[2K\(text)", to: STDERR_FILENO)
  }

  private func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        // A reader that went away ends the output; a full disk or a closed output loses it.
        if errno != EPIPE, descriptor == STDOUT_FILENO { lost.mark() }
        return
      }
      bytes = bytes.dropFirst(max(0, written))
    }
  }
}

/// Remembers that a result could not be written.
private final class LostOutput: Sendable {
  private let marked = Atomic(false)

  var isMarked: Bool { marked.load(ordering: .relaxed) }

  func mark() {
    marked.store(true, ordering: .relaxed)
  }
}
