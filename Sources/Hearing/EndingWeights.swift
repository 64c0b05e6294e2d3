import Glibc
public import Sound

/// What moves the wait in a pause, in milliseconds of silence.
///
/// Where pauses of every length are a constant share rarer with each millisecond, the wait that costs
/// least for a given share of cuts is a straight line in the log odds that the turn is over. So the
/// turn model moves the wait by the log odds of what it says, and everything else by a fixed amount.
public struct EndingWeights: Sendable, Equatable {
  /// For each unit of the log odds that the turn is over.
  public var perLogOdds: Double
  /// The farthest that the turn model moves the wait, either way.
  public var mostOfTurnModel: Double
  /// While the turn model has not answered.
  public var unjudged: Double
  /// Words that need another.
  public var unfinished: Double
  /// Words that end with "um" or the like.
  public var filler: Double
  /// A list without its last item.
  public var list: Double
  /// Speech shorter than ``briefest`` before the pause: few thoughts are over so soon.
  public var brief: Double
  /// At least ``monologue`` of speech before the pause: somebody tells a story, sentence by sentence.
  public var long: Double
  /// A whole question.
  public var question: Double
  /// A short answer to what was just asked.
  public var answer: Double
  /// Every pause: how much more than the habit all of this together needs.
  public var margin: Double

  /// Speech shorter than this is brief.
  public static let briefest = SampleSpan.milliseconds(1000)

  /// Speech of this length is a monologue.
  public static let monologue = SampleSpan.milliseconds(9000)

  /// What `completion`, a probability, moves the wait by.
  func milliseconds(completion: Double) -> Double {
    let bounded = min(max(completion, 0.001), 0.999)
    let logOdds = Glibc.log(bounded / (1 - bounded))
    return min(max(logOdds * perLogOdds, -mostOfTurnModel), mostOfTurnModel).rounded()
  }
}

extension EndingWeights {
  /// Nothing moves the wait: silence alone decides.
  public static let none = EndingWeights(
    perLogOdds: 0, mostOfTurnModel: 0, unjudged: 0, unfinished: 0, filler: 0, list: 0, brief: 0,
    long: 0, question: 0, answer: 0, margin: 0)

  /// The weights in use.
  ///
  /// Fitted by `scripts/fit-endings` on 132 pauses and 240 ends of 60 readers; what they come to on 40
  /// others is in docs/benchmarks.md. Readers answer nothing and say one sentence each, so `answer`
  /// and `long` are no fit: one takes off most of what a question does, the other lets whoever talks
  /// for long end a sentence without losing the turn. `unjudged` lets a late model be waited for.
  public static let fitted = EndingWeights(
    perLogOdds: -60, mostOfTurnModel: 300, unjudged: 200, unfinished: 200, filler: 200, list: 200,
    brief: 200, long: 300, question: -350, answer: -300, margin: 64)
}
