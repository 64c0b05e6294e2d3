import CSystem
import Glibc

/// A thread for work that blocks, so that the shared pool, as narrow as the machine, never waits.
enum OwnThread {
  /// Runs `body` on a new thread, which ends when `body` returns.
  ///
  /// - Parameters:
  ///   - name: What debuggers show; at most 15 bytes.
  ///   - body: What the thread does.
  /// - Throws: `EngineError.programFailed` when the system has no thread left.
  static func start(
    named name: StaticString, _ body: @escaping @Sendable () -> Void
  ) throws(EngineError) {
    let work = unsafe Unmanaged.passRetained(Work(name, body))
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        unsafe csystem_name_this_thread("\(work.name)")
        work.body()
        return nil
      }, unsafe work.toOpaque())
    guard result == 0 else {
      unsafe work.release()
      throw .programFailed("\(name)")
    }
    pthread_detach(thread)
  }

  private final class Work: Sendable {
    let name: StaticString
    let body: @Sendable () -> Void

    init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
