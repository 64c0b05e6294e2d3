/// Takes a chunked body apart (RFC 9112, section 7.1).
///
/// Extensions and trailers are read and dropped. Every line must end with CR LF and be short.
struct ChunkedDecoder {
  private enum State {
    /// In the line that gives the size of the next chunk.
    case size
    /// In a chunk that still has so many bytes.
    case data(left: Int)
    /// At the line end behind a chunk.
    case dataEnd
    /// In the fields behind the last chunk, after so many bytes of them.
    case trailer(bytes: Int)
    /// Behind the body.
    case done
  }

  private static let longestLine = 256
  private static let longestTrailer = 4096

  private var state = State.size
  private var line: [UInt8] = []

  /// Whether the whole body has been seen.
  var isDone: Bool {
    if case .done = state { true } else { false }
  }

  /// Reads on.
  ///
  /// - Parameter bytes: What has come and was not yet taken.
  /// - Returns: How many bytes were taken, and which of them are part of the body, if any.
  /// - Throws: ``Refusal`` for a malformed body.
  mutating func next(
    in bytes: ArraySlice<UInt8>
  ) throws(Refusal) -> (taken: Int, data: Range<Int>?) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if case .done = state { break }
      if case .data(let left) = state {
        let end = min(index + left, bytes.endIndex)
        state = end - index == left ? .dataEnd : .data(left: left - (end - index))
        return (end - bytes.startIndex, index..<end)
      }
      line.append(bytes[index])
      index += 1
      try endLineIfComplete()
    }
    return (index - bytes.startIndex, nil)
  }

  private mutating func endLineIfComplete() throws(Refusal) {
    let malformed = Refusal(.badRequest, "The body's chunks are malformed.")
    let count = line.count
    let previous = count > 1 ? line[count - 2] : 0
    switch line[count - 1] {
    case 10:
      guard previous == 13 else { throw malformed }
      line.removeLast(2)
      try endLine(malformed)
      line.removeAll(keepingCapacity: true)
    case let byte:
      // Anything but a line feed behind CR, and control characters anywhere, are attempts at tricks.
      guard previous != 13, byte == 13 || byte.isFieldText, count <= Self.longestLine else {
        throw malformed
      }
    }
  }

  private mutating func endLine(_ malformed: Refusal) throws(Refusal) {
    switch state {
    case .size:
      let digits = line.prefix { $0 != UInt8(ascii: ";") }
      guard (1...8).contains(digits.count) else { throw malformed }
      var size = 0
      for digit in digits {
        guard let value = digit.hexDigit else { throw malformed }
        size = size << 4 | Int(value)
      }
      state = size == 0 ? .trailer(bytes: 0) : .data(left: size)
    case .dataEnd:
      guard line.isEmpty else { throw malformed }
      state = .size
    case .trailer(let bytes):
      guard bytes + line.count <= Self.longestTrailer else { throw malformed }
      state = line.isEmpty ? .done : .trailer(bytes: bytes + line.count)
    case .data, .done:
      break
    }
  }
}
