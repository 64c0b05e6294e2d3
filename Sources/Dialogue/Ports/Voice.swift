public import Sound

/// Speaks.
public protocol Voice: Sendable {
  /// The name of the voice, as the person chooses it ("hibari", "joe").
  var name: String { get }

  /// Speaks one sentence.
  ///
  /// - Parameters:
  ///   - sentence: Speakable text: no marks, no emoji; at most 600 characters.
  ///   - rate: How fast, 1 is the voice's own speed; 0.5…2.
  /// - Returns: The sound with its word and phoneme times.
  /// - Throws: A ``ProblemConvertible`` error.
  func speak(_ sentence: String, rate: Double) async throws -> SpokenSound
}

/// A spoken sentence.
public struct SpokenSound: Sendable, Equatable {
  /// Mono sound at 24 kHz.
  public var samples: [Float]

  /// The words of the sentence in order, each with its time from the first sample.
  public var words: [TimedWord]

  /// The phonemes in order, each with its time from the first sample; for the mouth.
  public var phonemes: [TimedPhoneme]

  /// Sound with its times.
  public init(samples: [Float], words: [TimedWord], phonemes: [TimedPhoneme]) {
    self.samples = samples
    self.words = words
    self.phonemes = phonemes
  }

  /// The length on the audio clock.
  public var span: SampleSpan {
    SampleSpan(samples: Int64(samples.count))
  }
}

/// A word and when it is heard, from the start of its sentence.
public struct TimedWord: Sendable, Equatable {
  /// The word as written, with its punctuation.
  public var text: String
  /// When it starts.
  public var start: SampleSpan
  /// When it ends.
  public var end: SampleSpan

  /// A word between two moments.
  public init(text: String, start: SampleSpan, end: SampleSpan) {
    self.text = text
    self.start = start
    self.end = end
  }
}

/// A phoneme and when it is heard, from the start of its sentence.
public struct TimedPhoneme: Sendable, Equatable {
  /// The phoneme in IPA.
  public var ipa: String
  /// When it starts.
  public var start: SampleSpan
  /// When it ends.
  public var end: SampleSpan

  /// A phoneme between two moments.
  public init(ipa: String, start: SampleSpan, end: SampleSpan) {
    self.ipa = ipa
    self.start = start
    self.end = end
  }
}
