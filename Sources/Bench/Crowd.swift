/// Clients that all do the same at the same time.
final class Crowd {
  private var clients: [Box] = []
  private var room = [UInt8](repeating: 0, count: 64 << 10)

  /// A client in an array, which holds nothing that can't be copied.
  private final class Box {
    let client: LoopbackClient

    init(port: UInt16) throws(ServerBench.Failure) {
      client = try LoopbackClient(port: port)
    }
  }

  /// Connects `count` clients.
  init(port: UInt16, count: Int) throws(ServerBench.Failure) {
    for _ in 0..<count { clients.append(try Box(port: port)) }
  }

  /// Lets every client send `bytes` and then every client take its answer of `size` bytes.
  func ask(_ bytes: [UInt8], expecting size: Int) throws(ServerBench.Failure) {
    guard size <= room.count else { throw .noAnswer }
    for box in clients { try box.client.send(bytes) }
    for box in clients { try box.client.take(size, into: &room) }
  }

  /// Lets the first client ask, to know how long the answers are.
  ///
  /// - Returns: The bytes of the whole answer.
  func firstAnswer(to request: [UInt8]) throws(ServerBench.Failure) -> Int {
    let (head, length) = try answer(to: request)
    return head + length
  }

  /// Asks for a number.
  func number(_ request: [UInt8]) throws(ServerBench.Failure) -> Double {
    let (_, length) = try answer(to: request)
    guard let number = Double(String(decoding: room[..<length], as: UTF8.self)) else {
      throw .noAnswer
    }
    return number
  }

  /// Lets every client ask for another protocol.
  func open(_ request: [UInt8]) throws(ServerBench.Failure) {
    for box in clients {
      try box.client.send(request)
      let head = try box.client.takeHead()
      guard head.starts(with: "HTTP/1.1 101 ".utf8) else { throw .noAnswer }
    }
  }

  /// Asks from the first client; the body is at the start of the room.
  private func answer(
    to request: [UInt8]
  ) throws(ServerBench.Failure) -> (head: Int, body: Int) {
    guard let client = clients.first else { throw .noAnswer }
    try client.client.send(request)
    let head = try client.client.takeHead()
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let name = "content-length: "
    guard lines.first?.hasPrefix("HTTP/1.1 200 ") == true,
      let field = lines.first(where: { $0.hasPrefix(name) }),
      let length = Int(field.dropFirst(name.count)), length <= room.count
    else { throw .noAnswer }
    try client.client.take(length, into: &room)
    return (head.count, length)
  }
}
