import CSystem
import Glibc

/// Starts a thread of its own for work that blocks, such as an event loop.
///
/// - Parameters:
///   - name: What `ps` and a debugger show; at most 15 bytes count.
///   - stackSize: Bytes of stack; only what is touched costs memory.
///   - body: What the thread does; the thread ends when it returns.
/// - Throws: ``NoThreadLeft`` when the machine has no thread left.
public func startThread(
  named name: String, stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
) throws(NoThreadLeft) {
  let work = ThreadWork(name: name, body: body)
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setstacksize(&attributes, stackSize)
  unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let handed = unsafe Unmanaged.passRetained(work)
  var thread = pthread_t()
  let code = unsafe pthread_create(
    &thread, &attributes,
    { raw in
      guard let raw = unsafe raw else { return nil }
      let work = unsafe Unmanaged<ThreadWork>.fromOpaque(raw).takeRetainedValue()
      unsafe csystem_name_this_thread(work.name)
      work.body()
      return nil
    }, handed.toOpaque())
  guard code == 0 else {
    unsafe handed.release()
    throw NoThreadLeft(code: code)
  }
}

/// The machine has no thread left.
public struct NoThreadLeft: Error, Sendable, Equatable {
  /// The system's error number.
  public let code: Int32
}

/// Carries a closure through the C call that starts a thread.
private final class ThreadWork: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}
