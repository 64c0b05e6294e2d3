import Hearing
import Sound

/// Knows why a turn ended when it did.
struct EndingReasons: Sendable {
  private var end: SampleTime?
  private var evidence = EndOfTurn.Evidence()

  /// Takes the verdict on speech that ended at `end`.
  mutating func judged(_ end: SampleTime, _ evidence: EndOfTurn.Evidence) {
    self.end = end
    self.evidence = evidence
  }

  /// What the wait after `speech` was made of.
  ///
  /// - Returns: The wait and what it is made of; no wait for a turn that reached its longest length.
  func ending(
    of speech: TurnTaking.Speech, at now: SampleTime
  ) -> (wait: SampleSpan, because: [TurnTrace.Reason])? {
    let rule = EndOfTurn()
    let known = end == speech.end ? evidence : .init()
    let wait = rule.wait(known)
    guard now - speech.end >= wait else { return nil }
    let usual = rule.wait(.init())
    let sound = rule.wait(.init(completion: known.completion))
    var because = [TurnTrace.Reason("usual", by: usual)]
    if sound != usual { because.append(.init("turnModel", by: sound - usual)) }
    if wait != sound {
      let cause = known.words == .question ? "question" : "unfinishedWords"
      because.append(.init(cause, by: wait - sound))
    }
    return (wait, because)
  }
}
