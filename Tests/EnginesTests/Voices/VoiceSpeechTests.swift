import Bench
import Dialogue
import Glibc
import Sound
import TestSupport
import Testing

@testable import Engines

@Suite(
  .enabled(
    if: SharedEngines.areHere && SharedEngines.voicesAreHere, "\(SharedEngines.absence)"),
  .serialized)
struct VoiceSpeechTests {
  static let names = ["hibari", "joe"]

  private func voice(_ name: String) async throws -> OnDeviceVoice {
    try #require(try await SharedEngines.ofThisMachine.voices().voice(named: name))
  }

  private func heard(_ sound: SpokenSound) async throws -> String {
    let silence = [Float](repeating: 0, count: 4800)
    let clip = SoundClip(rate: SampleTime.rate, samples: silence + sound.samples + silence)
    return try await SharedEngines.ofThisMachine.transcriber().transcribe(
      clip.resampled(to: 16_000).samples, urgency: .final)
  }

  private static let sentences = [
    "The quick brown fox jumps over the lazy dog today.",
    "What time is it?",
    "My sister lives in Lisbon.",
    "Where does my sister live?",
    "I found three places nearby, would you like me to book a table for two?",
    "The weather this afternoon is mostly sunny with a light breeze from the west.",
    "I don't think that's a good idea, but we can try it tomorrow.",
    "Could you remind me to call my mother on Friday evening?",
    "She has been working at the hospital for seven years.",
    "You told me about your new job, so how is it going?",
    "That sounds wonderful, I am really happy for you.",
    "Please close the door and turn off the lights.",
    "The meeting starts at half past nine in the morning.",
    "My favorite color is green, and I love walking in the forest.",
    "He forgot his umbrella on the train again.",
    "It was the best day of the whole summer.",
    "Do you remember the name of that restaurant?",
    "We should leave before the traffic gets bad.",
    "The children are playing in the garden behind the house.",
    "Thank you very much, good night and sleep well.",
  ]

  @Test(arguments: names)
  func `what is said is heard again word for word`(name: String) async throws {
    let voice = try await voice(name)
    var errors = WordErrorRate(errors: 0, words: 0)
    var loudness: [Float] = []
    for sentence in Self.sentences {
      let sound = try await voice.speak(sentence, rate: 1)
      let rate = WordErrorRate(of: try await heard(sound), against: sentence)
      if rate.errors > 0 { print(name, rate.errors, try await heard(sound)) }
      errors = errors + rate
      loudness.append(Level(sound.samples).rms)
      check(sound, of: sentence)
    }
    print(name, "word error rate", errors.rate, "RMS", loudness.min()!, "to", loudness.max()!)
    #expect(errors.rate <= 0.1)
    // The pauses in it make a sentence a little fainter than its speech.
    #expect(loudness.allSatisfy { (-24...(-19)).contains($0) })
  }

  private func check(_ sound: SpokenSound, of sentence: String) {
    #expect(sound.words.map(\.text) == sentence.split(separator: " ").map(String.init))
    #expect(sound.samples.allSatisfy { abs($0) < 1 })
    var last = SampleSpan.zero
    for word in sound.words {
      #expect(last <= word.start && word.start < word.end && word.end <= sound.span)
      last = word.end
    }
    last = .zero
    for phoneme in sound.phonemes {
      #expect(last <= phoneme.start && phoneme.start <= phoneme.end && phoneme.end <= sound.span)
      last = phoneme.end
    }
    #expect(sound.words[0].start <= .milliseconds(25))
    #expect(sound.span - sound.words[sound.words.count - 1].end <= .milliseconds(60))
  }

  @Test(arguments: names)
  func `a word begins where its sound begins`(name: String) async throws {
    // After a pause the start of a word can be measured: the sound rises from silence.
    let sound = try await voice(name).speak("Well, baby, tell Tom, dinner.", rate: 0.8)
    let onsets = Self.onsets(of: sound.samples)
    for word in sound.words where !["tell", "Tom,"].contains(word.text) {
      let nearest = onsets.map { abs($0 - word.start.milliseconds) }.min() ?? .infinity
      print(name, word.text, word.start.milliseconds, "off by", nearest)
      #expect(nearest <= 80)
    }
  }

  /// Where the sound rises after at least 50 ms of silence, in milliseconds.
  private static func onsets(of samples: [Float]) -> [Double] {
    let powers = stride(from: 0, to: samples.count - 240, by: 120).map { start in
      samples[start..<start + 240].reduce(0) { $0 + $1 * $1 } / 240
    }
    let threshold = (powers.max() ?? 0) * 1e-3
    var quiet = 10
    var onsets: [Double] = []
    for (index, power) in powers.enumerated() {
      if power < threshold {
        quiet += 1
      } else {
        if quiet >= 8 { onsets.append(Double(index) * 5) }
        quiet = 0
      }
    }
    return onsets
  }

  @Test(arguments: names)
  func `the same text gives the same samples`(name: String) async throws {
    let voice = try await voice(name)
    let first = try await voice.speak("How are you today?", rate: 1)
    _ = try await voice.speak("Something else.", rate: 1)
    #expect(try await voice.speak("How are you today?", rate: 1) == first)
  }

  @Test(arguments: names)
  func `the rate scales how long it lasts`(name: String) async throws {
    let voice = try await voice(name)
    let text = "The weather is lovely this afternoon."
    let normal = try await voice.speak(text, rate: 1).span.milliseconds
    for rate in [0.5, 0.8, 1.5, 2] {
      let other = try await voice.speak(text, rate: rate).span.milliseconds
      #expect(abs(other * rate / normal - 1) < 0.3, "at \(rate)")
    }
    // What is outside the range is taken as its end.
    let fastest = try await voice.speak("Hi.", rate: 2)
    let usual = try await voice.speak("Hi.", rate: 1)
    #expect(try await voice.speak("Hi.", rate: .infinity) == fastest)
    #expect(try await voice.speak("Hi.", rate: .nan) == usual)
  }

  @Test(arguments: names)
  func `odd texts do no harm`(name: String) async throws {
    let voice = try await voice(name)
    for text in ["", "🙂🙂", "....", "\u{0}", "こんにちは、元気ですか", "   \n"] {
      let sound = try await voice.speak(text, rate: 1)
      #expect(sound.samples.isEmpty)
      #expect(sound.words.allSatisfy { $0.start == .zero && $0.end == .zero })
    }
    let mixed = try await voice.speak("Hello 🙂 there \u{0} 日本!", rate: 1)
    #expect(mixed.words.map(\.text) == ["Hello", "🙂", "there", "日本!"])
    #expect(mixed.words[1].start == mixed.words[1].end)
    let long = String(repeating: "This is a very long sentence, ", count: 40)
    let sound = try await voice.speak(long, rate: 2)
    #expect(sound.words.count == 120)
    #expect(sound.span < .milliseconds(60_000))
    let held = try await voice.speak(String(repeating: "x", count: 700), rate: 2)
    #expect(!held.samples.isEmpty)
  }

  @Test(arguments: names)
  func `a voice speaks on when the phonemizer is killed`(name: String) async throws {
    let engines = SharedEngines.ofThisMachine
    let phonemizer = EspeakPhonemizer()
    let voices = VoiceCatalogue(
      parts: try SharedEngines.installedParts(), runtime: try await engines.runtime(),
      queue: engines.inference, phonemizer: phonemizer)
    let voice = try #require(voices.voice(named: name))
    let first = try await voice.speak("Hello there.", rate: 1)
    kill(try #require(await phonemizer.childIdentifier), SIGKILL)
    #expect(try await voice.speak("Hello there.", rate: 1) == first)
  }

  @Test(arguments: names)
  func `what a sentence of ten words costs`(name: String) async throws {
    let voice = try await voice(name)
    try await voice.warm()
    let text = "The quick brown fox jumps over the lazy dog today."
    let before = try await Self.processorTime()
    let sound = try await voice.speak(text, rate: 1)
    let used = try await Self.processorTime() - before
    print(name, "10 words:", used, "ms CPU for", sound.span.milliseconds, "ms of speech")
  }

  /// Milliseconds the inference thread has used, where nearly all the work is done.
  private static func processorTime() async throws -> Double {
    try await SharedEngines.ofThisMachine.inference.run(.voice) {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
  }
}
