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
    let command = Task.detached {
      let code = await Program.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: Program.environment())
      exit(code)
    }
    // The first signal asks the command to end well; the second does not wait for it.
    var received: Int32 = 0
    unsafe sigwait(&awaited, &received)
    command.cancel()
    unsafe sigwait(&awaited, &received)
    _exit(128 + received)
  }
}
