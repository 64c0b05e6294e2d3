import Glibc
import Synchronization
import Threads

/// Standard input, line by line: a line is read when it is asked for, so that nothing piles up and
/// nothing is lost when a script writes faster than a model answers.
final class StandardInput: Sendable {
  /// The longest line in bytes; a longer one comes cut, but longer than this, and ends the input.
  static let longestLine = 65_536

  private struct State {
    var unread: [UInt8] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// The next line without its line end.
  ///
  /// Reads on a thread of its own: a person may take an hour to type a line.
  ///
  /// - Returns: The line, or nil at the end of the input and when the program is to end.
  func nextLine() async -> String? {
    let (lines, channel) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(1))
    do {
      try startThread(named: "kith-input") {
        if let line = self.readLine() { channel.yield(line) }
        channel.finish()
      }
    } catch {
      return nil
    }
    // Ends at once when the task is cancelled; the thread may go on waiting for a person.
    return await lines.first { _ in true }
  }

  /// All of the input.
  ///
  /// - Parameter limit: The most bytes accepted.
  /// - Returns: The text; cut after the limit, so that the caller sees that it is too long.
  func all(limit: Int) async -> String {
    var text = ""
    while text.utf8.count <= limit, let line = await nextLine() {
      text += text.isEmpty ? line : "\n" + line
    }
    return text
  }

  private func readLine() -> String? {
    state.withLock { state in
      while true {
        if let end = state.unread.firstIndex(of: UInt8(ascii: "\n")) {
          defer { state.unread.removeFirst(end + 1) }
          return Self.text(state.unread[..<end])
        }
        guard !state.isOver, state.unread.count <= Self.longestLine else { break }
        Self.readMore(&state)
      }
      defer {
        state.unread = []
        state.isOver = true
      }
      return state.unread.isEmpty ? nil : Self.text(state.unread.prefix(Self.longestLine + 2))
    }
  }

  private static func readMore(_ state: inout State) {
    var block = [UInt8](repeating: 0, count: 4096)
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
    }
    if count > 0 {
      state.unread += block[..<count]
    } else if count == 0 || errno != EINTR {
      state.isOver = true
    }
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}
