public import Dialogue
public import Sound

/// How the mouth stands for a while, as the face shows it.
public struct MouthShape: Sendable, Equatable {
  /// When it begins, from the start of the sentence.
  public var start: SampleSpan
  /// When it ends.
  public var end: SampleSpan
  /// How far the mouth is open: 0 closed, 1 as for "ah".
  public var openness: Double
  /// How the lips stand: 0 spread as for "ee", 1 round as for "oo".
  public var roundness: Double

  /// A shape between two moments.
  public init(start: SampleSpan, end: SampleSpan, openness: Double, roundness: Double) {
    self.start = start
    self.end = end
    self.openness = openness
    self.roundness = roundness
  }

  /// The shapes of a spoken sentence, in order; phonemes that look alike are joined.
  ///
  /// The classes follow the visemes of MPEG-4 face animation (ISO/IEC 14496-2, table C-1), reduced to
  /// how far the mouth is open and how round it is.
  public static func shapes(of sound: SpokenSound) -> [MouthShape] {
    var shapes: [MouthShape] = []
    for phoneme in sound.phonemes where phoneme.start < phoneme.end {
      guard let (openness, roundness) = look(of: phoneme.ipa) else { continue }
      if let last = shapes.last, last.end >= phoneme.start, last.openness == openness,
        last.roundness == roundness
      {
        shapes[shapes.count - 1].end = phoneme.end
      } else {
        shapes.append(
          MouthShape(
            start: phoneme.start, end: phoneme.end, openness: openness, roundness: roundness))
      }
    }
    return shapes
  }

  /// How a phoneme looks; nil for marks that are no sound, such as stress.
  private static func look(of ipa: String) -> (openness: Double, roundness: Double)? {
    for symbol in ipa.unicodeScalars {
      switch symbol {
      case "p", "b", "m": return (0, 0.4)
      case "f", "v": return (0.12, 0.35)
      case "θ", "ð": return (0.22, 0.35)
      case "t", "d", "n", "l", "ɫ", "ɾ", "s", "z", "c", "ɲ": return (0.22, 0.3)
      case "k", "g", "ɡ", "ŋ", "x", "h", "ɦ", "ʔ": return (0.32, 0.4)
      case "ʃ", "ʒ": return (0.25, 0.75)
      case "r", "ɹ", "ɻ", "ʁ": return (0.3, 0.65)
      case "w", "ʍ", "u", "ʊ", "y", "ɥ": return (0.3, 1)
      case "o", "ɔ", "ɒ", "ø", "œ": return (0.6, 0.85)
      case "a", "ɑ", "ɐ", "æ", "ʌ": return (0.95, 0.35)
      case "e", "ɛ", "ə", "ɜ", "ɚ", "ɝ", "ɤ": return (0.55, 0.3)
      case "i", "ɪ", "j", "ɨ", "ᵻ": return (0.35, 0.05)
      default: continue
      }
    }
    return nil
  }
}
