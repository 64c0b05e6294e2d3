/// Feeds a decoder the same bytes in many different pieces.
///
/// A network cuts a stream wherever it likes, so a decoder has to give the same answer whole, byte by
/// byte, and cut in two at every place.
public enum DripFeed {
  /// How the bytes were cut when the answer was another one.
  public struct Difference<Answer: Sendable>: Sendable {
    /// The sizes of the pieces, or of the first two and then one by one.
    public var cut: String
    /// What came out.
    public var answer: Answer
  }

  /// Runs `decode` over `bytes` cut in many ways and compares what comes out.
  ///
  /// - Parameters:
  ///   - bytes: The whole stream.
  ///   - expected: What has to come out.
  ///   - decode: Takes the pieces of one run and gives the answer.
  /// - Returns: The runs with another answer, at most ten.
  public static func differences<Answer: Equatable & Sendable>(
    over bytes: [UInt8], expected: Answer, _ decode: ([[UInt8]]) throws -> Answer
  ) rethrows -> [Difference<Answer>] {
    var different: [Difference<Answer>] = []
    func run(_ cut: String, _ pieces: [[UInt8]]) throws {
      guard different.count < 10 else { return }
      let answer = try decode(pieces)
      if answer != expected { different.append(Difference(cut: cut, answer: answer)) }
    }
    try run("whole", [bytes])
    try run("byte by byte", bytes.map { [$0] })
    for size in [2, 3, 7] {
      let starts = stride(from: 0, to: bytes.count, by: size)
      try run("\(size) at a time", starts.map { Array(bytes[$0..<min($0 + size, bytes.count)]) })
    }
    for place in bytes.indices {
      try run("cut at \(place)", [Array(bytes[..<place]), Array(bytes[place...])])
    }
    return different
  }
}
