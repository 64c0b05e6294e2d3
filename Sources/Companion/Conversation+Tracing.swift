import Dialogue
import Hearing
import Journal
import Sound

/// Why a draft was of no use.
enum DraftEnd: String {
  case wentOn = "went_on"
  case otherWords = "other_words"
  case notOver = "not_over"
  case nothing, stopped
}

extension Conversation {
  /// The activity of a window as it is traced, and decided by.
  func noted(_ start: SampleTime, _ probability: Float) -> Activity {
    let rounded = TurnTrace.rounded(probability)
    let window = TurnTrace.Window(probability: rounded, isBusy: reply != nil)
    trace.heard(start, window, before: turnTaking)
    return Activity(start: start, probability: TurnTrace.probability(rounded))
  }

  /// Notes that a reply is stopped, and why.
  func noteStop(bySpeech: Bool, goesOn: Bool) {
    trace.note(.stopped, at: now, code: goesOn ? "went_on" : bySpeech ? "talked_over" : "asked")
  }

  /// Keeps with a turn what was decided in it, and from what.
  ///
  /// - Parameters:
  ///   - person: The turn.
  ///   - run: The answer to it.
  ///   - ending: How the answer ended; nil when nothing of it was heard.
  func keepTrace(of person: Turn, _ run: ReplyRun, _ ending: Turn.Ending?) async {
    let traced = trace.trace(
      run.timeline, end: ending?.rawValue ?? "unheard", problem: run.problem?.code.rawValue)
    // A turn without its trace is a turn still; what keeps the disk from writing was told with its words.
    try? await store.keep(timeline: traced.json, of: person.id)
  }
}
