public import Sound

/// How much like speech one window of sound was.
public struct Activity: Sendable, Equatable {
  /// The length of a window: 512 samples at 16 kHz, which is 32 ms.
  public static let window = SampleSpan.milliseconds(32)

  /// When the window began.
  public var start: SampleTime

  /// How likely it held speech, 0…1.
  public var probability: Float

  /// The activity of the window that began at `start`.
  public init(start: SampleTime, probability: Float) {
    self.start = start
    self.probability = probability
  }

  /// The moment after the window.
  public var end: SampleTime {
    start + Self.window
  }

  /// Whether the window counts as speech: its probability is above one half.
  public var isSpeech: Bool {
    probability > 0.5
  }
}
