public import Companion
public import Dialogue
import Glibc
public import Replying
import Sound

/// Measures whether Kith stops for people and not for itself.
///
/// Its voices speak in simulated rooms and come back through the microphone; people, coughs and "mm-hm"
/// are heard over them. Every scene begins with devices that nobody has heard before, and nothing but
/// Kith's own canceller works against the echo.
public struct EchoBench: Sendable {
  private let activity: any VoiceActivityModel
  private let transcriber: any Transcriber
  private let voices: [RememberingVoice]
  private let writer: PromptWriter
  private let clock: ConversationClock
  private let cancels: Bool
  private let seed: UInt64

  /// A measurement with these parts.
  ///
  /// - Parameters:
  ///   - parts: The engines; what answers and ends turns is not used.
  ///   - voices: Two voices: when one replies, the other says what is said over it and was not recorded.
  ///   - writer: Writes the prompts.
  ///   - clock: The time of day.
  ///   - cancels: Whether Kith's echo canceller works.
  ///   - seed: The seed of everything random.
  public init(
    parts: ConversationParts, voices: [any Voice], writer: PromptWriter, clock: ConversationClock,
    cancels: Bool, seed: UInt64
  ) {
    self.cancels = cancels
    activity = parts.activity
    transcriber = parts.transcriber
    self.voices = voices.map { RememberingVoice($0) }
    self.writer = writer
    self.clock = clock
    self.seed = seed
  }

  /// Plays everything.
  ///
  /// - Parameters:
  ///   - corpus: The rooms, the noises and the people.
  ///   - full: Whether an hour of replies is played, and not some minutes.
  ///   - progress: Is told before each scene which one it is.
  /// - Returns: The figures by scene.
  /// - Throws: What an engine throws.
  public func run(
    _ corpus: EchoCorpus, full: Bool, progress: @Sendable (Int, Int) -> Void
  ) async throws -> [BenchReport.Run] {
    guard !corpus.rooms.isEmpty, !voices.isEmpty else { return [] }
    var corpus = corpus
    corpus.soundings += try await spoken()
    // Whoever talks over a reply has spoken before: the engine is awake.
    _ = try await transcriber.transcribe(
      [Float](repeating: 0, count: 16_000), urgency: .interruption)
    let plan = EchoPlan(corpus, size: full ? .full : .quick, seed: seed)
    var chance = EchoChance(seed: seed &+ 1)
    var runs: [BenchReport.Run] = []
    for (number, scene) in plan.scenes.enumerated() {
      try Task.checkCancellation()
      progress(number + 1, plan.scenes.count)
      runs.append(try await play(scene, corpus, &chance))
    }
    return runs
  }

  /// What is said over replies and is not recorded, each by both voices.
  private func spoken() async throws -> [EchoCorpus.Sounding] {
    var soundings: [EchoCorpus.Sounding] = []
    let lists: [(EchoCorpus.Sounding.Kind, String, [String])] = [
      (.alarm, "backchannel", EchoCorpus.backchannels),
      (.stopWord, "stop word", EchoCorpus.stopWords),
    ]
    for (kind, sort, texts) in lists {
      for text in texts {
        for voice in voices {
          let sound = try await voice.speak(text, rate: 1)
          soundings.append(
            .init(
              name: "\(voice.name): \(text)", samples: sound.samples, kind: kind,
              sort: text.hasPrefix("Ha") ? "laughter" : sort))
        }
      }
    }
    return soundings
  }

  private func play(
    _ scene: EchoPlan.Scene, _ corpus: EchoCorpus, _ chance: inout EchoChance
  ) async throws -> BenchReport.Run {
    var voice = voices[scene.voice % voices.count]
    var sounding: EchoCorpus.Sounding?
    var sound: [Float] = []
    var speech: Range<Int>?
    if let place = scene.sounding {
      let found = corpus.soundings[place]
      sounding = found
      // Nobody talks over his own voice.
      if found.name.hasPrefix("\(voice.name): ") {
        voice = voices[(scene.voice + 1) % voices.count]
      }
      sound = Self.levelled(found.samples, to: scene.level)
      speech = try await speechRange(in: sound) ?? 0..<sound.count
    }
    let room = corpus.rooms[scene.room]
    let whole = try await gain(of: room, for: voice)
    var parts = ConversationParts(
      activity: activity, transcriber: transcriber, turnModel: nil,
      replier: ReadingReplier(text: EchoCorpus.replies[scene.reply]), voice: voice)
    parts.cancelsEcho = cancels
    let stage = EchoScene(
      parts: parts, writer: writer, clock: clock,
      room: .init(
        name: room.name, response: room.samples, leak: scene.leak / whole,
        delay: scene.delay * SampleTime.rate / 1000),
      noise: scene.noise.map { Self.levelled(corpus.noises[$0].samples, to: -50) },
      sounding: sound, speech: speech, at: scene.at * SampleTime.rate / 1000)
    let outcome = try await stage.run(chance: &chance)
    return Self.run(scene, sounding, room.name, voice.name, outcome)
  }

  /// How loud a room gives a voice back when it gives noise of all pitches back as loud as it is.
  private func gain(of room: EchoCorpus.Response, for voice: RememberingVoice) async throws -> Float
  {
    let sound = try await voice.speak(Self.measure, rate: 1).samples
    let echo = Room(.init(name: room.name, response: room.samples, leak: 1, delay: 0))
    var heard: [Float] = []
    for start in stride(from: 0, to: sound.count - Frame.length, by: Frame.length) {
      heard += echo.play(Array(sound[start..<start + Frame.length]))
    }
    return powf(10, (Level(heard).rms - Level(sound).rms) / 20)
  }

  private static let measure = "The level of an echo is that of a voice in the room."

  /// Where voice activity hears speech in a sound on its own; nil where it hears none.
  private func speechRange(in sound: [Float]) async throws -> Range<Int>? {
    let stream = try await activity.makeStream()
    let slow = Resampler(from: SampleTime.rate, to: 16_000)
    let samples = slow.process(sound + [Float](repeating: 0, count: 4800))
    var windows: [Int] = []
    for start in stride(from: 0, to: samples.count - 512, by: 512) {
      if try await stream.probability(of: Array(samples[start..<start + 512])) > 0.5 {
        windows.append(start)
      }
    }
    guard let first = windows.first, let last = windows.last else { return nil }
    return first * 3 / 2..<(last + 512) * 3 / 2
  }

  /// The sound at a level while it sounds: quiet parts do not count.
  static func levelled(_ samples: [Float], to level: Float) -> [Float] {
    let blocks = stride(from: 0, to: samples.count, by: 480).map { start in
      Level(Array(samples[start..<min(start + 480, samples.count)])).rms
    }
    guard let loudest = blocks.max(), loudest > -100 else { return samples }
    let sounding = blocks.filter { $0 > loudest - 25 }
    let now = sounding.reduce(0, +) / Float(sounding.count)
    let gain = powf(10, (level - now) / 20)
    return samples.map { max(-1, min(1, $0 * gain)) }
  }
}
