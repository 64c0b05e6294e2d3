import CSystem
import Glibc

/// Waits until one of many descriptors is ready (`epoll`, level-triggered) or somebody wakes it.
public struct Poller: ~Copyable, Sendable {
  /// What is waited for, and what has happened.
  public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Bytes, a connection or the end can be read.
    public static let read = Interest(rawValue: EPOLLIN.rawValue)
    /// The kernel takes bytes again.
    public static let write = Interest(rawValue: EPOLLOUT.rawValue)
    /// The other side has stopped sending.
    public static let hangUp = Interest(rawValue: EPOLLRDHUP.rawValue)
    /// The connection is broken; reported without being asked for.
    public static let broken = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// Makes the wait return early, from any thread.
  public let wakeUp: WakeUp

  private static let wakeToken = UInt64.max
  private static let eventsPerWait = 64
  private let epoll: Descriptor

  /// A poller that watches nothing yet.
  public init() throws(SocketError) {
    let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard raw >= 0 else { throw .failed(.epoll, errno: errno) }
    let epoll = Descriptor(owning: raw)
    let wakeUp = try WakeUp()
    try Self.control(epoll.raw, EPOLL_CTL_ADD, wakeUp.descriptor, .read, Self.wakeToken)
    self.epoll = epoll
    self.wakeUp = wakeUp
  }

  /// Begins to watch a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; closing it ends the watch.
  ///   - interest: What to wait for.
  ///   - token: Names it in ``wait(atMost:_:)``; any number but `UInt64.max`.
  /// - Throws: ``SocketError/failed(_:errno:)``.
  public func add(
    _ descriptor: borrowing Descriptor, _ interest: Interest, token: UInt64
  ) throws(SocketError) {
    try Self.control(epoll.raw, EPOLL_CTL_ADD, descriptor, interest, token)
  }

  /// Changes what is waited for on a watched descriptor.
  public func change(
    _ descriptor: borrowing Descriptor, _ interest: Interest, token: UInt64
  ) throws(SocketError) {
    try Self.control(epoll.raw, EPOLL_CTL_MOD, descriptor, interest, token)
  }

  /// Ends the watch on a descriptor that stays open.
  public func remove(_ descriptor: borrowing Descriptor) {
    epoll_ctl(epoll.raw, EPOLL_CTL_DEL, descriptor.raw, nil)
  }

  /// Waits, and tells what became ready.
  ///
  /// - Parameters:
  ///   - longest: The longest wait, rounded up to a millisecond; `nil` waits until something happens, a
  ///     negative one does not wait.
  ///   - ready: Called for each ready descriptor with its token.
  public func wait(atMost longest: Duration?, _ ready: (UInt64, Interest) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsPerWait) {
      events in
      let count = unsafe epoll_wait(
        epoll.raw, events.baseAddress, Int32(events.count), longest?.wholeMilliseconds ?? -1)
      for index in 0..<Int(max(count, 0)) {
        let event = unsafe events[index]
        let token = unsafe event.data.u64
        if token == Self.wakeToken {
          wakeUp.clear()
        } else {
          ready(token, unsafe Interest(rawValue: event.events))
        }
      }
    }
  }

  private static func control(
    _ epoll: Int32, _ operation: Int32, _ descriptor: borrowing Descriptor, _ interest: Interest,
    _ token: UInt64
  ) throws(SocketError) {
    var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data(u64: token))
    guard unsafe epoll_ctl(epoll, operation, descriptor.raw, &event) == 0 else {
      throw .failed(.epoll, errno: errno)
    }
  }
}

/// A bell that makes a ``Poller`` return from its wait.
public final class WakeUp: Sendable {
  fileprivate let descriptor: Descriptor

  fileprivate init() throws(SocketError) {
    let raw = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard raw >= 0 else { throw .failed(.eventfd, errno: errno) }
    descriptor = Descriptor(owning: raw)
  }

  /// Rings; ringing twice before the poller looks counts once.
  public func ring() {
    eventfd_write(descriptor.raw, 1)
  }

  fileprivate func clear() {
    var rung: eventfd_t = 0
    unsafe eventfd_read(descriptor.raw, &rung)
  }
}

extension Duration {
  /// The time in milliseconds, rounded up so that nobody wakes just before the time; 0 for one that is
  /// past, since a negative one would wait for ever.
  fileprivate var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    if seconds > 1_000_000 { return 1_000_000_000 }
    let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(seconds * 1000 + milliseconds)
  }
}
