import Glibc

/// What moves the wait in a pause, in milliseconds of silence.
///
/// Where pauses of every length are a constant share rarer with each millisecond, the wait that costs
/// least for a given share of cuts is a straight line in the log odds that the turn is over. So the
/// turn model moves the wait by the log odds of what it says, and everything else by a fixed amount.
public struct EndingWeights: Sendable, Equatable {
  /// For each unit of the log odds that the turn is over.
  public var perLogOdds: Double
  /// The log odds that move nothing.
  public var neutralLogOdds: Double
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
  /// A whole question.
  public var question: Double
  /// A short answer to what was just asked.
  public var answer: Double
  /// Every wait.
  public var shift = 0.0

  /// What `completion`, a probability, moves the wait by.
  func milliseconds(completion: Double) -> Double {
    let bounded = min(max(completion, 0.001), 0.999)
    let logOdds = Glibc.log(bounded / (1 - bounded))
    let moved = (logOdds - neutralLogOdds) * perLogOdds
    return min(max(moved, -mostOfTurnModel), mostOfTurnModel).rounded()
  }
}

extension EndingWeights {
  /// Nothing moves the wait: silence alone decides.
  public static let none = EndingWeights(
    perLogOdds: 0, neutralLogOdds: 0, mostOfTurnModel: 0, unjudged: 0, unfinished: 0, filler: 0,
    list: 0, question: 0, answer: 0)

  /// The weights in use.
  public static let fitted = EndingWeights(
    perLogOdds: -80, neutralLogOdds: 0, mostOfTurnModel: 400, unjudged: 200, unfinished: 300,
    filler: 400, list: 300, question: -350, answer: -300)
}
