import Dialogue
public import Sound

/// Plays a reply frame by frame and knows to the sample what has been heard of it.
///
/// A pure value: sentences are put in as they are voiced, and every 20 ms of the audio clock takes
/// one frame out.
public struct Playout: Sendable {
  /// What is heard in one frame.
  public struct Output: Sendable, Equatable {
    /// 480 samples at 24 kHz; silence where nothing is due.
    public var samples: [Int16]
    /// Whether a sample of a sentence is among them.
    public var isSpeech: Bool
    /// The sentences whose first sample is in this frame, by their place in the reply.
    public var begun: [Int]
    /// Whether the reply is over with this frame.
    public var isLast: Bool

    /// A frame in which nothing is said.
    public static let silence = Output(
      samples: [Int16](repeating: 0, count: Frame.length), isSpeech: false, begun: [],
      isLast: false)
  }

  /// Silence between two sentences.
  public static let pauseAfterSentence = SampleSpan.milliseconds(50)
  /// Silence between two pieces of one sentence.
  public static let pauseInSentence = SampleSpan.milliseconds(20)
  /// How long the voice takes to fade when it is stopped.
  public static let fade = SampleSpan.milliseconds(20)

  private var sentences: [VoicedSentence] = []
  private var next = 0
  private var position = 0
  private var pause = 0
  private var complete = false

  /// A reply of which nothing is known yet.
  public init() {}

  /// Whether there is speech waiting to be played.
  public var hasSpeech: Bool {
    next < sentences.count
  }

  /// Whether everything has been played and nothing more will come.
  public var isOver: Bool {
    complete && !hasSpeech
  }

  /// Whether anything has been heard yet.
  public var hasBegun: Bool {
    next > 0 || position > 0
  }

  /// All sentences added so far, as written.
  public var written: String {
    sentences.map(\.written).joined(separator: " ")
  }

  /// The sentence at `index` in the reply; nil when there is none.
  public func sentence(_ index: Int) -> VoicedSentence? {
    sentences.indices.contains(index) ? sentences[index] : nil
  }

  /// Adds the next sentence of the reply.
  public mutating func add(_ sentence: VoicedSentence) {
    sentences.append(sentence)
  }

  /// Says that no more sentences will come.
  public mutating func finish() {
    complete = true
  }

  /// Takes the next 20 ms.
  ///
  /// - Returns: One frame of sound.
  public mutating func nextFrame() -> Output {
    var samples: [Float] = []
    samples.reserveCapacity(Frame.length)
    var begun: [Int] = []
    var isSpeech = false
    while samples.count < Frame.length {
      let room = Frame.length - samples.count
      if pause > 0 {
        let silence = min(pause, room)
        samples.append(contentsOf: repeatElement(0, count: silence))
        pause -= silence
      } else if next < sentences.count {
        let sound = sentences[next].sound.samples
        if position == 0 { begun.append(next) }
        let end = min(position + room, sound.count)
        samples.append(contentsOf: sound[position..<end])
        isSpeech = isSpeech || end > position
        position = end
        if position == sound.count { moveOn() }
      } else {
        samples.append(contentsOf: repeatElement(0, count: room))
      }
    }
    return Output(
      samples: PCM16.samples(samples), isSpeech: isSpeech, begun: begun, isLast: isOver)
  }

  /// Stops the reply: the voice fades within 20 ms and nothing more is heard.
  ///
  /// - Returns: What the listener heard until now.
  public mutating func stop() -> Heard {
    let heard = heardSoFar
    guard hasSpeech, position > 0 else {
      sentences.removeSubrange(next...)
      complete = true
      return heard
    }
    var sentence = sentences[next]
    let end = min(position + Int(Self.fade.samples), sentence.sound.samples.count)
    for index in position..<end {
      sentence.sound.samples[index] *= 1 - Float(index - position) / Float(end - position)
    }
    sentence.sound.samples.removeSubrange(end...)
    sentences[next] = sentence
    sentences.removeSubrange((next + 1)...)
    complete = true
    return heard
  }

  /// What has been heard until now, cut at the last word that was heard whole.
  public var heardSoFar: Heard {
    var pieces = sentences[..<next].map(\.written)
    if hasSpeech, position > 0 {
      let words = wordsHeard(of: sentences[next])
      if !words.isEmpty { pieces.append(words) }
    }
    return Heard(
      text: pieces.joined(separator: " "), isWhole: isOver)
  }

  private mutating func moveOn() {
    pause = Int(
      (sentences[next].goesOn ? Self.pauseInSentence : Self.pauseAfterSentence).samples)
    next += 1
    position = 0
    if next == sentences.count && complete { pause = 0 }
  }

  /// The written words where they match the spoken ones one to one, else the spoken words.
  private func wordsHeard(of sentence: VoicedSentence) -> String {
    let count = sentence.sound.words.prefix { $0.end.samples <= Int64(position) }.count
    let written = sentence.written.split(separator: " ")
    if written.count == sentence.sound.words.count {
      return written.prefix(count).joined(separator: " ")
    }
    return sentence.sound.words.prefix(count).map(\.text).joined(separator: " ")
  }
}

/// What a listener heard of a reply.
public struct Heard: Sendable, Equatable {
  /// The words, cut after the last whole one.
  public var text: String
  /// Whether that is the whole reply.
  public var isWhole: Bool

  /// What was heard.
  public init(text: String, isWhole: Bool) {
    self.text = text
    self.isWhole = isWhole
  }
}
