/// Turns the bytes of a connection into requests, wherever they are cut.
///
/// A pure value: feed it with ``append(_:)`` and ask for ``next()`` until it has nothing more. After
/// a refusal the connection cannot be read on.
struct RequestReader {
  /// What has come in.
  enum Event: Equatable {
    /// A new request.
    case head(Request, BodyFraming)
    /// More of its body.
    case body([UInt8])
    /// The request is whole.
    case end
  }

  private enum State {
    /// In a head, of which so many bytes have been looked at.
    case head(scanned: Int)
    /// In a body that still has so many bytes.
    case length(left: Int)
    /// In a chunked body of which so many bytes have come.
    case chunked(ChunkedDecoder, size: Int)
  }

  private let headLimit: Int
  private let bodyLimit: Int
  private var state = State.head(scanned: 0)
  private var buffer: [UInt8] = []
  private var start = 0

  init(headLimit: Int, bodyLimit: Int) {
    self.headLimit = headLimit
    self.bodyLimit = bodyLimit
  }

  /// How many bytes wait to be read.
  var waiting: Int { buffer.count - start }

  /// Takes what has come from the client.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    unsafe buffer.append(contentsOf: bytes)
  }

  /// Takes what waits, for whoever reads on in another way.
  mutating func takeRest() -> [UInt8] {
    defer { take(waiting) }
    return Array(buffer[start...])
  }

  /// The next event, or `nil` until more bytes have come.
  mutating func next() throws(Refusal) -> Event? {
    switch state {
    case .head(let scanned):
      return try nextHead(scanned)
    case .length(left: 0):
      state = .head(scanned: 0)
      return .end
    case .length(let left):
      let count = min(left, waiting)
      if count == 0 { return nil }
      state = .length(left: left - count)
      defer { take(count) }
      return .body(Array(buffer[start..<start + count]))
    case .chunked(var decoder, let size):
      let (taken, data) = try decoder.next(in: buffer[start...])
      let body = data.map { Array(buffer[$0]) }
      take(taken)
      let total = size + (body?.count ?? 0)
      guard total <= bodyLimit else { throw tooLarge }
      state = decoder.isDone ? .length(left: 0) : .chunked(decoder, size: total)
      if let body { return .body(body) }
      return decoder.isDone ? try next() : nil
    }
  }

  private var tooLarge: Refusal {
    Refusal(.contentTooLarge, "The body is larger than \(bodyLimit) bytes.")
  }

  private mutating func nextHead(_ scanned: Int) throws(Refusal) -> Event? {
    guard let end = try scanHead(from: scanned) else {
      state = .head(scanned: waiting)
      guard waiting <= headLimit else { throw headTooLarge }
      return nil
    }
    guard end - start <= headLimit else { throw headTooLarge }
    let (request, framing) = try HeadParser.parse(buffer[start..<end])
    take(end - start)
    switch framing {
    case .none: state = .length(left: 0)
    case .length(let length):
      guard length <= bodyLimit else { throw tooLarge }
      state = .length(left: length)
    case .chunked: state = .chunked(ChunkedDecoder(), size: 0)
    }
    return .head(request, framing)
  }

  private var headTooLarge: Refusal {
    buffer[start...].contains(13)
      ? Refusal(.headTooLarge, "The header fields are larger than \(headLimit) bytes.")
      : Refusal(.targetTooLong, "The request line is larger than \(headLimit) bytes.")
  }

  /// Looks for the empty line that ends a head.
  ///
  /// A line feed without carriage return or a control character is refused the moment it comes, so
  /// that such a client gets an answer instead of silence.
  ///
  /// - Returns: The index behind the head, or `nil` when it is not whole.
  private func scanHead(from scanned: Int) throws(Refusal) -> Int? {
    for index in start + scanned..<max(start + scanned, min(buffer.count, start + headLimit + 1)) {
      let byte = buffer[index]
      let previous = index > start ? buffer[index - 1] : 0
      if (byte == 10) != (previous == 13) || (byte < 32 && byte != 13 && byte != 10 && byte != 9)
        || byte == 127
      {
        throw Refusal(.badRequest, "The head holds a control character or a bare line end.")
      }
      if byte == 10, index - start < 3 || buffer[index - 3] == 13 && buffer[index - 2] == 10 {
        return index + 1
      }
    }
    return nil
  }

  /// Drops `count` bytes from the front; the buffer is moved rarely and never stays large when empty.
  private mutating func take(_ count: Int) {
    start += count
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 4096)
      start = 0
    } else if start > 32 << 10 {
      buffer.removeFirst(start)
      start = 0
    }
  }
}
