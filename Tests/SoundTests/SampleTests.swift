import Sound
import Testing

struct SampleTests {
  @Test func `every 16-bit value survives the way to floating point and to bytes`() {
    let all = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
    #expect(PCM16.samples(PCM16.floats(all)) == all)
    #expect(PCM16.samples(littleEndian: PCM16.littleEndian(all)) == all)
    #expect(PCM16.samples(littleEndian: [0x34, 0x12, 0xFF]) == [0x1234])
  }

  @Test func `what is too loud saturates and what is no number is silent`() {
    let odd: [Float] = [2, -2, 1, -1, .nan, .infinity, -.infinity, 0.99999, 1e-9]
    #expect(
      PCM16.samples(odd) == [
        32_767, -32_768, 32_767, -32_768, 0, 32_767, -32_768, 32_767, 0,
      ])
  }

  @Test func `levels follow their definition`() {
    #expect(Level([Float]()).rms == Level.floor)
    #expect(Level([Float](repeating: 0, count: 9)).rms == -120)
    #expect(Level([1, -1, 1, -1] as [Float]) == Level([Int16.min, Int16.min]))
    let tone = sine(1000, rate: 24_000, count: 24_000)
    #expect(abs(Level(tone).rms - -9.03) < 0.01)
    #expect(abs(Level(PCM16.samples(tone)).rms - -9.03) < 0.01)
    #expect(abs(Level(tone).peak - 0.5) < 0.001)
  }

  @Test func `a ring gives back what it holds and nothing else`() {
    for capacity in 1...7 {
      for piece in 0...9 {
        var ring = SampleRing(capacity: capacity, start: 5)
        var next: Int64 = 5
        for _ in 0..<6 {
          ring.append((0..<piece).map { Float(next + Int64($0)) })
          next += Int64(piece)
          #expect(ring.end == next)
          let oldest = max(5, next - Int64(capacity))
          #expect(ring.range == oldest..<next)
          #expect(ring.read(ring.range) == ring.range.map { Float($0) })
          #expect(ring.read(oldest - 1..<next) == nil)
          #expect(ring.read(oldest..<next + 1) == nil)
        }
        ring.clear(start: 100)
        #expect(ring.read(99..<100) == nil)
        ring.append([7])
        #expect(ring.read(100..<101) == [7])
      }
    }
  }

  @Test(arguments: [1, 7, 479, 480, 481, 1000, 5000])
  func `frames follow one another whatever the pieces`(piece: Int) {
    let samples = (0..<5000).map { Int16($0) }
    var cutter = FrameCutter(start: SampleTime(samples: 77))
    var frames: [Frame] = []
    for start in stride(from: 0, to: samples.count, by: piece) {
      frames += cutter.append(Array(samples[start..<min(samples.count, start + piece)]))
    }
    #expect(cutter.end == SampleTime(samples: 5077))
    if let last = cutter.flush() { frames.append(last) }
    #expect(cutter.flush() == nil)
    #expect(frames.count == 11)
    #expect(frames.map(\.start.samples) == (0..<11).map { Int64(77 + 480 * $0) })
    let padding = [Int16](repeating: 0, count: 280)
    #expect(frames.flatMap(\.samples) == samples + padding)
  }

  @Test func `fades start and end at silence and keep the power between them`() {
    var rising = [Float](repeating: 1, count: 2000)
    var falling = rising
    Fade(.equalPower).fadeIn(&rising)
    Fade(.equalPower).fadeOut(&falling)
    #expect(rising[0] == 0 && rising[480] == 1)
    #expect(falling[1999] == 0 && falling[1519] == 1)
    for index in 0..<480 {
      let other = falling[1519 + index]
      #expect(abs(rising[index] * rising[index] + other * other - 1) < 0.01)
    }
    var short: [Int16] = [1000, 1000]
    Fade(.linear).fadeOut(&short)
    #expect(short == [500, 0])
    var nothing: [Int16] = []
    Fade(.linear).fadeIn(&nothing)
    #expect(nothing == [])
  }
}
