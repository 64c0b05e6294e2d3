import Dialogue
import Language
public import Sound

/// Plays a reply frame by frame and knows to the sample what has been heard of it.
///
/// A pure value: sentences are put in as they are voiced, and frames are taken out: one every 20 ms
/// of the audio clock for a listener here, or ahead of time for a listener elsewhere, who then reports
/// what was played. Positions count the samples of the reply at 24 kHz.
public struct Playout: Sendable {
  /// Who listens.
  public enum Listener: Sendable, Equatable {
    /// What is taken out is heard at that moment.
    case here
    /// What is taken out is on its way; what was heard is reported.
    case elsewhere
  }

  /// What is heard in one frame.
  public struct Output: Sendable, Equatable {
    /// 480 samples at 24 kHz; silence where nothing is due.
    public var samples: [Int16]
    /// Whether a sample of a sentence of the reply is among them.
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
  /// How loud the voice is while it is ducked: 12 dB less.
  public static let duckedGain: Float = 0.251_188_64

  private let listener: Listener
  private var sentences: [VoicedSentence] = []
  /// Where the sentences that were begun start.
  private var starts: [Int64] = []
  private var next = 0
  private var position = 0
  private var pause = 0
  private var complete = false
  private var reported: Int64 = 0
  private var gain: Float = 1
  private var wantedGain: Float = 1

  /// How many samples have been taken out.
  public private(set) var released: Int64 = 0

  /// A reply of which nothing is known yet.
  ///
  /// - Parameter listener: Who listens.
  public init(for listener: Listener = .here) {
    self.listener = listener
  }

  /// Whether there is speech waiting to be played.
  public var hasSpeech: Bool {
    next < sentences.count
  }

  /// Whether everything has been taken out and nothing more will come.
  public var isReleased: Bool {
    complete && !hasSpeech
  }

  /// Whether everything has been played and nothing more will come.
  public var isOver: Bool {
    isReleased && (listener == .here || reported >= released)
  }

  /// Whether anything has been heard yet.
  public var hasBegun: Bool {
    starts.first.map { heard > $0 } ?? false
  }

  /// How many samples have been heard.
  public var heard: Int64 {
    listener == .here ? released : reported
  }

  /// All sentences added so far, as written.
  public var written: String {
    sentences.map(\.written).filter { !$0.isEmpty }.joined(separator: " ")
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
    if !hasSpeech { pause = 0 }
  }

  /// Takes the next 20 ms.
  ///
  /// - Returns: One frame of sound; silence where nothing is due.
  public mutating func nextFrame() -> Output {
    var output = take()
    let missing = Frame.length - output.samples.count
    output.samples += repeatElement(0, count: missing)
    released += Int64(missing)
    return output
  }

  /// Takes what comes next, for a listener elsewhere.
  ///
  /// - Returns: At most 20 ms of sound; nil while there is none.
  public mutating func nextPiece() -> Output? {
    let output = take()
    return output.samples.isEmpty ? nil : output
  }

  /// The position at which the sentence at `index` in the reply begins; nil when it has not begun.
  public func start(of index: Int) -> Int64? {
    starts.indices.contains(index) ? starts[index] : nil
  }

  /// Says how many samples a listener elsewhere has played; never fewer than said before, nor more than
  /// were taken out.
  public mutating func report(heard: Int64) {
    reported = max(reported, min(heard, released))
  }

  /// Lowers the voice, or brings it back, within 20 ms; not a sample is skipped or said twice.
  ///
  /// A listener elsewhere does it there.
  public mutating func duck(_ isDucked: Bool) {
    guard listener == .here else { return }
    wantedGain = isDucked ? Self.duckedGain : 1
  }

  /// A sample at the loudness of this moment, which moves on to the one wanted.
  private mutating func ducked(_ sample: Float) -> Float {
    let step = 1 / Float(Self.fade.samples)
    gain += max(-step, min(step, wantedGain - gain))
    return sample * gain
  }

  private mutating func take() -> Output {
    var samples: [Float] = []
    samples.reserveCapacity(Frame.length)
    var begun: [Int] = []
    var isSpeech = false
    while samples.count < Frame.length, pause > 0 || hasSpeech {
      let room = Frame.length - samples.count
      if pause > 0 {
        let silence = min(pause, room)
        samples.append(contentsOf: repeatElement(0, count: silence))
        pause -= silence
      } else {
        let sound = sentences[next].sound.samples
        if position == 0 {
          begun.append(next)
          starts.append(released + Int64(samples.count))
        }
        let end = min(position + room, sound.count)
        if gain == 1, wantedGain == 1 {
          samples.append(contentsOf: sound[position..<end])
        } else {
          for sample in sound[position..<end] { samples.append(ducked(sample)) }
        }
        isSpeech = isSpeech || end > position && !sentences[next].isUnwritten
        position = end
        if position == sound.count { moveOn() }
      }
    }
    released += Int64(samples.count)
    return Output(
      samples: PCM16.samples(samples), isSpeech: isSpeech, begun: begun, isLast: isReleased)
  }

  /// Stops the reply: nothing more is heard, after a fade of 20 ms that a listener elsewhere makes.
  ///
  /// - Returns: What the listener heard until now.
  public mutating func stop() -> Heard {
    let heard = heardSoFar
    complete = true
    pause = 0
    // A voice that is coming back must not grow louder while it fades.
    wantedGain = gain
    guard listener == .here else {
      // What was taken out may still be reported as heard.
      next = sentences.count
      return heard
    }
    guard hasSpeech, position > 0 else {
      sentences.removeSubrange(next...)
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
    return heard
  }

  /// What has been heard until now, cut at the last word that was heard whole.
  public var heardSoFar: Heard {
    var pieces: [String] = []
    for (sentence, start) in zip(sentences, starts) where start <= heard && !sentence.isUnwritten {
      let played = heard - start
      if played >= Int64(sentence.sound.samples.count) {
        pieces.append(sentence.written)
      } else {
        let words = Self.words(of: sentence, within: played)
        if !words.isEmpty { pieces.append(words) }
      }
    }
    return Heard(text: pieces.joined(separator: " "), isWhole: isOver)
  }

  private mutating func moveOn() {
    pause = Int(
      (sentences[next].goesOn ? Self.pauseInSentence : Self.pauseAfterSentence).samples)
    next += 1
    position = 0
    if next == sentences.count && complete { pause = 0 }
  }

  /// The written words of which all that is spoken was heard.
  private static func words(of sentence: VoicedSentence, within played: Int64) -> String {
    let heard = sentence.sound.words.prefix { $0.end.samples <= played }.count
    let written = sentence.written.split(separator: " ")
    guard heard > 0, heard < sentence.sound.words.count else {
      return heard == 0 ? "" : sentence.written
    }
    if written.count == sentence.sound.words.count {
      return written.prefix(heard).joined(separator: " ")
    }
    // Some are spoken as several words, such as a number.
    var whole = ""
    for count in 1...written.count {
      let beginning = written.prefix(count).joined(separator: " ")
      guard
        Pronounceable.spoken(beginning, in: sentence.language).split(separator: " ").count <= heard
      else { break }
      whole = beginning
    }
    return whole
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
