/// What a program has written and nobody has read yet.
struct OutputBuffer: Sendable {
  /// What a reader waits for.
  enum Wish: Sendable {
    /// A line without its end, of at most `limit` bytes.
    case line(limit: Int)
    /// Anything, at most `most` bytes.
    case some(most: Int)
  }

  /// What the buffer has for a reader.
  enum Answer: Sendable, Equatable {
    case bytes([UInt8])
    case nothingYet
    /// The output is over; nothing will come any more.
    case ended
    /// The line is longer than the reader takes.
    case tooLong
  }

  /// Whether the program has closed its output.
  var isClosed = false

  private var bytes: [UInt8] = []
  private var start = 0

  /// How many bytes wait to be read.
  var count: Int { bytes.count - start }

  /// Adds what the program wrote.
  mutating func append(_ more: some Sequence<UInt8>) {
    // Taking from the front of an array moves all of it, so it is done rarely.
    if start > 65_536 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Takes what `wish` asks for.
  ///
  /// The last line may lack its end.
  ///
  /// - Returns: The bytes, or why there are none.
  mutating func take(_ wish: Wish) -> Answer {
    switch wish {
    case .line(let limit):
      if let end = bytes[start...].firstIndex(of: 0x0A) {
        if end - start > limit { return .tooLong }
        return .bytes(take(upTo: end, skipping: 1))
      }
      if count > limit { return .tooLong }
      guard isClosed else { return .nothingYet }
      return count == 0 ? .ended : .bytes(take(upTo: bytes.count, skipping: 0))
    case .some(let most):
      if count == 0 { return isClosed ? .ended : .nothingYet }
      return .bytes(take(upTo: min(bytes.count, start + most), skipping: 0))
    }
  }

  private mutating func take(upTo end: Int, skipping: Int) -> [UInt8] {
    let taken = Array(bytes[start..<end])
    start = end + skipping
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
      start = 0
    }
    return taken
  }
}
