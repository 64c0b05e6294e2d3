import Glibc

/// A value behind a lock, for the few places where two threads meet.
///
/// `Synchronization.Mutex` would serve as well, but the thread sanitizer does not see it on Linux
/// and reports races that are none; it knows `pthread_mutex_t`.
@safe
public final class Locked<State>: @unchecked Sendable {  // `state` is touched under `mutex` only
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Puts `state` behind a new lock.
  public init(_ state: sending State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` while no other thread can see the value.
  ///
  /// `body` must be short and must not wait for anything.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
