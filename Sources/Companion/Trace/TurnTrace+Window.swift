public import Hearing
public import Sound

extension TurnTrace {
  /// A window of sound as the decisions saw it.
  ///
  /// What is measured is rounded before anything is decided by it, so that a replay decides by the
  /// same.
  public struct Window: Sendable, Equatable {
    /// How likely it held speech, from 0 to 255.
    var likelihood: UInt8
    /// By how much it was louder than the echo of what is played: half decibels, 128 for none.
    var loudness: UInt8
    /// Whether a reply was being thought of or heard.
    var isBusy: Bool
    /// Whether one still was, once it was decided if somebody talks over it.
    var isStillBusy: Bool

    /// A window as it is kept.
    init(likelihood: UInt8, loudness: UInt8 = .max, isBusy: Bool = false, isStillBusy: Bool = false)
    {
      self.likelihood = likelihood
      self.loudness = loudness
      self.isBusy = isBusy
      self.isStillBusy = isStillBusy
    }

    /// A window as it was heard.
    ///
    /// - Parameters:
    ///   - probability: How likely it held speech, 0…1.
    ///   - excess: By how much it was louder than the echo of what is played, in decibels.
    ///   - isBusy: Whether a reply was being thought of or heard.
    public init(probability: Float, excess: Float = .infinity, isBusy: Bool) {
      // One half itself is no speech, and stays below it; so do the limits in whole decibels.
      let likelihood = min(max((probability * 255 - 0.5).rounded(.up), 0), 255)
      let loudness = min(max((excess * 2).rounded(.down) + 128, 0), 255)
      self.init(
        likelihood: likelihood.isNaN ? 0 : UInt8(likelihood),
        loudness: loudness.isNaN ? .max : UInt8(loudness), isBusy: isBusy, isStillBusy: isBusy)
    }

    /// By how much it was louder than the echo of what is played, in decibels.
    public var excess: Float { (Float(loudness) - 128) / 2 }

    /// The activity of the window that began at `start`.
    public func activity(at start: SampleTime) -> Activity {
      Activity(start: start, probability: Float(likelihood) / 255)
    }
  }
}
