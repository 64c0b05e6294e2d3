public import Sound

/// A recording of one turn, with what is known of its pauses and its end.
public struct TurnClip: Sendable {
  /// Silence inside the turn, in milliseconds from the start of the file.
  public struct Pause: Sendable, Equatable {
    /// When the speech before it ended.
    public var start: Double
    /// When the person went on.
    public var end: Double

    /// The pause from `start` to `end`.
    public init(start: Double, end: Double) {
      self.start = start
      self.end = end
    }
  }

  /// The name it goes by.
  public var name: String
  /// Who speaks; pauses are learned for each speaker apart.
  public var speaker: String
  /// The sound.
  public var sound: SoundClip
  /// When the last word ends, in milliseconds from the start of the file.
  public var lastWordEnd: Double
  /// The pauses before that, in order.
  public var pauses: [Pause]
  /// What is said, as far as it is known.
  public var text: String?

  /// A recording of one turn.
  public init(
    name: String, speaker: String, sound: SoundClip, lastWordEnd: Double, pauses: [Pause],
    text: String? = nil
  ) {
    self.name = name
    self.speaker = speaker
    self.sound = sound
    self.lastWordEnd = lastWordEnd
    self.pauses = pauses
    self.text = text
  }

  /// Whether the weights of ``EndOfTurn`` were not fitted on this speaker.
  ///
  /// The speakers are split for good by the bytes of their names (FNV-1a): a third is held out.
  public var isHeldOut: Bool {
    Self.isHeldOut(speaker: speaker)
  }

  static func isHeldOut(speaker: String) -> Bool {
    let hash = speaker.utf8.reduce(UInt32(2_166_136_261)) { hash, byte in
      (hash ^ UInt32(byte)) &* 16_777_619
    }
    // The low bits of this hash are those of the last letter alone.
    return (hash >> 16) % 3 == 0
  }
}
