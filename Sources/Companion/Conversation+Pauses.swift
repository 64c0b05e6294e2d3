import Dialogue
import Hearing
import Language
import Sound

extension Conversation {
  /// What the companion has just asked for: a short answer is over sooner.
  var asked: AskedFor {
    guard let last = history.last, last.speaker == .companion, last.ending == .whole else {
      return .nothing
    }
    return AskedFor(last.text)
  }

  /// Hands on what the turn that ended has taught of the person's pauses.
  func learnPauses() {
    parts.pauses?.learned(turnTaking.habit)
  }

  /// Learns from somebody who goes on at `start`, before anything of a reply was heard, that the turn
  /// was taken too soon.
  func learnPause(before start: SampleTime) {
    guard let reply, reply.timeline.firstAudio == nil else { return }
    turnTaking.learnPause(before: start)
    learnPauses()
  }
}
