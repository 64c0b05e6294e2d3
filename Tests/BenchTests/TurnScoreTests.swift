import Sound
import Testing

@testable import Bench
@testable import Hearing

struct TurnScoreTests {
  private let clip = TurnClip(
    name: "a", speaker: "ann", sound: SoundClip(rate: 16_000, samples: []), lastWordEnd: 4000,
    pauses: [.init(start: 1000, end: 1600), .init(start: 2000, end: 2480)])

  private func ending(speech end: Double, taken: Double) -> TurnTaking.Ending {
    TurnTaking.Ending(
      speech: .init(
        start: .zero, end: SampleTime(milliseconds: end), voiced: .milliseconds(500),
        confidence: 0.9, peak: 0.9), taken: SampleTime(milliseconds: taken), decision: nil)
  }

  @Test func `a turn that is taken after the last word has a wait and no cut`() {
    let score = TurnScore([ending(speech: 4000, taken: 4512)], of: clip)
    #expect(score.cut == [] && score.early == 0 && score.wait == 512 && score.taken == 4512)
  }

  @Test func `a turn that is taken in a pause has cut it`() {
    let score = TurnScore(
      [ending(speech: 1000, taken: 1500), ending(speech: 4000, taken: 4700)], of: clip)
    #expect(score.cut == [clip.pauses[0]])
    #expect(score.wait == 700)
  }

  @Test func `a turn that is taken elsewhere is early, and one that is never taken has no wait`() {
    let score = TurnScore([ending(speech: 3000, taken: 3400)], of: clip)
    #expect(score.cut == [] && score.early == 1 && score.wait == nil && score.taken == nil)
  }

  @Test func `the best waits are the shortest of those that cut one pause in twenty at most`() {
    var sweep = TurnSweep()
    for (shift, cut, taken) in [(-100.0, 2, 4300.0), (0, 1, 4400), (100, 0, 4500)] {
      for index in 0..<20 {
        var endings = [ending(speech: 4000, taken: taken)]
        if index < cut { endings.insert(ending(speech: 1000, taken: 1400), at: 0) }
        sweep.add(TurnScore(endings, of: clip), pauses: 1, shift: shift)
      }
    }
    #expect(sweep.best?.wait == 400 && sweep.best?.shift == 0)
    #expect(sweep.unmoved.cutRate == 0.05 && sweep.unmoved.meanWait == 400)
  }
}
