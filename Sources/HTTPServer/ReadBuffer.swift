import Sockets

/// The room into which one event loop reads, shared by its connections.
@safe
final class ReadBuffer {
  private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  deinit {
    unsafe room.deallocate()
  }

  /// Reads what has come and hands it to `reader`, or throws it away without one.
  func receive(from connection: Connection, discarding: Bool) -> Transferred {
    let result = unsafe connection.socket.receive(into: room)
    if !discarding, case .bytes(let count) = result {
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
      if let session = connection.session {
        unsafe session.framing.append(bytes)
      } else {
        unsafe connection.reader.append(bytes)
      }
    }
    return result
  }
}
