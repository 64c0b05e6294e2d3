public import Sound

/// Knows which words were being played at which moment, for the last seconds.
///
/// Positions count the samples of a reply; what is played may be slower or faster than the microphone's
/// clock, or stand still for a while.
public struct EchoReference: Sendable {
  /// A word of a reply and where it is heard.
  public struct Word: Sendable, Equatable {
    /// The word as spoken.
    public var text: String
    /// Its samples in the reply.
    public var place: Range<Int64>

    /// A word at `place` of its reply.
    public init(text: String, place: Range<Int64>) {
      self.text = text
      self.place = place
    }
  }

  /// A stretch of a reply and when it was played.
  private struct Stretch: Sendable {
    var reply: Int
    var place: Range<Int64>
    var start: SampleTime
    var end: SampleTime
  }

  /// Older stretches are forgotten.
  public static let memory = SampleSpan.milliseconds(12_000)
  private static let mostWords = 400

  private var stretches: [Stretch] = []
  private var words: [(reply: Int, word: Word)] = []

  /// A reference that knows of nothing played.
  public init() {}

  /// When the last sound of a reply was played; nil when there was none lately.
  public var lastPlayed: SampleTime? { stretches.last?.end }

  /// Adds words of a reply that are on their way.
  public mutating func add(_ more: [Word], of reply: Int) {
    words += more.map { (reply, $0) }
    if words.count > Self.mostWords { words.removeFirst(words.count - Self.mostWords) }
  }

  /// Notes that samples of a reply were played.
  ///
  /// - Parameters:
  ///   - place: Which samples.
  ///   - reply: The reply's number.
  ///   - start: When the first of them was played.
  ///   - end: When the last of them had been played.
  public mutating func play(
    _ place: Range<Int64>, of reply: Int, from start: SampleTime, to end: SampleTime
  ) {
    guard !place.isEmpty else { return }
    if let last = stretches.last, last.reply == reply, last.end == start,
      last.place.upperBound == place.lowerBound, end - last.start < .milliseconds(500)
    {
      stretches[stretches.count - 1].place = last.place.lowerBound..<place.upperBound
      stretches[stretches.count - 1].end = end
    } else {
      stretches.append(Stretch(reply: reply, place: place, start: start, end: end))
    }
    let horizon = end - Self.memory
    let gone = stretches.prefix { $0.end < horizon }.count
    if gone > 0 { stretches.removeFirst(gone) }
  }

  /// The words of which something was played between two moments, in order.
  public func played(from start: SampleTime, to end: SampleTime) -> [String] {
    let heard = stretches.filter { $0.end > start && $0.start < end }
    return words.filter { reply, word in
      heard.contains { $0.reply == reply && $0.place.overlaps(word.place) }
    }.map(\.word.text)
  }
}
