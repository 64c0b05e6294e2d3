public import Dialogue
public import Language

/// A sentence of a reply with its sound, ready to be played.
public struct VoicedSentence: Sendable, Equatable {
  /// The sentence as the model wrote it; this is what history keeps.
  public var written: String

  /// The sound with its word times; the words are those that are spoken.
  public var sound: SpokenSound

  /// Whether the next piece belongs to the same sentence, so that only a breath lies between.
  public var goesOn: Bool

  /// Emoji and stage directions that came with it, for the face.
  public var cues: [String]

  /// The language it is spoken in.
  public var language: SpokenLanguage

  /// Whether it is a sound beside the reply, which is heard and neither shown nor kept.
  public var isUnwritten: Bool { written.isEmpty && !sound.samples.isEmpty }

  /// A sentence with its sound.
  public init(
    written: String, sound: SpokenSound, goesOn: Bool = false, cues: [String] = [],
    language: SpokenLanguage = .english
  ) {
    self.written = written
    self.sound = sound
    self.goesOn = goesOn
    self.cues = cues
    self.language = language
  }
}
