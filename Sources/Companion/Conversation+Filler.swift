import Dialogue
import Sound
import Speaking

extension Conversation {
  /// How long nothing may be heard after a turn before a short sound says that an answer is coming.
  private static let silence = SampleSpan.milliseconds(1200)

  /// How long a model that has begun to write may take for its first sentence.
  private static let sentence = SampleSpan.milliseconds(1500)

  /// Whether every short sound is voiced.
  public var areFillersReady: Bool {
    fillers.count == parts.fillers.count
  }

  /// Voices the short sounds ahead of time, so that they are at hand when somebody waits.
  func prepareFillers() {
    guard let voice = parts.voice, !parts.fillers.isEmpty, fillers.isEmpty else { return }
    // Cancelled by `close`; one that can't be voiced is left out.
    preparing = Task {
      for words in parts.fillers where !Task.isCancelled {
        if let sound = try? await voice.speak(words, rate: parts.rate) { fillers.append(sound) }
      }
    }
  }

  /// Plays a short sound, once for an answer, when the model takes its time.
  ///
  /// Once it writes, its first sentence is so near that the short sound would only be in its way.
  func fillSilence() {
    guard let run = reply, run.speech != nil, run.person != nil, !run.hasFiller, !run.isHeld,
      run.isProducing, run.timeline.firstSentence == nil, !run.playout.hasSpeech,
      now - run.timeline.turnEnd >= Self.silence, !fillers.isEmpty
    else { return }
    if let firstToken = run.timeline.firstToken, now - firstToken < Self.sentence { return }
    reply?.hasFiller = true
    trace.note(.filler, at: now)
    // Not part of the answer: it is not written, shown or kept.
    reply?.playout.add(VoicedSentence(written: "", sound: fillers[run.id % fillers.count]))
    if listener != nil { tell(.soundReady(run.id)) }
  }
}
