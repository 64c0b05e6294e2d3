import Dialogue
import Hearing
import Sound
import Speaking

extension Conversation {
  /// What is said to somebody who stopped a reply and then said nothing.
  static let invitation = "Sorry, go on."
  /// How long after the stop it is certain that nothing more comes.
  private static let hesitation = SampleSpan.milliseconds(1200)

  /// Invites the person to go on when a reply was stopped for words that never came.
  func inviteIfOwed() {
    guard let since = over.owedSince else { return }
    if reply?.person != nil {
      over.owedSince = nil
    } else if reply == nil, !turnTaking.isInTurn, pendingJudgements == 0, pendingRows == 0,
      now - since >= Self.hesitation
    {
      over.owedSince = nil
      say(aside: Self.invitation)
    }
  }

  /// Says a few words of Kith's own, which answer no turn and are not kept.
  private func say(aside words: String) {
    guard let voice = parts.voice else { return }
    runs += 1
    let id = runs
    var run = ReplyRun(
      id: id, speech: nil, timeline: TurnTimeline(lastWordEnd: nil, turnEnd: now),
      text: ReplyText(cutsFirstClause: false),
      playout: Playout(for: listener == nil ? .here : .elsewhere))
    run.isAside = true
    // Cancelled when the person talks over it.
    run.production = Task {
      let sound = try? await voice.speak(words, rate: parts.rate)
      guard reply?.id == id else { return }
      if let sound {
        reply?.playout.add(
          VoicedSentence(written: words, sound: sound, goesOn: false, cues: []))
      }
      reply?.isProducing = false
      reply?.playout.finish()
      if listener != nil { tell(.soundReady(id)) }
      if reply?.playout.isOver == true { await complete(id) }
    }
    reply = run
    tell(.asideBegan(id))
  }

  /// Ends words of Kith's own that were heard to their end.
  func ended(aside run: ReplyRun) {
    guard run.isAside else { return }
    reply = nil
    tell(.asideEnded(run.id))
  }

  /// Ends words of Kith's own that were talked over.
  func stopped(aside run: ReplyRun) {
    guard run.isAside else { return }
    // Ends by itself.
    Task { [listener] in
      _ = await listener?.stop(run.id)
      tell(.asideEnded(run.id))
    }
  }
}
