public import Companion
import Dialogue
import Hearing
import Journal
import Language
public import Replying
import Sound
import Speaking
import Synchronization

/// Measures what a turn costs apart from the engines: everything runs as usual, over models that
/// answer at once.
///
/// The clock is that of the audio, and it stands still while something is being worked out.
struct OverheadBench {
  private let writer: PromptWriter
  private let clock: ConversationClock

  /// Speech of 3 s, then silence for the pause and a reply of about 5 s.
  private static let speech = 150
  private static let silence = 400
  /// How long the model may take to notice that it was stopped before it counts as never.
  private static let longestClosing = Duration.seconds(2)

  /// A measurement with prompts by `writer`.
  init(writer: PromptWriter, clock: ConversationClock) {
    self.writer = writer
    self.clock = clock
  }

  /// Takes turns, one after the other in one conversation.
  ///
  /// - Parameter count: How many.
  /// - Returns: Processor time of each in milliseconds.
  /// - Throws: When the conversation can't be opened.
  func turns(_ count: Int) async throws -> [Double] {
    let text =
      "That sounds really good. Tell me what comes next, and then we'll see what we make of it."
    let conversation = makeConversation(ReadingReplier(text: text))
    try await conversation.open()
    var now = SampleTime.zero
    var costs: [Double] = []
    for _ in 0..<count {
      let before = ProcessorTime.cpuMilliseconds()
      await pass(Self.speech, of: 12_000, from: &now, in: conversation)
      await pass(Self.silence, of: 0, from: &now, in: conversation)
      costs.append(ProcessorTime.cpuMilliseconds() - before)
    }
    await conversation.close()
    return costs
  }

  /// Stops replies while the model still writes.
  ///
  /// - Parameter count: How many.
  /// - Returns: How long each took from the decision until the model's stream was closed, in milliseconds.
  /// - Throws: When the conversation can't be opened.
  func stops(_ count: Int) async throws -> [Double] {
    let replier = EndlessReplier()
    let conversation = makeConversation(replier)
    try await conversation.open()
    let time = ContinuousClock()
    var spans: [Double] = []
    for number in 1...count {
      await conversation.write("Go on.")
      while replier.begun < number { await Task.yield() }
      let began = time.now
      await conversation.stop()
      while replier.closed < number, time.now - began < Self.longestClosing { await Task.yield() }
      spans.append((time.now - began) / .milliseconds(1))
    }
    await conversation.close()
    return spans
  }

  private func makeConversation(_ replier: any Replier) -> Conversation {
    Conversation(
      parts: ConversationParts(
        activity: LoudnessActivity(), transcriber: KnowingTranscriber(),
        turnModel: CertainTurnModel(),
        replier: replier, voice: HummingVoice()),
      writer: writer, store: EphemeralTurns(), clock: clock, tell: { _ in })
  }

  /// Lets `frames` of 20 ms pass in which the microphone has a square wave of `level`.
  private func pass(
    _ frames: Int, of level: Int16, from now: inout SampleTime, in conversation: Conversation
  ) async {
    let samples = (0..<Frame.length).map { $0 % 40 < 20 ? level : -level }
    for _ in 0..<frames {
      while await conversation.isComputing { await Task.yield() }
      let frame = Frame(start: now, samples: samples)
      now = frame.end
      _ = await conversation.hear(frame)
    }
  }
}

extension VoiceBench {
  /// What a turn costs apart from the engines, and how soon a model that is stopped is let go.
  ///
  /// - Parameters:
  ///   - writer: Writes the prompts.
  ///   - clock: The time of day.
  /// - Returns: `own_cpu_ms_per_turn` and `stop_to_stream_closed_ms`.
  /// - Throws: When a conversation can't be opened.
  public static func overhead(
    writer: PromptWriter, clock: ConversationClock
  ) async throws -> [String: Metric] {
    let bench = OverheadBench(writer: writer, clock: clock)
    _ = try await bench.turns(3)
    var metrics: [String: Metric] = [:]
    metrics["own_cpu_ms_per_turn"] = Metric(try await bench.turns(40), unit: "ms")
    metrics["stop_to_stream_closed_ms"] = Metric(try await bench.stops(200), unit: "ms")
    return metrics
  }
}

// MARK: - Engines that cost nothing

/// Takes whatever is loud for speech.
private struct LoudnessActivity: VoiceActivityModel, VoiceActivityStream {
  func makeStream() async throws -> any VoiceActivityStream { self }

  func probability(of window: [Float]) async throws -> Float {
    window.contains { abs($0) > 0.1 } ? 0.95 : 0.02
  }
}

private struct KnowingTranscriber: Transcriber {
  func transcribe(_ speech: [Float], urgency: TranscriptUrgency) async throws -> String {
    "We went to the lake with the children on Sunday."
  }
}

private struct CertainTurnModel: TurnModel {
  func completion(of speech: [Float]) async throws -> Float { 0.95 }
}

/// Hums at 60 ms a letter, with the words it was given.
private struct HummingVoice: Voice {
  var name: String { "hum" }

  func speak(_ sentence: String, rate: Double) async throws -> SpokenSound {
    let perLetter = SampleTime.rate * 60 / 1000
    var start = 0
    var words: [TimedWord] = []
    for word in sentence.split(separator: " ") {
      let length = word.count * perLetter
      words.append(
        TimedWord(
          text: String(word), start: SampleSpan(samples: Int64(start)),
          end: SampleSpan(samples: Int64(start + length))))
      start += length + perLetter
    }
    let samples = (0..<start).map { $0 % 200 < 100 ? Float(0.1) : -0.1 }
    return SpokenSound(samples: samples, words: words, phonemes: [])
  }
}

/// A model that begins to answer and never ends by itself.
private final class EndlessReplier: Replier {
  private let counts = Mutex((begun: 0, closed: 0))

  var begun: Int { counts.withLock { $0.begun } }
  var closed: Int { counts.withLock { $0.closed } }

  func reply(to prompt: Prompt) -> AsyncThrowingStream<ReplyEvent, any Error> {
    AsyncThrowingStream { continuation in
      continuation.onTermination = { [weak self] _ in
        self?.counts.withLock { $0.closed += 1 }
      }
      continuation.yield(.text("Well, I could go on and on about"))
      counts.withLock { $0.begun += 1 }
    }
  }

  func readAhead(_ prompt: Prompt) async {}
}
