import Glibc

/// A file descriptor with exactly one owner; it is closed when the owner lets go of it.
public struct Descriptor: ~Copyable, Sendable {
  /// The kernel's number, valid while this value lives.
  public let raw: Int32

  /// Takes over `raw`, which nobody else may close.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    close(raw)
  }

  /// Gives the number away without closing it.
  ///
  /// - Returns: The number; whoever gets it has to close it.
  public consuming func detach() -> Int32 {
    let raw = raw
    discard self
    return raw
  }
}

/// What a call on a socket that never blocks achieved.
public enum Transferred: Sendable, Equatable {
  /// So many bytes, at least one.
  case bytes(Int)
  /// Nothing now; wait until the poller says that the socket is ready.
  case notYet
  /// The other side has closed or vanished.
  case closed
}

extension Descriptor {
  /// Reads what has arrived, at most as much as fits.
  public func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transferred {
    while true {
      let count = unsafe recv(raw, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .notYet
      default: return .closed
      }
    }
  }

  /// Sends as much as the kernel takes now.
  ///
  /// A vanished reader is an answer here, never a signal that ends the process.
  public func send(_ bytes: UnsafeRawBufferPointer) -> Transferred {
    while true {
      let count = unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if count > 0 { return .bytes(count) }
      switch count == 0 ? EAGAIN : errno {
      case EINTR: continue
      case EAGAIN: return .notYet
      default: return .closed
      }
    }
  }

  /// Limits what the kernel keeps for a slow reader; it rounds as it likes.
  public func limitSending(to bytes: Int32) {
    var bytes = bytes
    unsafe setsockopt(raw, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends the connection at once, though the descriptor stays open.
  public func shutDown() {
    shutdown(raw, Int32(SHUT_RDWR))
  }

  /// Tells the other side that nothing more will be sent; reading goes on.
  public func endSending() {
    shutdown(raw, Int32(SHUT_WR))
  }
}
