import Glibc

/// The polite requests to end: an interrupt from the terminal, or a termination by the system.
///
/// They are received by a thread that waits for them, so that nothing has to be safe inside a signal
/// handler.
public enum StopSignals {
  /// Takes both signals away from their default, which is to end the process at once.
  ///
  /// To be called before any thread exists, since threads inherit it. Children inherit it too: whoever
  /// starts one has to clear its signal mask.
  public static func hold() {
    var signals = Self.both
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the first of the two signals; ``hold()`` must have been called.
  ///
  /// - Throws: ``SocketError/failed(_:errno:)`` when no thread could be started.
  public static func first() async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
      do {
        try startThread(named: "kith-signals", stackSize: 64 << 10) {
          var signals = Self.both
          var signal: Int32 = 0
          unsafe sigwait(&signals, &signal)
          waiting.resume()
        }
      } catch {
        waiting.resume(throwing: error)
      }
    }
  }

  private static var both: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    return signals
  }
}
