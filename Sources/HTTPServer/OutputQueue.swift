import Sockets

/// The bytes that a client has not taken yet.
struct OutputQueue {
  private var pieces: [[UInt8]] = []
  private var first = 0
  private var offset = 0

  /// How many bytes wait.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds bytes at the end.
  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    pieces.append(bytes)
    count += bytes.count
  }

  /// Hands as much to the kernel as it takes.
  ///
  /// - Returns: `bytes` when something was taken, `notYet` when nothing was, `closed` when the
  ///   client has gone.
  mutating func flush(to socket: borrowing Descriptor) -> Transferred {
    var sent = 0
    while first < pieces.count {
      let result = unsafe pieces[first].withUnsafeBytes { bytes in
        unsafe socket.send(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
      }
      guard case .bytes(let taken) = result else {
        if result == .closed { return .closed }
        break
      }
      sent += taken
      count -= taken
      offset += taken
      if offset == pieces[first].count {
        pieces[first] = []
        first += 1
        offset = 0
      }
    }
    if first == pieces.count {
      pieces.removeAll(keepingCapacity: true)
      first = 0
    } else if first > 64 {
      pieces.removeFirst(first)
      first = 0
    }
    return sent > 0 ? .bytes(sent) : .notYet
  }
}
