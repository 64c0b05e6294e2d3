import Companion
import Dialogue
import Journal
import Language
import Sound
import Speaking

extension LiveStage {
  /// The conversation, opened if it is not, or opened anew when the owner changed something and nothing
  /// is going on.
  func opened() async throws -> Conversation {
    let revision = await host.revision()
    if let talk {
      let isListening = holder.flatMap { pages[$0]?.capture } != nil
      guard talk.revision != revision, !isListening, await talk.conversation.isIdle else {
        return talk.conversation
      }
      await closeTalk()
    }
    let base = lastReply
    let (stream, channel) = AsyncStream.makeStream(
      of: ConversationEvent.self, bufferingPolicy: .bufferingOldest(65_536))
    let conversation = try await host.open(PageListener(stage: self)) {
      channel.yield($0)
    }
    // Another page may have come while it was being opened.
    if let talk {
      await conversation.close()
      return talk.conversation
    }
    // Ended by `closeTalk`.
    let events = Task { for await event in stream { await self.happened(event) } }
    talk = Talk(
      conversation: conversation, revision: revision, base: base, events: events,
      end: { channel.finish() }, lastReply: base)
    clock = .zero
    // Only now: while it is waited for, another page may ask for the conversation.
    if let holder, let page = pages[holder] { await conversation.hears(through: page.echo) }
    return conversation
  }

  /// Ends the conversation: what is under way is kept as far as it was heard.
  func closeTalk() async {
    guard let ending = talk else { return }
    await keepEcho(of: ending)
    await ending.conversation.close()
    ending.end()
    await ending.events.value
    lastReply = talk?.lastReply ?? lastReply
    talk = nil
    line = FrameLine()
    tellState()
  }

  /// Keeps what was learnt of the echo with the page whose devices it belongs to.
  func keepEcho(of talk: Talk) async {
    guard let holder else { return }
    let echo = await talk.conversation.echoReturn
    pages[holder]?.echo = echo
  }

  // MARK: What the conversation tells

  private func happened(_ event: ConversationEvent) async {
    switch event {
    case .personBegan(let at):
      tellHolder(.speechStarted(milliseconds: Int64(at.milliseconds)))
      if talk?.reply == nil { turn(.hearing) }
    case .personEnded(let at, _):
      tellHolder(.speechStopped(milliseconds: Int64(at.milliseconds)))
      turn(.thinking)
    case .wordsSoFar(let words): tellAll(.wordsSoFar(words))
    case .nothingSaid:
      tellAll(.nothing)
      if talk?.reply == nil { await settle() }
    case .personTurn(let turn): personTurn(turn)
    case .brainWaking: tellHolder(.window(.waking, reason: "brain"))
    case .replyBegan(let id, let answers): replyBegan(id, answers)
    case .replyText(let text):
      if let reply = talk?.reply { tellAll(.text(response: reply, text)) }
    case .soundReady: await pump()
    case .soundRetracted:
      soundRetracted()
    case .sentenceBegan: break
    case .ducked(let id, let active):
      if let base = talk?.base { tellHolder(.duck(response: base + id, active: active)) }
    case .asideBegan(let id): replyBegan(id, 0)
    case .asideEnded: await asideEnded()
    case .interrupted: await settle()
    case .companionTurn(let turn): await replyEnded(turn)
    case .ordered(let order): tellHolder(.command(order))
    case .problem(let problem):
      talk?.standing.append(problem)
      tellProblem(problem)
    }
  }

  private func personTurn(_ kept: Turn) {
    var isTyped = false
    if let place = talk?.typed.firstIndex(of: kept.text) {
      talk?.typed.remove(at: place)
      isTyped = true
    }
    tellAll(
      .personTurn(id: kept.id, text: kept.text, startedAt: kept.startedAt, typed: isTyped))
    if talk?.activity != .hearing { turn(.thinking) }
  }

  private func replyBegan(_ id: Int, _ answers: Int64) {
    guard let base = talk?.base else { return }
    let reply = base + id
    talk?.reply = reply
    talk?.answers = answers
    talk?.lastReply = reply
    talk?.sound = ReplySound(reply: reply)
    tellAll(.responseCreated(response: reply, answers: answers))
    turn(.thinking)
  }

  /// What was sent was the model thinking: the page drops it, and the reply begins under a new number.
  private func soundRetracted() {
    guard let talk, let reply = talk.reply else { return }
    tellAll(.cleared(response: reply))
    tellAll(.responseDone(response: reply, .failed, heard: "", item: nil))
    self.talk?.base += 1
    replyBegan(reply - talk.base, talk.answers)
  }

  private func replyEnded(_ ended: CompanionTurn) async {
    let status: KithEvent.ResponseStatus =
      switch ended.reply?.ending {
      case .whole: .completed
      case .cut: .cancelled
      case .incomplete: .incomplete
      case nil: ended.problem == nil ? .cancelled : .failed
      }
    // A turn that was talked over before its reply began has none.
    if let reply = talk?.reply {
      talk?.reply = nil
      if status != .cancelled { endSound(of: reply) }
      tellAll(
        .responseDone(
          response: reply, status, heard: ended.reply?.text ?? "", item: ended.reply?.id))
    }
    if ended.isComplete { takeBackProblems() }
    await settle()
  }

  /// A few words of Kith's own are over; nothing of them is kept.
  private func asideEnded() async {
    if let reply = talk?.reply {
      talk?.reply = nil
      tellAll(.responseDone(response: reply, .completed, heard: "", item: nil))
    }
    await settle()
  }

  private func takeBackProblems() {
    for problem in talk?.standing ?? [] {
      tellAll(
        .problem(
          code: problem.code.rawValue, message: problem.message, action: problem.action,
          cleared: true))
    }
    talk?.standing = []
  }

  // MARK: Sound

  /// Sends as much of the reply's sound as is made and may be ahead.
  func pump() async {
    guard talk != nil else { return }
    guard talk?.isPumping == false else {
      talk?.pumpAgain = true
      return
    }
    talk?.isPumping = true
    repeat {
      talk?.pumpAgain = false
      while let conversation = talk?.conversation,
        let piece = await conversation.release(ahead: Self.lead)
      {
        send(piece)
      }
      await tellReleased()
    } while talk?.pumpAgain == true
    talk?.isPumping = false
  }

  private func send(_ piece: SoundPiece) {
    guard let base = talk?.base, base + piece.reply == talk?.sound?.reply else { return }
    var piece = piece
    piece.reply += base
    for beginning in piece.begun {
      tellAll(.caption(response: piece.reply, beginning))
      let mouth = MouthShape.shapes(of: beginning.sentence.sound)
      let feeling = ShownFeeling.of(
        cues: beginning.sentence.cues, sentence: beginning.sentence.written)
      if !mouth.isEmpty || feeling != nil {
        tellHolder(
          .face(
            response: piece.reply, at: beginning.at, mouth, expression: feeling?.rawValue))
      }
    }
    talk?.sound?.append(piece)
    if let holder, let page = pages[holder], !page.play(SoundMessage(piece)) {
      journal.note(.warning, "a page does not keep up with the sound and is disconnected")
      _ = page.link?.send(.close(code: 1013, reason: "too slow"))
      pages[holder]?.link = nil
    }
    turn(.speaking)
  }

  private func tellReleased() async {
    guard let talk, let sound = talk.sound, talk.reply == sound.reply, !sound.isComplete,
      await talk.conversation.isReleased(sound.reply - talk.base)
    else { return }
    endSound(of: sound.reply)
  }

  /// Tells the page once that all the sound of a reply has been sent.
  ///
  /// A page may have played everything before the model says that it is done; then the reply is over
  /// before anybody could ask whether its sound is.
  private func endSound(of reply: Int) {
    guard let sound = talk?.sound, sound.reply == reply, !sound.isComplete else { return }
    talk?.sound?.isComplete = true
    tellHolder(.soundDone(response: reply, samples: sound.sent))
  }

  /// Goes on with the reply where a page that came back is; one that was loaded anew knows nothing of
  /// it, so it ends there.
  func goOn(_ hello: PageEvent.Hello) async {
    guard let holder, let sound = talk?.sound, talk?.reply == sound.reply else { return }
    guard hello.lastEvent != nil else {
      await talk?.conversation.stop()
      return
    }
    let playing = hello.playing.flatMap { $0.response == sound.reply ? $0 : nil }
    let received = playing?.received ?? sound.played
    for message in sound.messages(from: received) { _ = pages[holder]?.play(message) }
    // The page may have run dry meanwhile, and would wait for more before it reports again.
    await played(playing?.played ?? sound.played, of: sound.reply, ended: false)
  }

  /// Takes word of how much of a reply was played.
  func played(_ samples: Int64, of reply: Int, ended: Bool) async {
    guard let base = talk?.base, let conversation = talk?.conversation else { return }
    if talk?.sound?.reply == reply { talk?.sound?.report(played: samples) }
    if ended, let waiting = talk?.waiting.removeValue(forKey: reply) {
      waiting.resume(returning: talk?.sound?.reply == reply ? talk?.sound?.played ?? 0 : samples)
    }
    await conversation.heard(samples, of: reply - base)
    await pump()
  }

  /// Stops what the page plays of a reply.
  ///
  /// - Returns: How much of it was played, as far as the page said in time.
  func stopSound(of id: Int) async -> Int64 {
    guard let talk, let sound = talk.sound, sound.reply == talk.base + id else { return 0 }
    let reply = sound.reply
    tellHolder(.cleared(response: reply))
    self.talk?.sound?.clear()
    guard let holder, pages[holder]?.link != nil else { return sound.played }
    // Ends by itself.
    Task { [patience] in
      try? await Task.sleep(for: patience.lastWord)
      if let waiting = self.talk?.waiting.removeValue(forKey: reply) {
        waiting.resume(returning: self.talk?.sound?.played ?? 0)
      }
    }
    return await withCheckedContinuation { self.talk?.waiting[reply] = $0 }
  }

  // MARK: State

  /// Nothing is on its way any more; the person may be speaking.
  private func settle() async {
    turn(await talk?.conversation.isInTurn == true ? .hearing : .quiet)
  }

  private func turn(_ activity: Talk.Activity) {
    guard talk?.activity != activity else { return }
    talk?.activity = activity
    tellState()
    keepTime()
  }

  /// Tells every page what the companion does now.
  func tellState() {
    for id in pages.keys { tell(id, stateEvent(for: id)) }
  }

  /// What the companion does, as one page sees it.
  func stateEvent(for id: String) -> KithEvent {
    guard id == holder else { return .window(.elsewhere, reason: nil) }
    switch talk?.activity ?? .quiet {
    case .hearing: return .window(.hearing, reason: nil)
    case .thinking: return .window(.thinking, reason: nil)
    case .speaking: return .window(.speaking, reason: nil)
    case .quiet:
      if warmth == .warming { return .window(.waking, reason: nil) }
      return .window(pages[id]?.capture == nil ? .idle : .listening, reason: nil)
    }
  }
}
