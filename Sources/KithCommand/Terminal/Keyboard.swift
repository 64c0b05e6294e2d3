import CSystem
import Glibc
import Synchronization
import Threads

/// The keyboard of a chat on a terminal.
///
/// The terminal does not show what is typed by itself: while a reply comes, keys are kept for the
/// next prompt instead of landing in the reply.
final class Keyboard: Sendable {
  /// The most bytes kept while nobody asks for a line; what is typed beyond is lost.
  private static let mostAhead = 65_536

  private struct State {
    /// Typed and not yet shown.
    var ahead: [UInt8] = []
    var editor: LineEditor
    /// Who waits for a line.
    var asker: AsyncStream<String>.Continuation?
    var isOver = false
  }

  private let output: Output
  private let state: Mutex<State>

  /// The keyboard of the terminal that this program talks through; it is given back when the program
  /// ends.
  ///
  /// - Parameters:
  ///   - output: Where what is typed is shown.
  ///   - column: How many columns the prompt takes.
  ///   - terminal: The kind of the terminal, as `TERM` tells it.
  /// - Returns: nil when standard input or output is no terminal that can do this.
  static func take(_ output: Output, promptColumns column: Int, terminal: String?) -> Keyboard? {
    guard output.isTerminal, isatty(STDIN_FILENO) == 1, let terminal, terminal != "dumb",
      csystem_take_terminal(STDIN_FILENO) == 0
    else { return nil }
    let keyboard = Keyboard(output, column)
    do {
      // Lives as long as the program: it waits for a person.
      try startThread(named: "kith-keys") { keyboard.readOn() }
      return keyboard
    } catch {
      csystem_give_terminal_back()
      return nil
    }
  }

  private init(_ output: Output, _ column: Int) {
    self.output = output
    state = Mutex(State(editor: LineEditor(column: column)))
  }

  /// The next line, shown as it is typed.
  ///
  /// - Returns: The line, or nil at the end of the input and when the program is to end.
  func nextLine() async -> String? {
    let (lines, asker) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(1))
    state.withLock { state in
      state.asker = asker
      showAhead(&state)
    }
    let line = await lines.first { _ in true }
    state.withLock { $0.asker = nil }
    return line
  }

  private func readOn() {
    var block = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      state.withLock { state in
        if count > 0 {
          state.ahead += block[..<min(count, Self.mostAhead - state.ahead.count)]
        } else {
          state.isOver = true
        }
        showAhead(&state)
      }
      if count <= 0 { return }
    }
  }

  /// Shows what was typed, as far as somebody asks for it.
  private func showAhead(_ state: inout State) {
    state.editor.width = output.columns
    var shown = ""
    var taken = 0
    defer { state.ahead.removeFirst(taken) }
    while let asker = state.asker, taken < state.ahead.count {
      let step = state.editor.type(state.ahead[taken])
      taken += 1
      shown += step.shown
      if step.isEnd { state.isOver = true }
      if let line = step.line { asker.yield(line) }
      guard step.line != nil || step.isEnd else { continue }
      asker.finish()
      state.asker = nil
    }
    if !shown.isEmpty { output.resultPiece(shown) }
    if state.isOver {
      state.asker?.finish()
      state.asker = nil
    }
  }
}
