import Companion
import Dialogue
import Hearing
import Sound

/// What the models say of a recording's pauses, each asked once however often it is decided on.
struct TurnLooks {
  /// What they say of one pause.
  struct Look {
    /// The words so far.
    var words: String
    /// How likely the turn model thinks the end of the turn.
    var completion: Float
    /// What the words sound like where nothing was asked.
    var kind: String {
      evidence.words.map { "\($0)" } ?? ""
    }
    /// What turn-taking is told.
    var evidence: EndOfTurn.Evidence {
      EndOfTurn.Evidence(words: words, completion: completion)
    }
    /// How long after the question the answer is there, on the audio clock.
    var latency: SampleSpan
  }

  private struct Place: Hashable {
    var start: SampleTime
    var end: SampleTime
    var now: SampleTime
  }

  private let clip: HeardClip
  private let transcriber: any Transcriber
  private let turnModel: any TurnModel
  private var known: [Place: Look] = [:]
  /// The processor time of the turn model for each pause looked at, in milliseconds.
  private(set) var modelCosts: [Double] = []
  /// The processor time of the words for each pause looked at, in milliseconds.
  private(set) var wordCosts: [Double] = []

  init(_ clip: HeardClip, transcriber: any Transcriber, turnModel: any TurnModel) {
    self.clip = clip
    self.transcriber = transcriber
    self.turnModel = turnModel
  }

  /// Looks at the pause after `speech` when the sound has come as far as `now`.
  mutating func look(at speech: TurnTaking.Speech, now: SampleTime) async throws -> Look {
    let place = Place(start: speech.start, end: speech.end, now: now)
    if let look = known[place] { return look }
    let sound = clip.sound(of: speech, now: now)
    let before = ProcessorTime.cpuMilliseconds()
    let words = try await transcriber.transcribe(sound, urgency: .final)
    let between = ProcessorTime.cpuMilliseconds()
    let completion = try await turnModel.completion(of: clip.sound(before: now))
    wordCosts.append(between - before)
    modelCosts.append(ProcessorTime.cpuMilliseconds() - between)
    let look = Look(
      words: words, completion: completion,
      latency: Self.latency(ofSpeech: SampleSpan(samples: Int64(sound.count) * 24 / 16)))
    known[place] = look
    return look
  }

  /// How long the models take for a pause after `speech`, counted as audio time.
  ///
  /// A fixed cost, so that the same recording gives the same decisions on every machine: 110 ms for the
  /// turn model, and beside it 20 ms and 25 ms for each second of speech for the words, which are
  /// asked for earlier.
  static func latency(ofSpeech speech: SampleSpan) -> SampleSpan {
    let settings = TurnTaking.Settings()
    let words = SampleSpan.milliseconds(20 + speech.milliseconds * 0.025)
    return max(.milliseconds(110), words - (settings.pause - settings.breath))
  }
}
