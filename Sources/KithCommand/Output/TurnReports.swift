import Companion
import Dialogue
import Sound

/// What `converse --json` prints of one turn.
struct ConversedTurn: Encodable {
  struct User: Encodable {
    var text: String
    var startMs: Double?
    var endMs: Double?

    private enum CodingKeys: String, CodingKey {
      case text
      case startMs = "start_ms"
      case endMs = "end_ms"
    }
  }

  struct Companion: Encodable {
    var text: String
    var heard: String
    var complete: Bool
  }

  struct Timeline: Encodable {
    var lastWordEndMs: Double?
    var turnEndMs: Double
    var transcriptMs: Double?
    var firstTokenMs: Double?
    var firstSentenceMs: Double?
    var firstAudioMs: Double?
    var doneMs: Double?

    private enum CodingKeys: String, CodingKey {
      case lastWordEndMs = "last_word_end_ms"
      case turnEndMs = "turn_end_ms"
      case transcriptMs = "transcript_ms"
      case firstTokenMs = "first_token_ms"
      case firstSentenceMs = "first_sentence_ms"
      case firstAudioMs = "first_audio_ms"
      case doneMs = "done_ms"
    }

    init(_ timeline: TurnTimeline) {
      lastWordEndMs = timeline.lastWordEnd?.milliseconds
      turnEndMs = timeline.turnEnd.milliseconds
      transcriptMs = timeline.transcript?.milliseconds
      firstTokenMs = timeline.firstToken?.milliseconds
      firstSentenceMs = timeline.firstSentence?.milliseconds
      firstAudioMs = timeline.firstAudio?.milliseconds
      doneMs = timeline.done?.milliseconds
    }
  }

  var user: User
  var companion: Companion
  var timeline: Timeline
  var problem: ProblemReport?

  /// The report of a turn.
  init(_ turn: CompanionTurn) {
    user = User(
      text: turn.person.text, startMs: turn.timeline.firstWord?.milliseconds,
      endMs: turn.timeline.lastWordEnd?.milliseconds)
    companion = Companion(
      text: turn.written, heard: turn.reply?.text ?? "",
      complete: turn.isComplete && turn.reply?.ending == .whole)
    timeline = Timeline(turn.timeline)
    problem = turn.problem.map(ProblemReport.init)
  }
}
