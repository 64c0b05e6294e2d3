import Glibc
import Hearing
import Sound
import Testing

/// Plays drawn loudness and hears it back, fainter and later, with whatever a test adds.
private struct Devices {
  var level: EchoLevel
  var gain: Float
  var delay: Int
  /// The share of the echo's power that a canceller leaves.
  var left: Float = 1
  private var past: [Float] = []
  private var cells = 0
  private var state: UInt64

  init(gain: Float, delay: Int, seed: UInt64, level: EchoLevel = EchoLevel()) {
    self.gain = gain
    self.delay = delay
    self.level = level
    state = seed &* 77 &+ 3
  }

  private mutating func chance() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(state >> 40) / Float(1 << 24)
  }

  /// Plays syllables for so many windows; the excess of each that is not silent over the echo.
  mutating func play(_ windows: Int, quieter: Float = 1, somebody: Float = 0) -> [Float] {
    (0..<windows).compactMap { _ in
      let start = SampleTime(samples: Int64(cells) * EchoLevel.cell.samples)
      var powers: [Float] = []
      for _ in 0..<8 {
        let isSyllable = (cells / 40) % 3 != 2 && (cells / 300) % 5 != 4
        let power = isSyllable ? 0.01 * (0.3 + chance()) * quieter : 1e-9
        powers.append(power)
        past.append(power)
        cells += 1
      }
      level.played(powers, at: start)
      var echo: Float = 0
      for cell in cells - 8..<cells where cell - delay >= 0 {
        echo += past[cell - delay] * gain * (0.8 + 0.4 * chance()) / 8
      }
      let other = 1e-8 + somebody
      let heard = other + echo
      let excess = level.excess(of: other + echo * left, heard: heard, at: start)
      return heard > 4e-6 ? excess : nil
    }
  }
}

@Test(arguments: [Float(0.05), 0.3, 0.5, 1], [5, 20, 50, 75, 120])
func `the echo's level and delay are learnt, and it is never somebody`(leak: Float, delay: Int) {
  var devices = Devices(gain: leak * leak, delay: delay, seed: 5)
  _ = devices.play(150)
  let excess = devices.play(600)
  #expect(excess.filter { $0 >= 6 }.isEmpty, "at most \(excess.max() ?? 0)")
  #expect(excess.filter { $0 >= 3 }.count < 12)
  let learnt = devices.level.learnt
  let found = learnt.delay.map { Int($0.samples / EchoLevel.cell.samples) } ?? -100
  #expect(abs(found - delay) <= 6, "found \(found) cells")
  #expect(abs(learnt.gain - 20 * log10f(leak)) < 4, "found \(learnt.gain) dB")
}

@Test func `the delay is learnt from what is heard, and the level from what is left of the echo`() {
  var devices = Devices(gain: 0.25, delay: 40, seed: 13)
  devices.left = 0.01
  _ = devices.play(400)
  let learnt = devices.level.learnt
  let found = learnt.delay.map { Int($0.samples / EchoLevel.cell.samples) } ?? -100
  #expect(abs(found - 40) <= 6, "found \(found) cells")
  #expect(abs(learnt.gain + 26) < 4, "found \(learnt.gain) dB")
}

@Test func `somebody twice as loud as the echo is told from it`() {
  var devices = Devices(gain: 0.09, delay: 30, seed: 9)
  _ = devices.play(300)
  let alone = devices.play(60)
  #expect(alone.filter { $0 >= 7 }.isEmpty)
  let both = devices.play(20, somebody: 0.01 * 0.09 * 6)
  #expect(both.filter { $0 >= 6 }.count > 12)
}

@Test func `ducking makes room for somebody as loud as the echo`() {
  var devices = Devices(gain: 0.25, delay: 20, seed: 11)
  _ = devices.play(300)
  _ = devices.play(12, quieter: 0.063)
  let alone = devices.play(20, quieter: 0.063)
  #expect(alone.filter { $0 >= 6 }.isEmpty, "the ducked echo is expected to be quieter")
  let both = devices.play(30, quieter: 0.063, somebody: 0.25 * 0.008)
  #expect(both.filter { $0 >= 6 }.count > 15)
}

@Test func `what is heard while nothing plays is never an echo`() {
  var level = EchoLevel()
  #expect(level.excess(of: 0.001, at: .zero) == 120)
  level.played([0.1, 0.1, 0.1], at: SampleTime(milliseconds: 100))
  #expect(level.excess(of: 1e-7, at: SampleTime(milliseconds: 128)) < 3)
  #expect(level.excess(of: 0.001, at: SampleTime(milliseconds: 5000)) == 120)
}

@Test func `what was learnt once counts at the first sample of the next conversation`() {
  var first = Devices(gain: 0.09, delay: 30, seed: 9)
  _ = first.play(400)
  let kept = first.level.learnt
  var next = Devices(gain: 0.09, delay: 30, seed: 21, level: EchoLevel(kept))
  #expect(next.play(40).filter { $0 >= 6 }.isEmpty)
  let loud = next.play(10, somebody: 0.01)
  #expect(loud.allSatisfy { $0 >= 6 })
}

@Test func `words are found by when they were played`() {
  var reference = EchoReference()
  reference.add(
    [
      .init(text: "one", place: 0..<2400), .init(text: "two", place: 2400..<4800),
      .init(text: "three", place: 4800..<7200),
    ], of: 1)
  var now = SampleTime(milliseconds: 1000)
  for start in stride(from: Int64(0), to: 4800, by: 480) {
    reference.play(start..<start + 480, of: 1, from: now, to: now + Frame.span)
    now = now + Frame.span
  }
  #expect(reference.played(from: .zero, to: SampleTime(milliseconds: 999)) == [])
  #expect(reference.played(from: .zero, to: SampleTime(milliseconds: 5000)) == ["one", "two"])
  reference.play(
    4800..<5280, of: 1, from: SampleTime(milliseconds: 3000), to: .init(milliseconds: 3020))
  let late = reference.played(from: .init(milliseconds: 2900), to: .init(milliseconds: 3100))
  #expect(late == ["three"])
  reference.play(0..<480, of: 2, from: .init(milliseconds: 60_000), to: .init(milliseconds: 60_020))
  #expect(reference.played(from: .zero, to: .init(milliseconds: 70_000)) == [], "too long ago")
}

@Test(arguments: [
  ("it was the swin of hope it was", true), ("season of light", true), ("i have to go now", false),
  ("what time is it there", false), ("of hope", true), ("hop", false), ("it", true),
  ("can you call my mother please", false),
])
func `an echo is known by its letters`(heard: String, isEcho: Bool) {
  let played = "it was the season of light it was the spring of hope it was the winter"
  #expect(
    EchoWords.isEcho(
      heard.split(separator: " ").map(String.init),
      of: played.split(separator: " ").map(String.init)) == isEcho)
}
