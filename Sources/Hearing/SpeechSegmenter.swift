public import Sound

/// Finds the stretches of speech in a recording, for transcripts of files.
///
/// Nothing waits for an answer here, so only silence counts, and enough of it that a sentence with
/// pauses stays whole: the recogniser understands words by those around them.
public struct SpeechSegmenter: Sendable {
  /// A stretch of speech.
  public struct Segment: Sendable, Equatable {
    /// When its first window of speech began.
    public var start: SampleTime
    /// When its last window of speech ended.
    public var end: SampleTime
  }

  /// The silence that ends a segment.
  public static let silence = SampleSpan.milliseconds(1500)
  /// A segment is ended at this length even without silence.
  public static let longest = SampleSpan.milliseconds(60_000)

  private var onset = SpeechOnset()
  private var open: Segment?

  /// A segmenter at the start of a recording.
  public init() {}

  /// Takes the next window.
  ///
  /// - Returns: The segment that ended with it, if one did.
  public mutating func heard(_ activity: Activity) -> Segment? {
    guard var segment = open else {
      if let start = onset.heard(activity) { open = Segment(start: start, end: activity.end) }
      return nil
    }
    if activity.isSpeech { segment.end = activity.end }
    open = segment
    let isOver =
      activity.end - segment.end >= Self.silence || segment.end - segment.start >= Self.longest
    return isOver ? finish() : nil
  }

  /// Ends the recording.
  ///
  /// - Returns: The segment that was still open, if one was.
  public mutating func finish() -> Segment? {
    defer {
      open = nil
      onset.reset()
    }
    return open
  }
}
