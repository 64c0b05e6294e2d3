import Dialogue
import Hearing
import Sound
import Speaking

/// What a conversation knows of somebody who talks over a reply, and of the reply's echo.
struct OverReply {
  /// Decides what becomes of the reply.
  var overlap = Overlap()
  /// Knows how loud the echo can be.
  var echo = EchoLevel()
  /// Knows which words were being played when.
  var reference = EchoReference()
  /// Takes the echo of what is played here out of what is heard.
  private let canceller = EchoCanceller()
  /// What is played here now.
  private var playing = [Int16](repeating: 0, count: Frame.length)
  /// The power of what was heard, by cell, before the echo was taken out; a ring.
  private var raw = [Float](repeating: 0, count: 64)
  /// Since when an apology is owed: a reply was stopped and nothing has been said.
  var owedSince: SampleTime?
  /// Windows of the turn in progress that were far too loud to be an echo.
  var clearWindows = 0

  /// What is known of a reply that is played elsewhere.
  private struct Away {
    var reply: Int
    /// The power of what was released, by cell of the reply.
    var cells: [Float] = []
    var released: Int64 = 0
    /// Up to where it was played, and when that was said.
    var reported: Int64?
    var reportedAt = SampleTime.zero
    /// Up to where it is taken to have been played.
    var position: Int64 = 0
    var isDucked = false
  }

  private var away: Away?

  /// Without word for so long, a listener elsewhere is taken to have stopped.
  private static let silence = SampleSpan.milliseconds(300)
  private static let cell = Int64(EchoLevel.cell.samples)

  /// Notes what is played here in the 20 ms after `now`.
  mutating func notePlayed(_ samples: [Int16], at now: SampleTime) {
    playing = samples
    echo.played(Self.powers(samples), at: now)
  }

  /// A frame of the microphone without the echo of what is played here meanwhile.
  mutating func clean(_ frame: Frame) -> Frame {
    if let delay = echo.learnt.delay { canceller.expect(delay) }
    let heard = whole(frame)
    return Frame(start: heard.start, samples: canceller.clean(heard.samples, of: playing))
  }

  /// A frame of the microphone as it is.
  mutating func whole(_ frame: Frame) -> Frame {
    let first = frame.start.samples / Self.cell
    for (offset, power) in Self.powers(frame.samples).enumerated() {
      raw[Int((first + Int64(offset)) % Int64(raw.count))] = power
    }
    return frame
  }

  /// The mean square of a window of the microphone before its echo was taken out.
  func rawPower(from start: SampleTime) -> Float {
    let first = start.samples / Self.cell
    let count = Activity.window.samples / Self.cell
    return (first..<first + count).reduce(0) { $0 + raw[Int($1 % Int64(raw.count))] }
      / Float(count)
  }

  private static func powers(_ samples: [Int16]) -> [Float] {
    let length = Int(cell)
    return stride(from: 0, to: samples.count, by: length).map { start in
      power(samples[start..<min(start + length, samples.count)])
    }
  }

  /// Notes the words of a sentence that begins at a position of a reply.
  mutating func noteSentence(_ sentence: VoicedSentence, at: Int64, of reply: Int) {
    reference.add(
      sentence.sound.words.map {
        EchoReference.Word(
          text: $0.text, place: at + $0.start.samples..<at + max($0.end, $0.start).samples)
      }, of: reply)
  }

  /// Notes that samples of a reply are on their way to a listener elsewhere.
  mutating func noteReleased(_ samples: [Int16], at first: Int64, of reply: Int) {
    if away?.reply != reply { away = Away(reply: reply) }
    for (offset, sample) in samples.enumerated() {
      let cell = Int((first + Int64(offset)) / Self.cell)
      while away.map({ $0.cells.count <= cell }) == true { away?.cells.append(0) }
      let value = Float(sample) / 32_768
      away?.cells[cell] += value * value / Float(Self.cell)
    }
    away?.released = first + Int64(samples.count)
  }

  /// Notes how much a listener elsewhere has played.
  mutating func noteReport(_ samples: Int64, of reply: Int, at now: SampleTime) {
    guard away?.reply == reply else { return }
    away?.reported = samples
    away?.reportedAt = now
  }

  /// Notes that a listener elsewhere has lowered or raised the loudness.
  mutating func noteDucked(_ isDucked: Bool, of reply: Int) {
    guard away?.reply == reply else { return }
    away?.isDucked = isDucked
  }

  /// Forgets a reply that is played elsewhere no more.
  mutating func forgetAway() {
    away = nil
  }

  /// Works out what was played elsewhere from `start` to `now`.
  mutating func follow(from start: SampleTime, to now: SampleTime) {
    guard var going = away, let reported = going.reported,
      now - going.reportedAt < Self.silence
    else { return }
    let place = min(going.released, reported + (now - going.reportedAt).samples)
    // A small step back is a jitter of the reports; a long one forward is a pause that is over.
    let from = max(going.position, place - 4 * Int64(Frame.length))
    let gain = going.isDucked ? Playout.duckedGain * Playout.duckedGain : 1
    let count = (now - start).samples / Self.cell
    let powers = (0..<count).map { step -> Float in
      let at = Int((from + max(0, place - from) * step / max(1, count)) / Self.cell)
      return going.cells.indices.contains(at) ? going.cells[at] * gain : 0
    }
    echo.played(powers, at: start)
    if place > from { reference.play(from..<place, of: going.reply, from: start, to: now) }
    going.position = max(going.position, place)
    away = going
  }

  /// The mean square of samples.
  static func power(_ samples: ArraySlice<Int16>) -> Float {
    guard !samples.isEmpty else { return 0 }
    let sum = samples.reduce(Int64(0)) { $0 + Int64($1) * Int64($1) }
    return Float(Double(sum) / Double(samples.count) / (32_768 * 32_768))
  }

  /// The mean square of samples.
  static func power(_ samples: [Float]) -> Float {
    samples.isEmpty ? 0 : samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
  }
}
