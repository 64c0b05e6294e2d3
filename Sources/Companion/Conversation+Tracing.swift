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
  /// What a window is decided by: just what is traced of it.
  ///
  /// - Parameters:
  ///   - start: When it began.
  ///   - probability: How likely it held speech.
  ///   - excess: By how much it was louder than the echo of what is played, in decibels.
  /// - Returns: The same, as a trace can hold it.
  func noted(
    _ start: SampleTime, _ probability: Float, _ excess: Float
  ) -> (activity: Activity, excess: Float) {
    let window = TurnTrace.Window(probability: probability, excess: excess, isBusy: reply != nil)
    trace.heard(start, window, before: turnTaking, over.overlap)
    return (window.activity(at: start), window.excess)
  }

  /// Whether a reply is still under way once it is decided if somebody talks over it.
  func noteStillBusy() -> Bool {
    trace.stillBusy(reply != nil)
    return reply != nil
  }

  /// Notes that a reply is stopped, and why.
  func noteStop(bySpeech: Bool, goesOn: Bool) {
    trace.note(.stopped, at: now, code: goesOn ? "went_on" : bySpeech ? "talked_over" : "asked")
  }

  /// Notes that a turn was answered without a model.
  func noteReckoned(_ person: Turn) {
    let isOrder = history.last { $0.id == person.id }?.purpose != .talk
    trace.note(.reckoned, at: now, code: isOrder ? "order" : nil)
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
