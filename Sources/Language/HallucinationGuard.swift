/// Tells words a recogniser made up from words that were said.
///
/// Recognisers trained on subtitles write thanks and farewells into silence, describe noises, and
/// repeat themselves. A transcript is dropped for what it is, or for what it is when hardly anybody
/// spoke.
public enum HallucinationGuard {
  /// What voice activity heard while the transcript was made.
  public struct Evidence: Sendable, Equatable {
    /// The mean probability of speech over the recording, 0…1.
    public var meanProbability: Double

    /// The highest probability of speech, 0…1.
    public var peakProbability: Double

    /// How long speech lasted, in milliseconds.
    public var speechMilliseconds: Double

    /// How loud it was, as the root mean square in dBFS.
    public var level: Double

    /// What voice activity heard.
    public init(
      meanProbability: Double, peakProbability: Double, speechMilliseconds: Double, level: Double
    ) {
      self.meanProbability = meanProbability
      self.peakProbability = peakProbability
      self.speechMilliseconds = speechMilliseconds
      self.level = level
    }

    /// Whether it is doubtful that anybody spoke.
    var isWeak: Bool {
      peakProbability < 0.7 || meanProbability < 0.35 || speechMilliseconds < 300
    }

    /// Whether it was a short, loud sound that never was clearly a voice: a bark, a sneeze.
    ///
    /// Measured with Silero: barks and sneezes of 160–320 ms at -30 dBFS and more peak at 0.67–0.84,
    /// words as loud, also in noise 15 dB below, at 0.92 or more. Only words at -54 dBFS come down
    /// to 0.79, and those are kept. How sure the recogniser is of its words tells nothing.
    var isShortNoise: Bool {
      peakProbability < 0.9 && speechMilliseconds < 600 && level > -45
    }
  }

  /// Why a transcript was dropped.
  public enum Reason: String, Sendable, CaseIterable {
    /// It has no words.
    case noWords
    /// It only describes sounds.
    case soundMark
    /// There was too little speech for any word.
    case tooShort
    /// It was made of a short, loud sound that hardly was a voice.
    case noise
    /// It is what recognisers write into silence, and hardly anybody spoke.
    case knownPhrase
    /// It says the same again and again.
    case loop
  }

  /// What to do with a transcript.
  public enum Verdict: Sendable, Equatable {
    /// The words, without descriptions of sounds.
    case keep(String)
    /// Nothing was said.
    case drop(Reason)
  }

  /// The shortest speech that can hold a word, in milliseconds.
  public static let shortestSpeech = 150.0

  /// Judges a transcript by itself and by what voice activity heard.
  ///
  /// - Parameters:
  ///   - transcript: What the recogniser wrote.
  ///   - evidence: What voice activity heard; nil when it did not listen.
  /// - Returns: The words to keep, or why to drop them.
  public static func judge(_ transcript: String, evidence: Evidence?) -> Verdict {
    let text = SoundMarks.removed(from: transcript)
    let words = Words.folded(text)
    guard !words.isEmpty else {
      return .drop(Words.count(transcript) == 0 ? .noWords : .soundMark)
    }
    if let evidence, evidence.speechMilliseconds < shortestSpeech { return .drop(.tooShort) }
    if let evidence, evidence.isShortNoise { return .drop(.noise) }
    if let evidence, evidence.isWeak, phrases.contains(words.joined(separator: " ")) {
      return .drop(.knownPhrase)
    }
    if isLoop(words, isWeak: evidence?.isWeak ?? false) { return .drop(.loop) }
    return .keep(text)
  }

  /// Whether the words are one phrase of up to eight words at least four times (three for a single
  /// word heard weakly), perhaps broken off in the last.
  private static func isLoop(_ words: [String], isWeak: Bool) -> Bool {
    for length in 1...8 {
      let least = length == 1 && isWeak ? 3 : 4
      guard words.count >= length * least else { continue }
      if words.indices.dropFirst(length).allSatisfy({ words[$0] == words[$0 - length] }) {
        // "No no no no" and "ha ha ha ha" are said by people.
        return length > 1 || isWeak || words.count >= 8 || !repeatable.contains(words[0])
      }
    }
    return false
  }

  private static let repeatable: Set<String> = [
    "no", "yes", "ha", "yeah", "go", "hey", "la", "na", "very", "stop", "bye", "okay", "please",
  ]

  private static let phrases: Set<String> = [
    "thank you", "thank you very much", "thank you so much", "thanks", "you", "bye", "bye bye",
    "okay", "so", "the", "oh", "thanks for watching", "thank you for watching", "i", "and",
    "thanks for listening", "thank you for listening", "please subscribe", "hmm", "mm", "uh", "um",
    "like and subscribe", "don't forget to subscribe", "see you next time", "yeah", "ok",
    "see you in the next video", "subtitles by the amara.org community", "the end", "silence",
    "music", "blank audio", "köszönöm", "köszönöm a figyelmet", "vielen dank", "gracias", "merci",
    "untertitel der amara.org-community", "sous-titres réalisés par la communauté d'amara.org",
  ]
}
