import Dialogue
import Hearing
import Journal
import Replying
import Sound
import Speaking

extension Conversation {
  /// Starts an answer to a turn whose words `words` finds.
  ///
  /// - Parameters:
  ///   - speech: What was said, as sound; nil for typed words.
  ///   - words: Finds the words; nil when there are none.
  func begin(
    speech: TurnTaking.Speech?, words: @escaping @Sendable () async throws -> String?
  ) {
    runs += 1
    let id = runs
    reply = ReplyRun(
      id: id, speech: speech,
      timeline: TurnTimeline(lastWordEnd: speech?.end, turnEnd: now))
    // Not cancelled by an interruption: the person's words are kept whatever follows.
    Task { await answer(id, words: words) }
  }

  private func answer(_ id: Int, words: @Sendable () async throws -> String?) async {
    do {
      guard let text = try await words(), !text.isEmpty else {
        if reply?.id == id { reply = nil }
        tell(.nothingSaid)
        return
      }
      if reply?.id == id { reply?.timeline.transcript = now }
      let earlier = history
      let person = try await keepPerson(text)
      guard reply?.id == id else { return }
      reply?.person = person
      let situation = PromptWriter.Situation(
        moment: clock.inWords(person.startedAt), wasInterrupted: wasInterrupted)
      wasInterrupted = false
      let prompt = writer.prompt(answering: text, after: earlier, in: situation)
      // Cancelled when the person talks over the reply, and by `close`.
      let production = Task { await produce(id, prompt) }
      reply?.production = production
      await production.value
    } catch {
      tell(.problem(.from(error)))
      if reply?.id == id { reply = nil }
    }
  }

  /// Keeps the person's words; from then on they are acknowledged.
  private func keepPerson(_ text: String) async throws -> Turn {
    await keeping?.value
    let person = try await store.keep(person: text, at: clock.now())
    history.append(person)
    tell(.personTurn(person))
    return person
  }

  /// Asks the model and voices its sentences while it still writes.
  private func produce(_ id: Int, _ prompt: Prompt) async {
    ahead?.cancel()
    let (pieces, channel) = AsyncStream.makeStream(
      of: ReplyText.Piece.self, bufferingPolicy: .bufferingOldest(512))
    async let thought: Void = think(id, prompt, into: channel)
    async let spoken: Void = speak(id, pieces)
    _ = await (thought, spoken)
    guard reply?.id == id else { return }
    if reply?.playout.written.isEmpty == true, reply?.problem == nil, reply?.toolCalls == [] {
      fail(
        id,
        Problem(
          .brainSilent, "The model answered with nothing.",
          action: "Say it again; if it stays silent, choose another model."))
    }
    reply?.isProducing = false
    reply?.playout.finish()
    if reply?.playout.isOver == true || parts.voice == nil { await complete(id) }
  }

  private func think(
    _ id: Int, _ prompt: Prompt, into channel: AsyncStream<ReplyText.Piece>.Continuation
  ) async {
    var text = ReplyText(cutsFirstClause: parts.voice != nil)
    do {
      for try await event in parts.replier.reply(to: prompt) {
        guard reply?.id == id else { break }
        for piece in noted(event, &text) { channel.yield(piece) }
      }
    } catch is CancellationError {
    } catch {
      fail(id, .from(error))
    }
    if reply?.id == id { for piece in text.finish() { piecesReady(); channel.yield(piece) } }
    channel.finish()
  }

  /// Notes what the model sent and gives the pieces of text that can now be spoken.
  private func noted(_ event: ReplyEvent, _ text: inout ReplyText) -> [ReplyText.Piece] {
    switch event {
    case .waking:
      tell(.brainWaking)
    case .text(let delta):
      if reply?.timeline.firstToken == nil { reply?.timeline.firstToken = now }
      reply?.written += delta
      tell(.replyText(delta))
      let retractions = text.retractions
      let pieces = text.feed(delta)
      if text.hidReasoning { reply?.reasoningHidden = true }
      // What looked like the reply was the model thinking; nothing of it may be heard.
      if text.retractions > retractions { reply?.playout = Playout() }
      if !pieces.isEmpty { piecesReady() }
      return pieces
    case .reasoning:
      reply?.reasoningHidden = true
    case .toolCall(let call):
      reply?.toolCalls.append(call)
    case .finished(let reason):
      reply?.finish = reason
    }
    return []
  }

  private func piecesReady() {
    if reply?.timeline.firstSentence == nil { reply?.timeline.firstSentence = now }
  }

  private func speak(_ id: Int, _ pieces: AsyncStream<ReplyText.Piece>) async {
    var isMute = false
    for await piece in pieces {
      guard reply?.id == id, !Task.isCancelled else { return }
      if !piece.spoken.isEmpty { reply?.spoken.append(piece.spoken) }
      var sound = SpokenSound(samples: [], words: [], phonemes: [])
      if let voice = parts.voice, !isMute, !piece.spoken.isEmpty {
        do {
          sound = try await voice.speak(piece.spoken, rate: 1)
        } catch is CancellationError {
          return
        } catch {
          // The reply goes on in writing; the problem is told once.
          isMute = true
          tell(.problem(.from(error)))
        }
      }
      guard reply?.id == id else { return }
      reply?.playout.add(
        VoicedSentence(written: piece.written, sound: sound, goesOn: piece.goesOn))
    }
  }

  private func fail(_ id: Int, _ problem: Problem) {
    if reply?.id == id, reply?.problem == nil { reply?.problem = problem }
    tell(.problem(problem))
  }
}
