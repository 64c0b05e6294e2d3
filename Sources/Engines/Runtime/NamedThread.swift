import Glibc

/// A thread with a name that `top` shows, and room on its stack for a neural network.
enum NamedThread {
  /// Bytes of address space for the stack; only what is touched takes memory.
  static let stack = 8 << 20

  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts a thread that runs `body` once and ends.
  ///
  /// - Parameters:
  ///   - name: At most 15 bytes; the kernel drops the rest.
  ///   - body: What the thread does.
  /// - Returns: Whether the system gave a thread.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let argument = unsafe Unmanaged.passRetained(Body(name: name, run: body)).toOpaque()
    let hasStarted = unsafe start(with: argument)
    if !hasStarted { unsafe Unmanaged<Body>.fromOpaque(argument).release() }
    return hasStarted
  }

  private static func start(with argument: UnsafeMutableRawPointer) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { room in
      guard let attributes = room.baseAddress, unsafe pthread_attr_init(attributes) == 0 else {
        return false
      }
      defer { unsafe pthread_attr_destroy(attributes) }
      unsafe pthread_attr_setstacksize(attributes, stack)
      unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      var thread = pthread_t()
      return unsafe pthread_create(&thread, attributes, enter, argument) == 0
    }
  }

  /// The first function of the thread; takes over the body it is given.
  private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { argument in
      guard let argument = unsafe argument else { return nil }
      let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
      rename(body.name)
      body.run()
      return nil
    }

  /// Names the calling thread; the C function for it is hidden from Swift.
  private static func rename(_ name: String) {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = unsafe write(file, name, name.utf8.count)
  }
}
