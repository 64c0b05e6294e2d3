import Glibc
import Sockets
import Threads

/// A server on this machine whose connections are each served by a thread of their own.
final class StreamServer: Sendable {
  /// Where it listens.
  let port: UInt16
  private let listener: Listener

  /// A server that runs `script` for the first `connections` connections.
  init(
    connections: Int, _ script: @escaping @Sendable (borrowing StreamConnection, Int) -> Void
  ) throws {
    let listener = try Listener(port: 0)
    self.listener = listener
    port = listener.port
    try startThread(named: "bench-server") {
      for number in 0..<connections {
        wait(for: listener.descriptor.raw, Int16(POLLIN))
        guard case .connection(let socket) = listener.accept() else { return }
        let raw = socket.detach()
        do {
          try startThread(named: "bench-stream") {
            script(StreamConnection(socket: Descriptor(owning: raw)), number)
          }
        } catch {
          close(raw)
          return
        }
      }
    }
  }
}

/// A connection to a ``StreamServer``; its calls wait.
struct StreamConnection: ~Copyable {
  /// How many bytes a piece of a stream has.
  static let pieceBytes = 28

  let socket: Descriptor

  /// Reads the head of a request.
  func readHead() {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), head.count < 8192 {
      guard let bytes = receive() else { return }
      head += bytes
    }
  }

  /// Sends all of `text`, which is small.
  func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      switch unsafe rest.withUnsafeBytes({ unsafe socket.send($0) }) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .notYet: wait(for: socket.raw, Int16(POLLOUT))
      case .closed: return
      }
    }
  }

  /// Sends a piece of a stream that says when it was sent.
  func sendPiece() {
    let digits = String(Moment.now())
    send("data: " + String(repeating: "0", count: 20 - digits.utf8.count) + digits + "\n\n")
  }

  /// Waits until the other side has closed, and says when that was.
  func waitForEnd() -> Int64 {
    while receive() != nil {}
    return Moment.now()
  }

  private func receive() -> [UInt8]? {
    var room = [UInt8](repeating: 0, count: 4096)
    while true {
      switch unsafe room.withUnsafeMutableBytes({ unsafe socket.receive(into: $0) }) {
      case .bytes(let count): return Array(room[..<count])
      case .notYet: wait(for: socket.raw, Int16(POLLIN))
      case .closed: return nil
      }
    }
  }
}

/// Waits until a descriptor is ready.
private func wait(for descriptor: Int32, _ events: Int16) {
  var state = pollfd(fd: descriptor, events: events, revents: 0)
  while unsafe poll(&state, 1, -1) < 0, errno == EINTR {}
}

/// Nanoseconds of the clock that never stands still or is set.
enum Moment {
  static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Lets `nanoseconds` pass.
  static func sleep(_ nanoseconds: Int) {
    var time = timespec(
      tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    var left = timespec()
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, 0, &time, &left) == EINTR { time = left }
  }
}

/// Reads the pieces of a stream and notes how long each was on its way.
struct PieceReader {
  private var bytes: [UInt8] = []
  /// Milliseconds from sending to reading, in order.
  private(set) var delays: [Double] = []

  /// Takes what has come now.
  mutating func take(_ new: some Sequence<UInt8>) {
    let now = Moment.now()
    bytes += new
    while bytes.count >= StreamConnection.pieceBytes {
      let digits = bytes[6..<26].reduce(Int64(0)) { $0 * 10 + Int64($1 &- 48) }
      delays.append(Double(now - digits) / 1_000_000)
      bytes.removeFirst(StreamConnection.pieceBytes)
    }
  }
}
