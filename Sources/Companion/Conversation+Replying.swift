import Dialogue
import Hearing
import Journal
import Language
import Replying
import Sound
import Speaking

extension Conversation {
  /// The most a model may send for one reply, in bytes: a quarter of an hour of speech.
  ///
  /// What goes on beyond is stopped, and kept as incomplete.
  static let longestReply = 16_384

  /// Starts an answer to a turn whose words `words` finds.
  ///
  /// - Parameters:
  ///   - speech: What was said, as sound; nil for typed words.
  ///   - request: The sender's id of typed words.
  ///   - words: Finds the words; nil when there are none.
  func begin(
    speech: TurnTaking.Speech?, request: String? = nil,
    words: @escaping @Sendable () async throws -> String?
  ) {
    runs += 1
    let id = runs
    reply = ReplyRun(
      id: id, speech: speech,
      timeline: TurnTimeline(
        firstWord: speech?.start, lastWordEnd: speech?.end, turnEnd: now),
      text: ReplyText(cutsFirstClause: parts.voice != nil),
      playout: Playout(for: listener == nil ? .here : .elsewhere))
    let turnEnd = now
    // Not cancelled by an interruption: the person's words are kept whatever follows.
    answering = Task { [before = answering] in
      await answer(id, request: request, words: words, turnEnd: turnEnd)
      await before?.value
    }
  }

  private func answer(
    _ id: Int, request: String?, words: @Sendable () async throws -> String?, turnEnd: SampleTime
  ) async {
    let lastWordEnd = reply?.id == id ? reply?.timeline.lastWordEnd : nil
    do {
      guard let text = try await words(), !text.isEmpty else {
        if reply?.id == id { reply = nil }
        tell(.nothingSaid)
        return
      }
      if reply?.id == id { reply?.timeline.transcript = now }
      let person = try await keepPerson(text, request)
      if request != nil, try await store.answer(to: person.id) != nil {
        // Sent again after a drop; it has its answer.
        if reply?.id == id { reply = nil }
        tell(.nothingSaid)
        return
      }
      let earlier = history.filter { $0.id < person.id }
      let known = reply?.id == id ? try await answerOfCode(text, to: person, turnEnd) : nil
      guard reply?.id == id, known != .silence else {
        if reply?.id == id { reply = nil }
        tell(.companionTurn(.unheard(person, lastWordEnd: lastWordEnd, turnEnd: turnEnd)))
        return
      }
      reply?.person = person
      tell(.replyBegan(id, answering: person.id))
      let situation = PromptWriter.Situation(
        moment: clock.inWords(person.startedAt), wasInterrupted: wasInterrupted)
      wasInterrupted = false
      let prompt = writer.prompt(answering: text, after: earlier, in: situation)
      // Cancelled when the person talks over the reply, and by `close`.
      let production = Task { await produce(id, prompt, by: known?.replier ?? parts.replier) }
      reply?.production = production
      await production.value
    } catch {
      tell(.problem(.from(error)))
      if reply?.id == id { reply = nil }
      tell(.nothingSaid)
    }
  }

  /// Keeps the person's words; from then on they are acknowledged.
  private func keepPerson(_ text: String, _ request: String?) async throws -> Turn {
    await keeping?.value
    let person = try await store.keep(person: text, request: request, at: clock.now())
    // Read again, because others may write into the same history.
    history = try await store.latest(Self.remembered)
    tell(.personTurn(person))
    return person
  }

  /// Asks the model and voices its sentences while it still writes.
  private func produce(_ id: Int, _ prompt: Prompt, by replier: any Replier) async {
    ahead?.cancel()
    let (pieces, channel) = AsyncStream.makeStream(
      of: DraftPiece.self, bufferingPolicy: .bufferingOldest(512))
    async let thought: Void = think(id, prompt, by: replier, into: channel)
    async let spoken: Void = speak(id, pieces)
    _ = await (thought, spoken)
    guard reply?.id == id else { return }
    if reply?.finish == .brokeOff, reply?.problem == nil {
      fail(
        id,
        Problem(
          .brainBrokeOff, "The model stopped in the middle of its reply.",
          action: "Ask again; if it happens often, look at the model server."))
    }
    if reply?.playout.written.isEmpty == true, reply?.problem == nil, reply?.toolCalls == [] {
      fail(
        id,
        Problem(
          .brainSilent, "The model answered with nothing.",
          action: "Say it again; if it stays silent, choose another model."))
    }
    reply?.isProducing = false
    reply?.playout.finish()
    if listener != nil { tell(.soundReady(id)) }
    if reply?.playout.isOver == true || parts.voice == nil { await complete(id) }
  }

  private func think(
    _ id: Int, _ prompt: Prompt, by replier: any Replier,
    into channel: AsyncStream<DraftPiece>.Continuation
  ) async {
    var prose = ReplyProse()
    var received = 0
    do {
      for try await event in replier.reply(to: prompt) {
        guard reply?.id == id else { break }
        let fitting = event.shortened(to: Self.longestReply - received)
        for piece in noted(fitting, &prose) { channel.yield(piece) }
        received += event.textLength
        guard received <= Self.longestReply else {
          fail(
            id,
            Problem(
              .brainFailed, "The model went on without an end and was stopped.",
              action: "Ask again; if it happens often, choose another model."))
          break
        }
      }
    } catch is CancellationError {
    } catch {
      fail(id, .from(error))
    }
    if reply?.id == id {
      show(prose.finish(), of: prose)
      for piece in take({ $0.finish() }) { channel.yield(piece) }
    }
    channel.finish()
  }

  /// Notes what the model sent and gives the pieces of text that can now be spoken.
  private func noted(_ event: ReplyEvent, _ prose: inout ReplyProse) -> [DraftPiece] {
    switch event {
    case .waking:
      tell(.brainWaking)
    case .text(let raw):
      let delta = raw.withoutControls
      if reply?.timeline.firstToken == nil { reply?.timeline.firstToken = now }
      show(prose.feed(delta), of: prose)
      return take { $0.feed(delta) }
    case .reasoning:
      reply?.reasoningHidden = true
    case .toolCall(let call):
      reply?.toolCalls.append(call)
    case .finished(let reason):
      reply?.finish = reason
    }
    return []
  }

  private func show(_ more: String, of prose: ReplyProse) {
    reply?.written = prose.text
    if !more.isEmpty { tell(.replyText(more)) }
  }

  /// Reads on in the text of the reply with `step`.
  ///
  /// - Returns: The pieces that can now be spoken.
  private func take(_ step: (inout ReplyText) -> [ReplyText.Piece]) -> [DraftPiece] {
    guard var run = reply else { return [] }
    // A copy would be made of a text that two places hold.
    reply = nil
    let drafts = run.text.retractions
    let pieces = step(&run.text)
    if run.text.retractions > drafts {
      // What looked like the reply was the model thinking; nothing of it may be heard.
      run.playout = Playout(for: listener == nil ? .here : .elsewhere)
      if listener != nil { tell(.soundRetracted(run.id)) }
      run.pieces = []
      run.spoken = []
    }
    if run.text.hidReasoning { run.reasoningHidden = true }
    if !pieces.isEmpty, run.timeline.firstSentence == nil { run.timeline.firstSentence = now }
    run.pieces += pieces.map(\.written)
    reply = run
    return pieces.map { DraftPiece($0, draft: run.text.retractions) }
  }

  private func speak(_ id: Int, _ pieces: AsyncStream<DraftPiece>) async {
    var isMute = false
    for await drafted in pieces {
      guard reply?.id == id, !Task.isCancelled else { return }
      guard reply?.text.retractions == drafted.draft else { continue }
      let piece = drafted.piece
      if !piece.spoken.isEmpty { reply?.spoken.append(piece.spoken) }
      var sound = SpokenSound(samples: [], words: [], phonemes: [])
      if let voice = parts.voice, !isMute, !piece.spoken.isEmpty {
        do {
          sound = try await voice.speak(piece.spoken, rate: parts.rate)
        } catch is CancellationError {
          return
        } catch {
          // The reply goes on in writing; the problem is told once.
          isMute = true
          tell(.problem(.from(error)))
        }
      }
      guard reply?.id == id else { return }
      // While it was voiced it may have turned out to be the model thinking.
      guard reply?.text.retractions == drafted.draft else { continue }
      reply?.playout.add(
        VoicedSentence(written: piece.written, sound: sound, goesOn: piece.goesOn, cues: piece.cues)
      )
      if listener != nil { tell(.soundReady(id)) }
    }
  }

  private func fail(_ id: Int, _ problem: Problem) {
    if reply?.id == id, reply?.problem == nil { reply?.problem = problem }
    tell(.problem(problem))
  }
}

/// A piece of a reply, and how often all before it was taken back when it was made.
private struct DraftPiece: Sendable {
  var piece: ReplyText.Piece
  var draft: Int

  init(_ piece: ReplyText.Piece, draft: Int) {
    self.piece = piece
    self.draft = draft
  }
}

extension CompanionTurn {
  /// An answer that was given up before the model was asked.
  fileprivate static func unheard(
    _ person: Turn, lastWordEnd: SampleTime?, turnEnd: SampleTime
  ) -> CompanionTurn {
    CompanionTurn(
      person: person, reply: nil, written: "", spoken: "", isComplete: false, finish: nil,
      reasoningHidden: false, toolCalls: [], problem: nil,
      timeline: TurnTimeline(lastWordEnd: lastWordEnd, turnEnd: turnEnd))
  }
}

extension ReplyEvent {
  /// How much text it brings, in bytes; thoughts may be eight times as long as what is said.
  fileprivate var textLength: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .reasoning(let text): text.utf8.count / 8
    case .waking, .toolCall, .finished: 0
    }
  }

  /// The event with at most `bytes` of its text: a server may send a whole reply at once.
  fileprivate func shortened(to bytes: Int) -> ReplyEvent {
    guard case .text(let text) = self, text.utf8.count > bytes else { return self }
    // A cut within a character gives no text, and a character has four bytes at most.
    let cuts = (0..<4).lazy.compactMap { String(text.utf8.prefix(max(0, bytes - $0))) }
    return .text(cuts.first ?? "")
  }
}
