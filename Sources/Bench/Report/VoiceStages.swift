/// How the wait for a reply divides into stages, drawn from the figures of one clip.
struct VoiceStages: Sendable, Equatable {
  /// A stage of the wait, in the order in which they end.
  enum Stage: String, Sendable, CaseIterable {
    case turnEnd = "end_of_turn_ms"
    case transcript = "transcript_ms"
    case firstToken = "first_token_ms"
    case firstSentence = "first_sentence_ms"
    case firstAudio = "first_audio_ms"

    /// What a legend says.
    var label: String {
      switch self {
      case .turnEnd: "turn taken"
      case .transcript: "words known"
      case .firstToken: "first token"
      case .firstSentence: "first sentence"
      case .firstAudio: "first sound"
      }
    }
  }

  /// A stage with the time it added.
  struct Piece: Sendable, Equatable {
    var stage: Stage
    var start: Double
    var length: Double
  }

  /// The stages that are known.
  ///
  /// One that was over before the stage before it adds nothing, and the time of one that is missing
  /// counts for the next.
  var pieces: [Piece] = []

  /// The stages in `figures`; none when not even the end of the turn is known.
  init(_ figures: [String: Double]) {
    guard let turnEnd = figures[Stage.turnEnd.rawValue] else { return }
    var reached = 0.0
    for stage in Stage.allCases {
      guard let figure = figures[stage.rawValue] else { continue }
      let moment = stage == .turnEnd ? turnEnd : turnEnd + figure
      let length = max(0, moment - reached)
      pieces.append(Piece(stage: stage, start: reached, length: length))
      reached += length
    }
  }

  /// From the last word to the end of the last stage known.
  var total: Double {
    pieces.last.map { $0.start + $0.length } ?? 0
  }
}
