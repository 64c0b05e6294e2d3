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
  ///   - first: The turn that the words go on with, when it was taken too soon.
  ///   - words: Finds the words; nil when there are none.
  func begin(
    speech: TurnTaking.Speech?, request: String? = nil, goingOnWith first: TurnTakenTooSoon? = nil,
    words: @escaping @Sendable () async throws -> String?
  ) {
    runs += 1
    let id = runs
    reply = makeRun(id, speech: speech)
    let turnEnd = now
    // Not cancelled by an interruption: the person's words are kept whatever follows.
    answering = Task { [before = answering] in
      let person = await answer(
        id, request: request, goingOnWith: first, words: words, turnEnd: turnEnd)
      _ = await before?.value
      return person
    }
  }

  /// An answer of which nothing is made yet.
  func makeRun(_ id: Int, speech: TurnTaking.Speech?) -> ReplyRun {
    ReplyRun(
      id: id, speech: speech,
      timeline: TurnTimeline(firstWord: speech?.start, lastWordEnd: speech?.end, turnEnd: now),
      text: ReplyText(cutsFirstClause: parts.voice != nil),
      playout: Playout(for: listener == nil ? .here : .elsewhere))
  }

  /// Finds the words, keeps them and answers them.
  ///
  /// - Returns: The person's turn, if it was kept.
  private func answer(
    _ id: Int, request: String?, goingOnWith first: TurnTakenTooSoon?,
    words: @Sendable () async throws -> String?, turnEnd: SampleTime
  ) async -> Turn? {
    let begun = reply?.id == id ? reply : nil
    var kept: Turn?
    do {
      guard let text = try await words(), !text.isEmpty else {
        dropDraft(.nothing)
        if reply?.id == id { reply = nil }
        tell(.nothingSaid)
        return nil
      }
      if reply?.id == id { reply?.timeline.transcript = now }
      let person = try await keepPerson(text, request, goingOnWith: first)
      kept = person
      if request != nil, try await store.answer(to: person.id) != nil {
        // Sent again after a drop; it has its answer.
        if reply?.id == id { reply = nil }
        tell(.nothingSaid)
        return person
      }
      let earlier = history.filter { $0.id < person.id }
      let known = reply?.id == id ? try await answerOfCode(text, to: person, turnEnd) : nil
      if known != nil { noteReckoned(person) }
      guard reply?.id == id, known != .silence else {
        if reply?.id == id { reply = nil }
        let lastWordEnd = begun?.timeline.lastWordEnd
        tell(.companionTurn(.unheard(person, lastWordEnd: lastWordEnd, turnEnd: turnEnd)))
        if let begun { await keepTrace(of: person, begun, nil) }
        return person
      }
      if known == nil,
        let drafted = useDraft(for: text, of: person, after: earlier, instead: id)
      {
        await drafted.value
        await completeIfOver(draftedAs: person)
        return person
      }
      reply?.person = person
      reply?.toldOfInterruption = wasInterrupted
      tell(.replyBegan(id, answering: person.id))
      let situation = situation(at: person.startedAt)
      wasInterrupted = false
      let prompt = writer.prompt(answering: text, after: earlier, in: situation)
      // Cancelled when the person talks over the reply, and by `close`.
      let production = Task { await produce(id, prompt, by: known?.replier ?? parts.replier) }
      reply?.production = production
      await production.value
    } catch {
      dropDraft(.nothing)
      tell(.problem(.from(error)))
      if reply?.id == id { reply = nil }
      tell(.nothingSaid)
    }
    return kept
  }

  /// What is told to the model with the person's words.
  func situation(at milliseconds: Int64) -> PromptWriter.Situation {
    PromptWriter.Situation(
      moment: clock.inWords(milliseconds), wasInterrupted: wasInterrupted)
  }

  /// Keeps the person's words; from then on they are acknowledged.
  private func keepPerson(
    _ text: String, _ request: String?, goingOnWith first: TurnTakenTooSoon?
  ) async throws -> Turn {
    let begun = await first?.kept?.value
    await keeping?.value
    let person: Turn
    if let begun {
      person = try await store.extend(person: begun.id, to: text)
    } else {
      person = try await store.keep(person: text, request: request, at: clock.now())
    }
    // Read again, because others may write into the same history.
    history = try await store.latest(Self.remembered)
    tell(.personTurn(person))
    return person
  }

  /// Asks the model and voices its sentences while it still writes.
  func produce(_ id: Int, _ prompt: Prompt, by replier: any Replier) async {
    ahead?.cancel()
    let (pieces, channel) = AsyncStream.makeStream(
      of: DraftPiece.self, bufferingPolicy: .bufferingOldest(512))
    async let thought: Void = think(id, prompt, by: replier, into: channel)
    async let spoken: Void = speak(id, pieces)
    _ = await (thought, spoken)
    guard
      let (finish, problem, isEmpty) = change(id, { ($0.finish, $0.problem, $0.isEmpty) })
    else { return }
    if finish == .brokeOff, problem == nil {
      fail(
        id,
        Problem(
          .brainBrokeOff, "The model stopped in the middle of its reply.",
          action: "Ask again; if it happens often, look at the model server."))
    }
    if isEmpty, finish != .brokeOff, problem == nil {
      fail(
        id,
        Problem(
          .brainSilent, "The model answered with nothing.",
          action: "Say it again; if it stays silent, choose another model."))
    }
    change(id) {
      $0.isProducing = false
      $0.playout.finish()
    }
    if listener != nil { tell(.soundReady(id), of: id) }
    await completeIfOver(id)
  }

  /// Keeps a reply that is made and of which nothing is left to be heard.
  private func completeIfOver(_ id: Int) async {
    guard let run = reply, run.id == id, !run.isProducing, !run.isCompleting,
      run.playout.isOver || parts.voice == nil
    else { return }
    await complete(id)
  }

  /// The same for a draft that was whole before it was used.
  private func completeIfOver(draftedAs person: Turn) async {
    guard let run = reply, run.person?.id == person.id else { return }
    await completeIfOver(run.id)
  }

  private func think(
    _ id: Int, _ prompt: Prompt, by replier: any Replier,
    into channel: AsyncStream<DraftPiece>.Continuation
  ) async {
    var prose = ReplyProse()
    var received = 0
    do {
      for try await event in replier.reply(to: prompt) {
        guard isWanted(id) else { break }
        let fitting = event.shortened(to: Self.longestReply - received)
        for piece in noted(fitting, &prose, of: id) { channel.yield(piece) }
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
    show(prose.finish(), of: prose, id)
    for piece in take(id, { $0.finish() }) { channel.yield(piece) }
    channel.finish()
  }

  /// Notes what the model sent and gives the pieces of text that can now be spoken.
  private func noted(
    _ event: ReplyEvent, _ prose: inout ReplyProse, of id: Int
  ) -> [DraftPiece] {
    switch event {
    case .waking:
      tell(.brainWaking, of: id)
    case .text(let raw):
      let delta = raw.withoutControls
      change(id) { if $0.timeline.firstToken == nil { $0.timeline.firstToken = now } }
      show(prose.feed(delta), of: prose, id)
      return take(id) { $0.feed(delta) }
    case .reasoning:
      change(id) { $0.reasoningHidden = true }
    case .toolCall(let call):
      change(id) { $0.toolCalls.append(call) }
    case .finished(let reason):
      change(id) { $0.finish = reason }
    }
    return []
  }

  private func show(_ more: String, of prose: ReplyProse, _ id: Int) {
    change(id) { $0.written = prose.text }
    if !more.isEmpty, isWanted(id) { tell(.replyText(more), of: id) }
  }

  /// Reads on in the text of the reply with `step`.
  ///
  /// - Returns: The pieces that can now be spoken.
  private func take(
    _ id: Int, _ step: (inout ReplyText) -> [ReplyText.Piece]
  ) -> [DraftPiece] {
    var isRetracted = false
    let pieces = change(id) { run in
      let drafts = run.text.retractions
      let pieces = step(&run.text)
      if run.text.retractions > drafts {
        // What looked like the reply was the model thinking; nothing of it may be heard.
        isRetracted = true
        run.playout = Playout(for: listener == nil ? .here : .elsewhere)
        run.pieces = []
        run.spoken = []
      }
      if run.text.hidReasoning { run.reasoningHidden = true }
      if !pieces.isEmpty, run.timeline.firstSentence == nil { run.timeline.firstSentence = now }
      run.pieces += pieces.map(\.written)
      return pieces.map { DraftPiece($0, draft: run.text.retractions) }
    }
    if isRetracted, listener != nil { tell(.soundRetracted(id), of: id) }
    return pieces ?? []
  }

  private func speak(_ id: Int, _ pieces: AsyncStream<DraftPiece>) async {
    var isMute = false
    for await drafted in pieces {
      guard isWanted(id), !Task.isCancelled else { return }
      guard isCurrent(drafted, of: id) else { continue }
      let piece = drafted.piece
      if !piece.spoken.isEmpty { change(id) { $0.spoken.append(piece.spoken) } }
      var sound = SpokenSound(samples: [], words: [], phonemes: [])
      if let voice = parts.voice, !isMute, !piece.spoken.isEmpty {
        do {
          sound = try await voice.speak(piece.spoken, rate: parts.rate)
        } catch is CancellationError {
          return
        } catch {
          // The reply goes on in writing; the problem is told once.
          isMute = true
          tell(.problem(.from(error)), of: id)
        }
      }
      guard isWanted(id) else { return }
      // While it was voiced it may have turned out to be the model thinking.
      guard isCurrent(drafted, of: id) else { continue }
      change(id) {
        $0.playout.add(
          VoicedSentence(
            written: piece.written, sound: sound, goesOn: piece.goesOn, cues: piece.cues,
            language: piece.language))
      }
      if listener != nil { tell(.soundReady(id), of: id) }
    }
  }

  private func isCurrent(_ piece: DraftPiece, of id: Int) -> Bool {
    change(id) { $0.text.retractions == piece.draft } ?? false
  }

  private func fail(_ id: Int, _ problem: Problem) {
    change(id) { if $0.problem == nil { $0.problem = problem } }
    tell(.problem(problem), of: id)
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
