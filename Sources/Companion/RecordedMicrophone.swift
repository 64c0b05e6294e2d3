public import Sound
public import Speaking

/// Feeds a recording into a conversation as a microphone would, and takes the reply's sound out.
///
/// The clock is that of the audio. In real time every frame takes 20 ms. As fast as possible, time
/// jumps ahead where nothing is being worked out, and runs in real time where something is: so a
/// pause costs nothing, while the time a model takes is told as it was.
public struct RecordedMicrophone: Sendable {
  /// How fast the recording is played in.
  public enum Pace: Sendable, Equatable {
    case realTime
    case asFastAsPossible
  }

  /// What came of it.
  public struct Outcome: Sendable, Equatable {
    /// The length of the recording on the audio clock.
    public var recording: SampleSpan
    /// How much was heard in all, with the silence added at the end.
    public var total: SampleSpan
    /// Whether it was given up because the reply did not come to an end.
    public var gaveUp: Bool
  }

  private let samples: [Int16]
  private let pace: Pace

  /// Silence added before the end may be decided: enough for the last word to be noticed.
  private static let shortestTail = SampleSpan.milliseconds(600)
  /// The longest silence added: a brain that needs a minute is waited for, one that hangs is not.
  private static let longestTail = SampleSpan.milliseconds(240_000)

  /// A microphone that hears `clip`.
  public init(_ clip: SoundClip, pace: Pace) {
    samples = PCM16.samples(clip.resampled(to: SampleTime.rate).samples)
    self.pace = pace
  }

  /// Plays the recording into `conversation`, then silence until it is idle.
  ///
  /// - Parameters:
  ///   - conversation: A conversation that has been opened.
  ///   - start: Where the audio clock of the conversation stands.
  ///   - heard: Is given every frame that went in with the sound that came out.
  /// - Returns: How it went.
  public func play(
    into conversation: Conversation, from start: SampleTime = .zero,
    heard: (Frame, Playout.Output) -> Void
  ) async -> Outcome {
    var cutter = FrameCutter(start: start)
    var frames = cutter.append(samples)
    if let last = cutter.flush() { frames.append(last) }
    let end = start + SampleSpan(samples: Int64(frames.count * Frame.length))
    var pacer = Pacer(pace: pace)
    for frame in frames {
      await pacer.wait(isComputing: await conversation.isComputing)
      heard(frame, await conversation.hear(frame))
      if Task.isCancelled { break }
    }
    var now = end
    while now - end < Self.longestTail, !Task.isCancelled {
      let isIdle = await conversation.isIdle
      if isIdle, now - end >= Self.shortestTail { break }
      await pacer.wait(isComputing: await conversation.isComputing)
      let frame = Frame.silence(at: now)
      heard(frame, await conversation.hear(frame))
      now = frame.end
    }
    return Outcome(
      recording: end - start, total: now - start,
      gaveUp: now - end >= Self.longestTail || Task.isCancelled)
  }
}

/// Waits for the moment at which the next frame is due.
private struct Pacer {
  let pace: RecordedMicrophone.Pace
  private let clock = ContinuousClock()
  private var due = ContinuousClock().now

  init(pace: RecordedMicrophone.Pace) {
    self.pace = pace
  }

  mutating func wait(isComputing: Bool) async {
    guard pace == .realTime || isComputing else {
      due = clock.now
      return
    }
    due += .milliseconds(20)
    // A frame that is late is not made up for by hurrying more than a second's worth.
    if clock.now - due > .seconds(1) { due = clock.now }
    try? await clock.sleep(until: due, tolerance: .zero)
  }
}
