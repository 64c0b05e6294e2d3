import Companion
public import Dialogue
import Hearing
import Sound

/// Writes down what is known in each pause of a recording, for fitting the weights of ``EndOfTurn``.
///
/// The lines hold the words of the recordings, so they are for recordings that may be read.
public struct TurnFeatures: Sendable {
  /// One pause, or the silence at the end.
  public struct Line: Sendable, Encodable {
    var file: String
    var speaker: String
    var heldOut: Bool
    /// When the speech before it began and ended, in milliseconds.
    var start: Double
    var end: Double
    /// How much of it sounded like speech, in milliseconds.
    var voiced: Double
    /// The length of the pause; nil at the end of the turn.
    var pause: Double?
    /// Whether it counts: it is in the list of pauses, or the end.
    var counts: Bool
    /// The words so far.
    var words: String
    /// What they sound like.
    var kind: String
    /// What the turn model says after so many milliseconds of silence.
    var completions: [String: Float]
    /// When both are known, in milliseconds of silence.
    var knownAfter: Double

    private enum CodingKeys: String, CodingKey {
      case file, speaker, start, end, voiced, pause, counts, words, kind, completions
      case heldOut = "held_out"
      case knownAfter = "known_after"
    }
  }

  /// The moments of a pause at which the turn model is asked, in milliseconds of silence.
  private static let moments = [128.0, 192, 256, 384, 512, 704]

  private let activity: any VoiceActivityModel
  private let transcriber: any Transcriber
  private let turnModel: any TurnModel

  /// Features as these models see them.
  public init(
    activity: any VoiceActivityModel, transcriber: any Transcriber, turnModel: any TurnModel
  ) {
    self.activity = activity
    self.transcriber = transcriber
    self.turnModel = turnModel
  }

  /// What is known in each pause of `clip`.
  ///
  /// - Parameter clip: A recording.
  /// - Returns: The pauses in order, and the end.
  /// - Throws: What the models can't do.
  public func lines(of clip: TurnClip) async throws -> [Line] {
    let heard = try await HeardClip(clip.sound, by: activity)
    var looks = TurnLooks(heard, transcriber: transcriber, turnModel: turnModel)
    var lines: [Line] = []
    for (speech, goesOn) in Self.pauses(in: heard.windows) {
      let look = try await looks.look(at: speech, now: speech.end + .milliseconds(192))
      var completions: [String: Float] = [:]
      for moment in Self.moments {
        let now = speech.end + .milliseconds(moment)
        if let goesOn, now > goesOn { break }
        completions["\(Int(moment))"] = try await turnModel.completion(of: heard.sound(before: now))
      }
      let listed = clip.pauses.contains { abs($0.start - speech.end.milliseconds) <= 64 }
      lines.append(
        Line(
          file: clip.name, speaker: clip.speaker, heldOut: clip.isHeldOut,
          start: speech.start.milliseconds, end: speech.end.milliseconds,
          voiced: speech.voiced.milliseconds, pause: goesOn.map { ($0 - speech.end).milliseconds },
          counts: goesOn == nil || listed, words: look.words, kind: look.kind,
          completions: completions,
          knownAfter: 192 + look.latency.milliseconds))
    }
    return lines
  }

  /// The pauses worth a look and when the person went on, found by a listener that never ends a turn.
  private static func pauses(
    in windows: [Activity]
  ) -> [(speech: TurnTaking.Speech, goesOn: SampleTime?)] {
    var settings = TurnTaking.Settings()
    settings.endOfTurn = EndOfTurn(weights: .none)
    settings.endOfTurn.longest = .milliseconds(60_000)
    settings.endOfTurn.weights.margin = 60_000
    var listener = TurnTaking(settings: settings)
    var found: [(speech: TurnTaking.Speech, goesOn: SampleTime?)] = []
    for window in windows {
      for case .consider(let speech) in listener.heard(window, companionBusy: false) {
        found.append((speech, nil))
      }
      guard let last = found.last, last.goesOn == nil, window.isSpeech,
        window.start >= last.speech.end
      else { continue }
      found[found.count - 1].goesOn = window.start
    }
    return found
  }
}
