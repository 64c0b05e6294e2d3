import CSystem
import Glibc

/// The program: blocks signals before any other thread exists, runs the command, exits with its code.
@main
struct Main {
  static func main() {
    // A reader that went away and a file that may not grow are errors of a call, not of the program.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var awaited = sigset_t()
    unsafe sigemptyset(&awaited)
    unsafe sigaddset(&awaited, SIGINT)
    unsafe sigaddset(&awaited, SIGTERM)
    unsafe sigaddset(&awaited, SIGHUP)
    unsafe pthread_sigmask(SIG_BLOCK, &awaited, nil)
    let interrupts = Interrupts()
    let command = Task.detached {
      let code = await Program.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: Program.environment(),
        interrupts: interrupts)
      exit(code)
    }
    while true {
      var received: Int32 = 0
      unsafe sigwait(&awaited, &received)
      switch interrupts.received(received) {
      case .stopReply: break
      case .end: command.cancel()
      case .leave:
        csystem_give_terminal_back()
        _exit(128 + received)
      }
    }
  }
}
