import CSystem
import Glibc

/// The polite requests to end: an interrupt from the terminal, or a termination by the system.
///
/// The first one is caught; a second one ends the process at once, as ever. A process catches them
/// once; children are not affected.
public struct StopSignals: ~Copyable, Sendable {
  private let bell: Descriptor

  /// Catches the signals from now on.
  ///
  /// - Throws: ``SocketError/failed(_:errno:)``.
  public init() throws(SocketError) {
    let raw = csystem_catch_stop_signals()
    guard raw >= 0 else { throw .failed(.eventfd, errno: errno) }
    bell = Descriptor(owning: raw)
  }

  /// Waits for the first signal.
  ///
  /// - Throws: ``SocketError/failed(_:errno:)`` when no thread could be started.
  public consuming func first() async throws {
    // Never closed: the handler may ring it as long as the process lives.
    let raw = bell.detach()
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
      do {
        try startThread(named: "kith-signals", stackSize: 64 << 10) {
          var rung: UInt64 = 0
          while unsafe read(raw, &rung, 8) < 0, errno == EINTR {}
          waiting.resume()
        }
      } catch {
        waiting.resume(throwing: error)
      }
    }
  }
}
