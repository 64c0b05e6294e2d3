import CSystem
import Glibc

/// The pipes between this program and one it starts.
///
/// Every descriptor is closed on exec; ``csystem_spawn`` gives the program its three.
struct ChildPipes {
  /// Our end of standard input, or -1.
  var input: Int32 = -1
  /// Our end of standard output, or -1.
  var output: Int32 = -1
  /// Our end of what goes to the log, or -1.
  var log: Int32 = -1

  /// What the program gets as standard input.
  private(set) var programInput: Int32 = -1
  /// What the program gets as standard output.
  private(set) var programOutput: Int32 = -1
  /// What the program gets as standard error.
  private(set) var programError: Int32 = -1
  private var lent: [Int32] = []

  /// Opens what `program` needs.
  init(for program: ChildProcess.Program) throws(EngineError) {
    do {
      (input, programInput) = try openPipe(theyRead: true)
      let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard nowhere >= 0 else { throw EngineError.programFailed(program.name) }
      lent.append(nowhere)
      (programOutput, programError) = (nowhere, nowhere)
      if program.output == .pipe {
        (output, programOutput) = try openPipe()
      }
      let logsOutput = if case .log = program.output { true } else { false }
      let logsError = if case .log = program.error { true } else { false }
      if logsOutput || logsError {
        let theirs: Int32
        (log, theirs) = try openPipe()
        if logsOutput { programOutput = theirs }
        if logsError { programError = theirs }
      }
    } catch {
      closeLent()
      closeOurs()
      throw .programFailed(program.name)
    }
    for ours in [input, output, log] where ours >= 0 {
      // Only our ends: programs expect theirs to block.
      _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
    }
  }

  private mutating func openPipe(
    theyRead: Bool = false
  ) throws(EngineError) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe csystem_pipe(&ends) == 0 else { throw .programFailed("pipe") }
    lent.append(ends[theyRead ? 0 : 1])
    return theyRead ? (ends[1], ends[0]) : (ends[0], ends[1])
  }

  /// Closes the program's ends, which it has its own copies of once it runs.
  func closeLent() {
    for descriptor in lent { close(descriptor) }
  }

  /// Closes our ends.
  func closeOurs() {
    for descriptor in [input, output, log] where descriptor >= 0 { close(descriptor) }
  }
}
