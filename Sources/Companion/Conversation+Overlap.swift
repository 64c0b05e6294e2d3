import Dialogue
public import Hearing
import Language
import Sound
import Speaking

extension Conversation {
  /// How much louder than the echo a window is that can only be somebody's, in decibels.
  private static let clearExcess: Float = 12
  /// The first of a turn after a reply that is compared with the reply's end.
  private static let afterReply = SampleSpan.milliseconds(500)

  // MARK: What the microphone hears of a reply

  /// The echo of what is played, as it has been learnt on these devices.
  public var echoReturn: EchoReturn { over.echo.learnt }

  /// Takes up what was learnt of the echo on the devices in use; `.unknown` for new ones.
  public func hears(through known: EchoReturn) {
    over.echo = EchoLevel(known)
  }

  /// Takes word that a listener elsewhere has lowered or raised the loudness of a reply.
  public func ducked(_ isDucked: Bool, of id: Int) {
    over.noteDucked(isDucked, of: id)
  }

  /// Works out what a listener elsewhere has played since `start`.
  func followListener(from start: SampleTime) {
    if listener != nil { over.follow(from: start, to: now) }
  }

  /// Notes what is played here next.
  func noted(_ output: Playout.Output) -> Playout.Output {
    over.notePlayed(output.samples, at: now)
    guard let run = reply else { return output }
    for index in output.begun {
      guard let sentence = run.playout.sentence(index), let at = run.playout.start(of: index)
      else { continue }
      over.noteSentence(sentence, at: at, of: run.id)
    }
    if output.isSpeech {
      let end = run.playout.released
      over.reference.play(
        end - Int64(Frame.length)..<end, of: run.id, from: now, to: now + Frame.span)
    }
    return output
  }

  // MARK: Somebody talks over it

  /// Watches for somebody who talks over the reply.
  ///
  /// - Parameters:
  ///   - start: When a window began.
  ///   - probability: How much like speech it was.
  ///   - samples: The window.
  /// - Returns: The same without what can only be the echo of the reply.
  func watch(_ start: SampleTime, _ probability: Float, _ samples: [Float]) -> Activity {
    let (activity, excess) = noted(
      start, probability,
      over.echo.excess(
        of: OverReply.power(samples), heard: over.rawPower(from: start), at: start))
    if !turnTaking.isInTurn { over.clearWindows = 0 }
    if activity.isSpeech, excess >= Self.clearExcess { over.clearWindows += 1 }
    // What is being decided when the reply ends is decided still: it may be a turn.
    if reply != nil || over.overlap.isDeciding {
      for action in over.overlap.heard(activity, excess: excess) { act(on: action) }
    } else {
      over.overlap.reset()
    }
    inviteIfOwed()
    guard over.overlap.isSomebody(excess) else {
      return Activity(start: activity.start, probability: 0)
    }
    return activity
  }

  private func act(on action: Overlap.Action) {
    trace.decided(action, at: now)
    switch action {
    case .duck: duck(true)
    case .restore: duck(false)
    case .listen(let question): listen(question)
    case .stop(let start):
      over.echo.somebodyTalked()
      turnTaking.stoppedReply()
      guard reply != nil else { return }
      over.owedSince = now
      interrupt(at: start, bySpeech: true)
    }
  }

  private func duck(_ isDucked: Bool) {
    guard let id = reply?.id else { return }
    reply?.playout.duck(isDucked)
    tell(.ducked(id, isDucked))
  }

  /// Makes out the words of what may be somebody.
  private func listen(_ question: Overlap.Question) {
    pendingJudgements += 1
    let sound = ear.sound(from: question.start - .milliseconds(100), to: question.end)
    let played = words(from: question.start - .milliseconds(400), to: question.end)
    // Ends by itself: the sound is short.
    Task {
      let heard = (try? await parts.transcriber.transcribe(sound, urgency: .interruption)) ?? ""
      pendingJudgements -= 1
      let verdict = OverlapWords(Self.plain(heard, of: sound, question), over: played)
      trace.overheard(verdict, of: question, at: now)
      for action in over.overlap.judged(verdict, of: question) { act(on: action) }
    }
  }

  /// The words of a reply that may be heard through the microphone between two moments.
  private func words(from start: SampleTime, to end: SampleTime) -> [String] {
    let delay = over.echo.learnt.delay ?? EchoLevel.longestDelay
    return Words.folded(over.reference.played(from: start - delay, to: end).joined(separator: " "))
  }

  private static func plain(
    _ transcript: String, of sound: [Float], _ question: Overlap.Question
  ) -> [String] {
    let evidence = HallucinationGuard.Evidence(
      meanProbability: Double(question.confidence), peakProbability: Double(question.peak),
      // The level check leaves out the parts of a short word that the echo may hide.
      speechMilliseconds: max(HallucinationGuard.shortestSpeech, question.voiced.milliseconds),
      level: Double(Level(sound).rms))
    guard case .keep(let text) = HallucinationGuard.judge(transcript, evidence: evidence) else {
      return []
    }
    return Words.folded(text)
  }

  /// The words with which a reply ended just before a turn; none when it ended well before, or when the
  /// turn was far too loud to be its echo.
  func endOfReply(before speech: TurnTaking.Speech) -> [String] {
    let delay = over.echo.learnt.delay ?? EchoLevel.longestDelay
    guard over.owedSince == nil, over.clearWindows < 11,
      let end = over.reference.lastPlayed, speech.start < end + delay + Self.afterReply
    else { return [] }
    return words(from: speech.start - .milliseconds(1000), to: speech.end)
  }
}
