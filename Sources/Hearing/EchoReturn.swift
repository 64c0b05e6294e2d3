public import Sound

/// How much of what a loudspeaker plays comes back through a microphone, and how late.
///
/// It belongs to a pair of devices in a room; it is small, and counts for their next conversation too.
public struct EchoReturn: Sendable, Equatable {
  /// The level of the echo at the microphone above the level of what is played, in decibels.
  public var gain: Float
  /// How long after it is played it is heard; nil while that is not clear.
  public var delay: SampleSpan?
  /// How much of the sound it was learnt from, in windows of 32 ms; at most ``mostWeight``.
  public var weight: Int

  /// What is assumed of devices nobody has heard yet: half of what is played comes back.
  public static let unknown = EchoReturn(gain: -6, delay: nil, weight: 0)
  /// More than this is not counted, so that what changes in the room is learnt too.
  public static let mostWeight = 128

  /// A return that was learnt from `weight` windows.
  public init(gain: Float, delay: SampleSpan?, weight: Int) {
    self.gain = gain
    self.delay = delay
    self.weight = weight
  }
}
