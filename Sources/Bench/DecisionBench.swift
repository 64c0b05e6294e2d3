import Hearing
import Sound

/// Measures what the turn decisions cost for each window of sound, without any model.
///
/// The windows are made up, the same for the same seed: speech, pauses and silence of usual lengths,
/// a third of them while a reply is heard.
struct DecisionBench {
  private let windows: [(activity: Activity, companionBusy: Bool)]

  /// A measurement over `minutes` of sound.
  init(seed: UInt64, minutes: Int = 2) {
    var chance = Chance(seed: seed)
    let count = minutes * 60_000 / 32
    var windows: [(activity: Activity, companionBusy: Bool)] = []
    var isSpeech = false
    while windows.count < count {
      isSpeech.toggle()
      // Speech of 0.3–5 s, silence of 0.1–2.5 s: pauses within turns and between them.
      let length = isSpeech ? 10 + chance.below(150) : 3 + chance.below(75)
      let isBusy = chance.below(3) == 0
      for _ in 0..<length {
        let start = SampleTime(samples: Activity.window.samples * Int64(windows.count))
        let noise = Float(chance.below(400)) / 1000
        windows.append(
          (Activity(start: start, probability: isSpeech ? 0.6 + noise : noise), isBusy))
      }
    }
    self.windows = windows
  }

  /// Passes all windows through turn taking and through the cutting of recordings.
  ///
  /// - Parameter times: How often.
  /// - Returns: Processor time for a window in microseconds, once for each pass.
  func run(times: Int) -> [Double] {
    (0..<times).map { _ in
      let before = ProcessorTime.ofThreadMicroseconds()
      let decisions = pass()
      let cost = ProcessorTime.ofThreadMicroseconds() - before
      // Made-up speech always leads to decisions, and asking for them keeps the work from being
      // left out as useless.
      precondition(decisions > 0, "windows of speech lead to decisions")
      return cost / Double(windows.count)
    }
  }

  private func pass() -> Int {
    var turns = TurnTaking()
    var segments = SpeechSegmenter()
    var decisions = 0
    for (activity, companionBusy) in windows {
      if segments.heard(activity) != nil { decisions += 1 }
      for action in turns.heard(activity, companionBusy: companionBusy) {
        decisions += 1
        guard case .consider(let speech) = action else { continue }
        let evidence = EndOfTurn.Evidence(completion: speech.confidence, words: .question)
        decisions += turns.judged(speech, evidence: evidence, now: activity.end).count
      }
    }
    return decisions
  }
}

extension VoiceBench {
  /// What the decisions about turns cost, measured now and without engines.
  ///
  /// - Parameter seed: Chooses the sound that is made up for it.
  /// - Returns: The metric, in microseconds of processor time for a window of 32 ms.
  public static func decisionCost(seed: UInt64) -> Metric? {
    Metric(DecisionBench(seed: seed).run(times: 40), unit: "µs")
  }
}
