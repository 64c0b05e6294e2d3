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
}
