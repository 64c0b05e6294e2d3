import Dialogue
import Replying
import Sound
import Speaking

extension Conversation {
  /// The next 20 ms of the reply, or of the fade of a stopped one, or silence.
  func play() -> Playout.Output {
    if var stopped = fading {
      let output = stopped.nextFrame()
      fading = output.isLast ? nil : stopped
      return output
    }
    guard reply?.isHeld == false, let id = reply?.id, let output = reply?.playout.nextFrame() else {
      return .silence
    }
    if output.isSpeech, reply?.timeline.firstAudio == nil { reply?.timeline.firstAudio = now }
    for index in output.begun { tellCaption(index) }
    if output.isLast, reply?.isCompleting == false {
      reply?.isCompleting = true
      // Ends by itself once the reply is kept.
      Task { await complete(id) }
    }
    return output
  }

  func tellCaption(_ index: Int) {
    guard let sentence = reply?.playout.sentence(index), !sentence.isUnwritten else { return }
    tell(
      .sentenceBegan(
        index, VoicedSentenceCaption(written: sentence.written, words: sentence.sound.words)))
  }

  /// Stops the reply and keeps what was heard of it.
  ///
  /// - Parameters:
  ///   - start: When whoever stopped it began.
  ///   - bySpeech: Whether that was a voice, which may go on with the turn the reply answers.
  func interrupt(at start: SampleTime, bySpeech: Bool = false) {
    guard var run = reply, !run.isCompleting else { return }
    dropDraft(.stopped)
    let goesOn = bySpeech && mayGoOn(with: run, at: start)
    noteStop(bySpeech: bySpeech, goesOn: goesOn)
    run.production?.cancel()
    let heard = parts.voice == nil ? run.shown : run.playout.stop().text
    if listener == nil, run.playout.hasSpeech { fading = run.playout }
    reply = nil
    tell(.interrupted(at: start))
    wasInterrupted = !heard.isEmpty || run.playout.hasBegun
    if goesOn { noteTakenTooSoon(run, goingOnAt: start) }
    guard let person = run.person else { return stopped(aside: run) }
    if !goesOn { cut = CutReply(run, answering: person, at: start) }
    keep(.cut, run: run, person: person) { [listener, id = run.id, playout = run.playout] in
      guard let listener, playout.released > 0 else { return goesOn ? "" : heard }
      var playout = playout
      playout.report(heard: await listener.stop(id))
      // The turn was not over, so that this was no answer to it.
      return goesOn ? "" : playout.heardSoFar.text
    }
  }

  /// Keeps a reply that came to its end.
  func complete(_ id: Int) async {
    guard let run = reply, run.id == id else { return }
    guard let person = run.person else { return ended(aside: run) }
    reply?.isCompleting = true
    let text = heard(of: run)
    keep(run.ending, run: run, person: person) { text }
    await keeping?.value
    if reply?.id == id { reply = nil }
    readAhead()
  }

  /// What reached the listener: the sound played, or where nothing is voiced the text shown.
  private func heard(of run: ReplyRun) -> String {
    parts.voice == nil ? run.shown : run.playout.heardSoFar.text
  }

  /// Writes the reply's row after the rows before it; `heard` finds what is to be kept.
  private func keep(
    _ ending: Turn.Ending, run: ReplyRun, person: Turn,
    heard: @escaping @Sendable () async -> String
  ) {
    let before = keeping
    pendingRows += 1
    // Never cancelled: what was heard is kept.
    keeping = Task {
      await before?.value
      let text = await heard()
      var run = run
      var kept: Turn?
      do {
        if !text.isEmpty {
          let turn = try await store.keep(
            reply: text, ending: ending, answering: person.id, at: clock.now())
          history.append(turn)
          kept = turn
        }
      } catch {
        let problem = Problem.from(error)
        if run.problem == nil { run.problem = problem }
        tell(.problem(problem))
      }
      run.timeline.done = now
      tell(
        .companionTurn(
          CompanionTurn(
            person: person, reply: kept, written: run.written,
            spoken: run.spoken.joined(separator: " "),
            isComplete: run.problem == nil && run.finish?.isComplete == true,
            finish: run.finish, reasoningHidden: run.reasoningHidden, toolCalls: run.toolCalls,
            problem: run.problem, timeline: run.timeline)))
      await keepTrace(of: person, run, kept == nil ? nil : ending)
      pendingRows -= 1
    }
  }

  /// Lets the model read what is certain of the next prompt, so that it answers sooner.
  ///
  /// - Parameter words: What the person has said so far, as far as it is known.
  func readAhead(_ words: String = "") {
    ahead?.cancel()
    let prompt = writer.prompt(
      answering: isForModel(words) ? words : "", after: earlier, in: situation(at: clock.now()))
    // Cancelled by the next request and by `close`.
    ahead = Task { await parts.replier.readAhead(prompt) }
  }
}
