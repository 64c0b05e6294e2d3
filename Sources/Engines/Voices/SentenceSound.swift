import Dialogue
import Sound

/// Joins the pieces of a sentence and says when each word and phoneme is heard.
struct SentenceSound: Sendable {
  /// The silence kept before the first sound: 20 ms.
  static let lead = 480
  /// The silence kept after the last sound: 40 ms.
  static let tail = 960

  private var samples: [Float] = []
  private var phonemes: [TimedPhoneme] = []
  private var times: [Range<Int64>?]

  /// The sound of a sentence of `words` words, with nothing in it yet.
  init(words: Int) {
    times = [Range<Int64>?](repeating: nil, count: words)
  }

  /// Adds a piece, its silence cut.
  ///
  /// - Parameters:
  ///   - sound: What the model made.
  ///   - symbols: What it made it from.
  ///   - pause: Samples of silence before it.
  mutating func append(_ sound: ModelSound, symbols: [VoiceSymbol], pause: Int) {
    let speech = SpeechLevel.speech(in: sound.samples)
    guard !speech.isEmpty else { return }
    let first = max(0, speech.lowerBound - Self.lead)
    let kept = first..<min(sound.samples.count, speech.upperBound + Self.tail)
    if !samples.isEmpty { samples += [Float](repeating: 0, count: pause) }
    let offset = samples.count - kept.lowerBound
    var piece = Array(sound.samples[kept])
    Fade(.linear, length: 72).fadeIn(&piece)
    Fade(.linear, length: 240).fadeOut(&piece)
    samples += piece

    // The silence around speech belongs to no word.
    var start = Int64(speech.lowerBound + offset)
    let last = Int64(speech.upperBound + offset)
    for (symbol, end) in zip(symbols, sound.ends) {
      let time = start..<max(start, min(last, Int64(end.rounded()) + Int64(offset)))
      start = time.upperBound
      guard let word = symbol.word else { continue }
      times[word] = (times[word]?.lowerBound ?? time.lowerBound)..<time.upperBound
      note(symbol, time)
    }
  }

  /// Stress marks stand before their vowel, so its time begins with theirs.
  private var stressed: (word: Int?, start: Int64)?

  private var lastWord: Int?

  private mutating func note(_ symbol: VoiceSymbol, _ time: Range<Int64>) {
    if symbol.ipa.isEmpty {
      stressed = (symbol.word, time.lowerBound)
      return
    }
    let isSameWord = lastWord == symbol.word
    lastWord = symbol.word
    let start = stressed.map { $0.word == symbol.word ? $0.start : time.lowerBound }
    stressed = nil
    if isSameWord, let last = phonemes.last, start == nil {
      let joined = symbol.ipa == "ː" ? last.ipa : last.ipa + symbol.ipa
      if symbol.ipa == "ː" || Self.pairs.contains(joined) {
        phonemes[phonemes.count - 1].ipa = joined
        phonemes[phonemes.count - 1].end = SampleSpan(samples: time.upperBound)
        return
      }
    }
    phonemes.append(
      TimedPhoneme(
        ipa: symbol.ipa, start: SampleSpan(samples: start ?? time.lowerBound),
        end: SampleSpan(samples: time.upperBound)))
  }

  /// Phonemes that some models take as two symbols.
  private static let pairs: Set<String> = ["tʃ", "dʒ", "eɪ", "aɪ", "ɔɪ", "oʊ", "aʊ"]

  /// The finished sentence.
  ///
  /// - Parameter words: The words as written.
  /// - Returns: The sound at its level; words nothing is heard of have no length.
  func finished(words: [String]) -> SpokenSound {
    var timed: [TimedWord] = []
    var place: Int64 = times.lazy.compactMap(\.self).first?.lowerBound ?? 0
    for (text, time) in zip(words, times) {
      let time = time ?? place..<place
      place = time.upperBound
      timed.append(
        TimedWord(
          text: text, start: SampleSpan(samples: time.lowerBound),
          end: SampleSpan(samples: time.upperBound)))
    }
    return SpokenSound(
      samples: SpeechLevel.levelled(samples), words: timed, phonemes: phonemes)
  }
}
