import Dialogue
import Hearing
import Speaking

/// One answer on its way: from the end of the person's turn until the reply is kept.
struct ReplyRun {
  /// Tells this run from earlier ones when something comes back late.
  let id: Int
  /// What was said, as sound; nil when the words were typed.
  var speech: TurnTaking.Speech?
  /// When each stage was reached.
  var timeline: TurnTimeline
  /// The person's turn once it is kept.
  var person: Turn?
  /// Turns what the model writes into pieces to speak.
  var text: ReplyText
  /// The pieces made so far, as written.
  var pieces: [String] = []
  /// What of the reply is played and heard.
  var playout: Playout
  /// All the model wrote, without its reasoning.
  var written = ""
  /// What of it is speakable.
  var spoken: [String] = []
  /// Why the model stopped.
  var finish: FinishReason?
  /// What went wrong first.
  var problem: Problem?
  /// Whether the model reasoned aloud.
  var reasoningHidden = false
  /// Tools the model asked for.
  var toolCalls: [ToolCall] = []
  /// Whether words or sound are still being made.
  var isProducing = true
  /// Whether the end of the reply is being kept.
  var isCompleting = false
  /// Whether it waits, not heard yet, because a voice is heard that may go on with the turn.
  var isHeld = false
  /// Whether a short sound was played because the model took its time.
  var hasFiller = false
  /// Whether the model was told that its last reply was talked over.
  var toldOfInterruption = false
  /// Whether these are a few words of Kith's own, which answer no turn and are not kept.
  var isAside = false
  /// Asks the model and speaks; cancelled when the person talks over the reply.
  var production: Task<Void, Never>?

  /// How the reply ended when nobody interrupted it.
  var ending: Turn.Ending {
    problem == nil && finish?.isComplete == true ? .whole : .incomplete
  }

  /// Whether nothing has come of it: no word and no tool.
  var isEmpty: Bool { playout.written.isEmpty && toolCalls.isEmpty }

  /// The reply as far as it was shown, a sentence that has not ended too.
  var shown: String {
    var rest = text
    return (pieces + rest.finish().map(\.written)).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
