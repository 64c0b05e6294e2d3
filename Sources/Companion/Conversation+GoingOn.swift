import Dialogue
import Hearing
import Sound
import Speaking

extension Conversation {
  /// How much of the reply may have been heard by then.
  private static let heardOfReply = SampleSpan.milliseconds(600)
  /// How much voice it takes to be sure, while the reply waits.
  private static let voiceOfOneWhoGoesOn = SampleSpan.milliseconds(224)
  /// The longest turn that is made of two, in sound; a longer one is joined in words.
  private static let longestTogether = SampleSpan.milliseconds(115_000)

  /// Holds back a reply that nobody has heard yet when a voice is heard again: it may go on.
  func holdReply(forVoiceAt start: SampleTime) {
    guard let run = reply, mayGoOn(with: run, at: start), !run.playout.hasBegun else { return }
    reply?.isHeld = true
    trace.note(.held, at: now)
  }

  /// Lets a reply be heard that was held back for nothing.
  func releaseReply() {
    guard let run = reply, run.isHeld else { return }
    reply?.isHeld = false
    trace.note(.released, at: now)
    if listener != nil { tell(.soundReady(run.id)) }
  }

  /// Withdraws a reply that is held back once it is certain that the person goes on.
  func withdrawIfGoingOn() {
    guard let run = reply, run.isHeld, let speech = turnTaking.speech,
      speech.voiced >= Self.voiceOfOneWhoGoesOn
    else { return }
    turnTaking.stoppedReply()
    trace.note(.withdrawn, at: now)
    interrupt(at: speech.start, bySpeech: true)
  }

  /// Whether somebody who speaks at `start` goes on with the turn that `run` answers.
  func mayGoOn(with run: ReplyRun, at start: SampleTime) -> Bool {
    guard run.speech != nil, !run.isCompleting else { return false }
    // A listener elsewhere says what was heard; here sound is heard when it is taken out.
    let heard =
      listener == nil
      ? run.timeline.firstAudio.map { start - $0 } ?? .zero
      : SampleSpan(samples: run.playout.heard)
    return turnTaking.goesOn(at: start) && heard <= Self.heardOfReply
  }

  /// Notes that the turn was taken too soon: what is said from `start` on belongs to it.
  func noteTakenTooSoon(_ run: ReplyRun, goingOnAt start: SampleTime) {
    guard let speech = run.speech else { return }
    turnTaking.learnPause(before: start)
    trace.wentOn(at: start, now: now)
    learnPauses()
    tooSoon = TurnTakenTooSoon(speech: speech, kept: answering)
    // The prompt that told of it was withdrawn.
    wasInterrupted = run.toldOfInterruption
  }

  /// What was said, with the turn it goes on with if that was taken too soon.
  func whole(_ speech: TurnTaking.Speech) -> TurnTaking.Speech {
    tooSoon.map { $0.speech.joined(with: speech) } ?? speech
  }

  /// What of a turn is made out at once: all of it, or of a very long one what was said last.
  func heard(of speech: TurnTaking.Speech) -> TurnTaking.Speech {
    let all = whole(speech)
    return all.end - all.start <= Self.longestTogether ? all : speech
  }

  /// Answers a turn after all that was taken too soon, when what followed was nothing.
  func answerTakenTooSoon() {
    guard let first = tooSoon else { return }
    tooSoon = nil
    begin(speech: first.speech, goingOnWith: first) { await first.kept?.value?.text }
  }
}
