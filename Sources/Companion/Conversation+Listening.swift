import Dialogue
import Hearing
import Language
import Sound

extension Conversation {
  /// Carries out what turn-taking decided.
  func act(on action: TurnTaking.Action) {
    trace.decided(action, at: now, because: turnTaking.lastEnding?.decision)
    switch action {
    case .began(let start):
      tell(.personBegan(at: start))
      holdReply(forVoiceAt: start)
      if reply == nil { readAhead() }
    case .showWords(let speech):
      showWords(of: speech)
    case .transcribe(let speech):
      prepareAnswer(to: speech)
    case .consider(let speech):
      consider(speech)
    case .take(let speech):
      take(speech)
    case .forget:
      dropDraft(.nothing)
      releaseReply()
      answerTakenTooSoon()
      tell(.nothingSaid)
    }
  }

  private func take(_ speech: TurnTaking.Speech) {
    judgement?.cancel()
    preparation?.cancel()
    wordsSoFar?.cancel()
    tell(.personEnded(at: speech.end, because: turnTaking.lastEnding?.decision))
    learnPauses()
    let all = whole(speech)
    let heard = heard(of: speech)
    let sound = ear.sound(of: heard)
    let ending = endOfReply(before: speech)
    let first = tooSoon
    tooSoon = nil
    begin(speech: all, goingOnWith: first) { [self] in
      let words = try await words(of: heard, sound: sound, after: ending)
      guard let first, words == nil || heard != all else { return words }
      return [await first.kept?.value?.text, words].compactMap(\.self).joined(separator: " ")
    }
  }

  /// The words of a turn; nil when there are none, or when they are but the echo of `ending`, with which
  /// a reply has just ended.
  private func words(
    of speech: TurnTaking.Speech, sound: [Float], after ending: [String]
  ) async throws -> String? {
    let words = try await transcript(of: speech, sound: sound)
    let evidence = HallucinationGuard.Evidence(
      meanProbability: Double(speech.confidence), peakProbability: Double(speech.peak),
      speechMilliseconds: speech.voiced.milliseconds, level: Double(Level(sound).rms))
    guard case .keep(let kept) = HallucinationGuard.judge(words, evidence: evidence),
      !EchoWords.isEcho(Words.folded(kept), of: ending)
    else { return nil }
    return kept
  }

  /// The words of `speech`, made once however often they are asked for.
  private func transcript(of speech: TurnTaking.Speech, sound: [Float]) async throws -> String {
    if let latest = latestTranscript, latest.end == speech.end {
      return try await latest.words.value
    }
    // Not cancelled when the pause is over: the turn may have been taken in it.
    let words = Task { [parts] in try await parts.transcriber.transcribe(sound, urgency: .final) }
    latestTranscript = (speech.end, words)
    do {
      return try await words.value
    } catch {
      // Whoever needs them next tries again.
      if latestTranscript?.end == speech.end { latestTranscript = nil }
      throw error
    }
  }

  /// Makes out what was said as soon as it may be over, and drafts an answer to it.
  private func prepareAnswer(to speech: TurnTaking.Speech) {
    preparation?.cancel()
    pendingJudgements += 1
    let sound = ear.sound(of: heard(of: speech))
    // Cancelled by the next pause, by the end of the turn and by `close`.
    preparation = Task {
      defer { pendingJudgements -= 1 }
      // What goes wrong is told when the words are needed.
      guard let words = try? await transcript(of: speech, sound: sound), !Task.isCancelled
      else { return }
      draftReply(to: words, of: speech)
      if reply == nil, draft == nil { readAhead(words) }
    }
  }

  private func consider(_ speech: TurnTaking.Speech) {
    judgement?.cancel()
    pendingJudgements += 1
    let heard = heard(of: speech)
    let sound = ear.sound(of: heard)
    let untilNow = ear.sound(from: now - Ear.lately, to: now)
    // Cancelled by the next pause, by the end of the turn and by `close`.
    judgement = Task {
      await judge(speech, sound: sound, untilNow: untilNow)
      pendingJudgements -= 1
    }
  }

  /// Finds out what the words and the turn model say of a pause, and lets turn-taking decide.
  private func judge(_ speech: TurnTaking.Speech, sound: [Float], untilNow: [Float]) async {
    var evidence = EndOfTurn.Evidence()
    do {
      async let completion = parts.turnModel?.completion(of: untilNow)
      let words = try await transcript(of: speech, sound: sound)
      evidence = EndOfTurn.Evidence(words: words, completion: nil, asked: asked)
      evidence.completion = try await completion
    } catch is CancellationError {
      return
    } catch {
      tell(.problem(.from(error)))
    }
    trace.judged(speech, evidence, at: now)
    for action in turnTaking.judged(speech, evidence: evidence, now: now) { act(on: action) }
  }

  private func showWords(of speech: TurnTaking.Speech) {
    guard wordsSoFar == nil else { return }
    let sound = ear.sound(of: speech)
    // Cancelled by the end of the turn and by `close`.
    wordsSoFar = Task {
      let words = try? await parts.transcriber.transcribe(sound, urgency: .partial)
      wordsSoFar = nil
      guard let words, !words.isEmpty, !Task.isCancelled else { return }
      tell(.wordsSoFar(words))
      // Most of the prompt is read by the time the words are known to be all.
      if reply == nil, draft == nil { readAhead(words) }
    }
  }
}
