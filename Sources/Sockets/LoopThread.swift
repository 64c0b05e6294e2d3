import CSystem
import Glibc

/// Starts a thread of its own for work that blocks, such as an event loop.
///
/// - Parameters:
///   - name: What `ps` and a debugger show; at most 15 bytes count.
///   - stackSize: Bytes of stack; only what is touched costs memory.
///   - body: What the thread does; the thread ends when it returns.
/// - Throws: ``SocketError/failed(_:errno:)`` when the machine has no thread left.
public func startThread(
  named name: StaticString, stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
) throws(SocketError) {
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
      work.name.withUTF8Buffer { name in
        unsafe name.withMemoryRebound(to: CChar.self) {
          unsafe csystem_name_this_thread($0.baseAddress)
        }
      }
      work.body()
      return nil
    }, handed.toOpaque())
  guard code == 0 else {
    unsafe handed.release()
    throw .failed(.thread, errno: code)
  }
}

/// Carries a closure through the C call that starts a thread.
private final class ThreadWork: Sendable {
  let name: StaticString
  let body: @Sendable () -> Void

  init(name: StaticString, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}
