import Sound
import TestSupport
import Testing

/// A loudspeaker that plays noise in the rhythm of syllables, and a microphone that hears it later and
/// fainter, with whatever else there is.
private struct Devices {
  private var played: [Int16] = []
  private var numbers: SeededNumbers
  private let delay: Int
  let canceller = EchoCanceller()

  init(delay milliseconds: Int, seed: UInt64) {
    delay = milliseconds * SampleTime.rate / 1000
    numbers = SeededNumbers(seed)
  }

  /// What the microphone hears in a frame, and what is left of it without the echo.
  mutating func frame(
    plays: Bool = true, somebody: (Int) -> Int = { _ in 0 }
  ) -> (heard: [Int16], cleaned: [Int16]) {
    let first = played.count
    let isSyllable = plays && (first / 4800) % 3 != 2
    let sound = (0..<Frame.length).map { _ in
      isSyllable ? Int16(Int.random(in: -6000...6000, using: &numbers)) : 0
    }
    played += sound
    let heard = (first..<first + Frame.length).map { place -> Int16 in
      let direct = place >= delay ? Int(played[place - delay]) / 2 : 0
      let wall = place >= delay + 700 ? Int(played[place - delay - 700]) / 6 : 0
      return Int16(direct - wall + somebody(place))
    }
    return (heard, canceller.clean(heard, of: sound))
  }

  /// How far the echo fell in so many frames, in decibels.
  mutating func fall(in frames: Int) -> Float {
    var heard: [Int16] = []
    var cleaned: [Int16] = []
    for _ in 0..<frames {
      let both = frame()
      heard += both.heard
      cleaned += both.cleaned
    }
    return Level(PCM16.floats(heard)).rms - Level(PCM16.floats(cleaned)).rms
  }
}

@Test(arguments: [0, 20, 90, 180, 300, 420])
func `an echo is taken out within seconds, however late it is`(delay: Int) {
  var devices = Devices(delay: delay, seed: 3)
  _ = devices.fall(in: 300)
  let fall = devices.fall(in: 100)
  #expect(fall > 12, "fell by \(fall) dB")
}

@Test(arguments: [180, 300, 420, 700])
func `a late echo is taken out where it is expected`(delay: Int) {
  var devices = Devices(delay: delay, seed: 3)
  devices.canceller.expect(.milliseconds(Double(delay)))
  _ = devices.fall(in: 200)
  let fall = devices.fall(in: 100)
  #expect(fall > 12, "fell by \(fall) dB")
}

@Test func `an expectation that hardly changes forgets nothing`() {
  var devices = Devices(delay: 200, seed: 5)
  devices.canceller.expect(.milliseconds(208))
  _ = devices.fall(in: 300)
  for delay in [192.0, 208, 224, 200] {
    devices.canceller.expect(.milliseconds(delay))
    let fall = devices.fall(in: 30)
    #expect(fall > 10, "fell by \(fall) dB")
  }
}

@Test func `somebody over the echo is left as loud`() {
  var devices = Devices(delay: 40, seed: 7)
  _ = devices.fall(in: 300)
  var said: [Int16] = []
  var left: [Int16] = []
  for _ in 0..<50 {
    // A voice is a pulse, and not the noise that is played.
    let pulse = { (place: Int) in place % 160 == 0 ? 16_000 : 0 }
    let first = said.count
    left += devices.frame(somebody: pulse).cleaned
    said += (first..<first + Frame.length).map { Int16(pulse($0)) }
  }
  let change = Level(PCM16.floats(left)).rms - Level(PCM16.floats(said)).rms
  #expect(abs(change) < 3, "changed by \(change) dB")
}

@Test func `what is heard while nothing plays passes as it is`() {
  var devices = Devices(delay: 40, seed: 9)
  let hum = { (place: Int) in place % 100 * 50 }
  let before = devices.frame(plays: false, somebody: hum)
  #expect(before.heard == before.cleaned)
  _ = devices.fall(in: 100)
  for _ in 0..<40 { _ = devices.frame(plays: false) }
  let after = devices.frame(plays: false, somebody: hum)
  #expect(after.heard == after.cleaned)
}
