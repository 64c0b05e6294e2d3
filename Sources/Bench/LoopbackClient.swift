import HTTPServer
import Sockets

/// A client of ``ServerBench`` that knows beforehand what it will get; it blocks.
struct LoopbackClient: ~Copyable {
  private let socket: Descriptor
  private static let patience = 20

  /// A new connection to `port`.
  init(port: UInt16) throws(ServerBench.Failure) {
    do {
      socket = try Descriptor.connected(toLoopbackPort: port, patience: Self.patience)
    } catch {
      throw .noAnswer
    }
  }

  /// Sends all of `bytes`.
  func send(_ bytes: [UInt8]) throws(ServerBench.Failure) {
    var sent = 0
    while sent < bytes.count {
      let result = unsafe bytes.withUnsafeBytes {
        unsafe socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      guard case .bytes(let count) = result else { throw .noAnswer }
      sent += count
    }
  }

  /// Reads `count` bytes into `room`, which is at least as large.
  func take(_ count: Int, into room: inout [UInt8]) throws(ServerBench.Failure) {
    var taken = 0
    while taken < count {
      let result = unsafe room.withUnsafeMutableBytes {
        unsafe socket.receive(into: UnsafeMutableRawBufferPointer(rebasing: $0[taken..<count]))
      }
      guard case .bytes(let more) = result else { throw .noAnswer }
      taken += more
    }
  }

  /// Reads byte by byte up to and with the empty line behind the fields.
  func takeHead() throws(ServerBench.Failure) -> [UInt8] {
    var head: [UInt8] = []
    var byte: [UInt8] = [0]
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard head.count < 4096 else { throw .noAnswer }
      try take(1, into: &byte)
      head += byte
    }
    return head
  }
}
