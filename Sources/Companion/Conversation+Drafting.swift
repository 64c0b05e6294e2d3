import Dialogue
import Hearing
import Language
import Replying
import Sound
import Speaking

extension Conversation {
  /// Drafts a reply to the words of a pause, if they may be all there will be.
  func draftReply(to words: String, of speech: TurnTaking.Speech) {
    guard reply == nil, let text = Self.draftable(words), isForModel(text)
    else {
      dropDraft(.notOver)
      return
    }
    if let known = draft, known.words == text, known.after == earlier.last?.id {
      draft = Draft(
        words: text, speechEnd: speech.end, after: known.after, run: known.run,
        untold: known.untold)
      return
    }
    dropDraft(.notOver)
    runs += 1
    let id = runs
    draft = Draft(
      words: text, speechEnd: speech.end, after: earlier.last?.id,
      run: makeRun(id, speech: speech))
    let prompt = writer.prompt(answering: text, after: earlier, in: situation(at: clock.now()))
    // Cancelled when the draft is dropped, and like every reply when it is used.
    let production = Task { await produce(id, prompt, by: parts.replier) }
    draft?.run.production = production
    trace.note(.draftBegun, at: now)
  }

  /// The turns before the one in progress; the first half of one that was taken too soon is part of it.
  var earlier: [Turn] {
    tooSoon != nil && history.last?.speaker == .person ? history.dropLast() : history
  }

  /// Forgets the draft, and with it the request for it.
  func dropDraft(_ reason: DraftEnd) {
    if draft != nil { trace.note(.draftDropped, at: now, code: reason.rawValue) }
    draft?.run.production?.cancel()
    draft = nil
  }

  /// Drops the draft when the person goes on.
  func dropOutdatedDraft() {
    guard let draft, let speech = turnTaking.speech, draft.isOutdated(bySpeechUntil: speech.end)
    else { return }
    dropDraft(.wentOn)
  }

  /// Uses the draft as the answer to `person` if it answers just those words.
  ///
  /// - Returns: Its production; nil when there is no such draft.
  func useDraft(
    for text: String, of person: Turn, after earlier: [Turn], instead id: Int
  ) -> Task<Void, Never>? {
    guard let draft, draft.words == text, draft.after == earlier.last?.id, reply?.id == id,
      let waiting = reply
    else {
      dropDraft(.otherWords)
      return nil
    }
    trace.note(.draftUsed, at: now)
    self.draft = nil
    var run = draft.run
    run.person = person
    run.timeline.adopt(waiting.timeline)
    run.speech = waiting.speech
    reply = run
    wasInterrupted = false
    tell(.replyBegan(run.id, answering: person.id))
    for event in draft.untold { tell(event) }
    return run.production
  }

  /// The words a reply may be drafted to; nil when more are on their way, or when they are none.
  private static func draftable(_ words: String) -> String? {
    // Whoever trails off may have ended all the same; whoever says "um" has not.
    guard UnfinishedThought(words) != .filler,
      case .keep(let text) = HallucinationGuard.judge(words, evidence: nil), !text.isEmpty
    else { return nil }
    return text
  }

  // MARK: A reply in progress or in draft

  /// Whether the answer with a number is still wanted.
  func isWanted(_ id: Int) -> Bool {
    reply?.id == id || draft?.run.id == id
  }

  /// Changes the answer with a number where it is.
  ///
  /// - Returns: What `change` gave; nil when the answer is not wanted any more.
  @discardableResult
  func change<Value>(_ id: Int, _ change: (inout ReplyRun) -> Value) -> Value? {
    // Taken out meanwhile: a copy would be made of a text that two places hold.
    if var run = reply, run.id == id {
      reply = nil
      defer { reply = run }
      return change(&run)
    }
    if var drafted = draft, drafted.run.id == id {
      draft = nil
      defer { draft = drafted }
      return change(&drafted.run)
    }
    return nil
  }

  /// Tells something of an answer, or keeps it until a draft is used.
  func tell(_ event: ConversationEvent, of id: Int) {
    if draft?.run.id == id {
      draft?.untold.append(event)
    } else {
      tell(event)
    }
  }
}
