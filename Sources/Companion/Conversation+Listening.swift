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
    if let known = transcripts[speech.end] { return known }
    let words = try await parts.transcriber.transcribe(sound, urgency: .final)
    transcripts = [speech.end: words]
    return words
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
      let words = try await transcript(of: speech, sound: sound)
      evidence = EndOfTurn.Evidence(words: words, completion: nil, asked: asked)
      // These are probably all the words there will be, and the pause is time to answer them.
      draftReply(to: words, of: speech)
      if reply == nil, draft == nil { readAhead(words) }
      if let model = parts.turnModel {
        evidence.completion = try await model.completion(of: untilNow)
      }
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
      if let words, !words.isEmpty, !Task.isCancelled { tell(.wordsSoFar(words)) }
      wordsSoFar = nil
    }
  }
}
