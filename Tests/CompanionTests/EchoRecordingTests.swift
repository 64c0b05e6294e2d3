import Companion
import Dialogue
import Engines
import Personality
import Replying
import Sound
import TestSupport
import Testing

/// A voice that says one recording, whatever it is asked to say.
private struct RecordedVoice: Voice {
  let name = "recorded"
  let sound: SpokenSound

  func speak(_ sentence: String, rate: Double) async throws -> SpokenSound { sound }
}

@Suite(
  .enabled(if: SharedEngines.areHere, "\(SharedEngines.absence)"),
  .enabled(if: Recordings.areHere, "\(Recordings.absence)"))
struct EchoRecordingTests {
  /// Plays the recorded reply while a recorded microphone hears it.
  ///
  /// - Returns: What the conversation told.
  private func events(_ name: String) async throws -> EventLog {
    let engines = SharedEngines.ofThisMachine
    let playback = try Recordings.sound("audio/echo/playback.flac", rate: SampleTime.rate)
    let text =
      "Unless a system is established for the frequent formal review of activities there under "
      + "in this regard."
    let span = Double(playback.samples.count) / 17
    let words = text.split(separator: " ").enumerated().map { index, word in
      TimedWord(
        text: String(word), start: SampleSpan(samples: Int64(Double(index) * span)),
        end: SampleSpan(samples: Int64(Double(index + 1) * span)))
    }
    let events = EventLog()
    let conversation = Conversation(
      parts: ConversationParts(
        activity: try await engines.activity(), transcriber: try await engines.transcriber(),
        turnModel: nil, replier: ScriptedReplier([.events([.text(text), .finished(.stop)])]),
        voice: RecordedVoice(
          sound: SpokenSound(samples: playback.samples, words: words, phonemes: []))),
      writer: PromptWriter(persona: try .mira(), window: .usual), store: ScriptedTurns(),
      clock: ConversationClock(now: { 1_000 }, inWords: { _ in "noon" }),
      tell: { events.note($0) })
    await conversation.write("Tell me.")
    while await conversation.isComputing { await Task.yield() }
    let mic = try Recordings.sound("audio/echo/\(name).flac", rate: SampleTime.rate)
    var cutter = FrameCutter(start: .zero)
    for frame in cutter.append(PCM16.samples(mic.samples)) {
      _ = await conversation.hear(frame)
      while await conversation.isComputing { await Task.yield() }
    }
    await conversation.close()
    return events
  }

  @Test(arguments: ["mic_echo_only_005", "mic_echo_only_030"])
  func `the echo of a reply neither stops it nor becomes a turn`(name: String) async throws {
    let events = try await events(name).all
    #expect(
      !events.contains {
        if case .interrupted(let at) = $0 { at.milliseconds < 8000 } else { false }
      })
    #expect(events.filter { if case .personTurn = $0 { true } else { false } }.count == 1)
  }

  @Test(arguments: ["mic_echo_user_005", "mic_echo_user_030"])
  func `somebody who talks over a reply stops it within a second`(name: String) async throws {
    let events = try await events(name).all
    let stop = events.compactMap { event -> Double? in
      if case .interrupted(let at) = event { at.milliseconds } else { nil }
    }.first
    #expect((2900...4000).contains(stop ?? 0), "found \(stop ?? 0)")
  }
}
