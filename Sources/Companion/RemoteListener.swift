import Dialogue
import Hearing
public import Sound
public import Speaking

/// Plays replies somewhere else, such as in a page, and knows what of them was heard.
public protocol RemoteListener: Sendable {
  /// Stops a reply at once.
  ///
  /// - Parameter reply: The reply's number.
  /// - Returns: How many of its samples were played.
  func stop(_ reply: Int) async -> Int64
}

/// A piece of a reply's sound on its way to a listener elsewhere.
public struct SoundPiece: Sendable, Equatable {
  /// A sentence whose first sample is in the piece.
  public struct Beginning: Sendable, Equatable {
    /// Its place in the reply.
    public var index: Int
    /// The position of its first sample in the reply.
    public var at: Int64
    /// The sentence with its times.
    public var sentence: VoicedSentence
  }

  /// The reply's number.
  public var reply: Int
  /// The position of the first sample.
  public var at: Int64
  /// At most 20 ms of sound at 24 kHz.
  public var samples: [Int16]
  /// The sentences that begin in it.
  public var begun: [Beginning]
}

extension Conversation {
  /// The next piece of the reply's sound for a listener elsewhere.
  ///
  /// - Parameter lead: How far the sound may be ahead of what was reported as heard.
  /// - Returns: A piece; nil while none is due.
  public func release(ahead lead: SampleSpan) -> SoundPiece? {
    guard listener != nil, reply?.isHeld == false, let id = reply?.id, let playout = reply?.playout,
      playout.released - playout.heard < lead.samples,
      let output = reply?.playout.nextPiece()
    else { return nil }
    if output.isSpeech, reply?.timeline.firstAudio == nil { reply?.timeline.firstAudio = now }
    let begun = output.begun.compactMap { index -> SoundPiece.Beginning? in
      guard let sentence = reply?.playout.sentence(index),
        let at = reply?.playout.start(of: index)
      else { return nil }
      guard !sentence.isUnwritten else { return nil }
      tellCaption(index)
      over.noteSentence(sentence, at: at, of: id)
      return SoundPiece.Beginning(index: index, at: at, sentence: sentence)
    }
    over.noteReleased(output.samples, at: playout.released, of: id)
    return SoundPiece(
      reply: id, at: playout.released, samples: output.samples, begun: begun)
  }

  /// Whether all the sound of a reply has been released.
  public func isReleased(_ id: Int) -> Bool {
    reply?.id == id && reply?.playout.isReleased == true && reply?.isProducing == false
  }

  /// Takes word of how many samples of a reply a listener elsewhere has played.
  ///
  /// Word of an earlier reply is ignored.
  public func heard(_ samples: Int64, of id: Int) async {
    guard reply?.id == id else { return }
    over.noteReport(samples, of: id, at: now)
    reply?.playout.report(heard: samples)
    guard let run = reply, run.playout.isOver, !run.isProducing, !run.isCompleting else { return }
    reply?.isCompleting = true
    await complete(id)
  }

  /// Lets time go by while the microphone is closed: a frame of silence that nobody listens to.
  ///
  /// - Parameter frame: The next frame, silent.
  public func pass(_ frame: Frame) {
    now = frame.end
    _ = ear.take(frame)
    fillSilence()
  }

  /// The moment before which no sound is needed any more.
  public var needsSoundFrom: SampleTime {
    turnTaking.turnStart.map { $0 - Ear.before } ?? now
  }

  /// Whether somebody is in the middle of a turn.
  public var isInTurn: Bool {
    turnTaking.isInTurn
  }
}
