/// Which part of the conversation a model is shown.
///
/// The window moves in steps, not with every turn: as long as its first turn stays the same, the
/// prompt only grows at its end and the server need not read the rest again.
public struct HistoryWindow: Sendable, Equatable {
  /// The fewest turn pairs kept after a step.
  public var fewest: Int
  /// How many pairs are dropped at once.
  public var step: Int

  /// The most that is shown of one message, in tokens; of a longer one its beginning and its end are.
  public var longestMessage: Int
  /// The most that is shown of all earlier messages together, in tokens; the latest are.
  public var longestHistory: Int

  /// The window of a small model on this machine: 6 to 10 pairs, moving by 4.
  ///
  /// It bears 4,096 tokens, and some 700 of them are the persona and the reply.
  public static let small = HistoryWindow(
    fewest: 6, step: 4, longestMessage: 1_000, longestHistory: 2_000)
  /// The window of any other model: 8 to 15 pairs, moving by 8.
  public static let usual = HistoryWindow(
    fewest: 8, step: 8, longestMessage: 8_000, longestHistory: 16_000)

  /// A window of at least `fewest` pairs that moves by `step` pairs.
  ///
  /// - Precondition: Both are positive.
  public init(
    fewest: Int, step: Int, longestMessage: Int = 8_000, longestHistory: Int = 16_000
  ) {
    precondition(fewest > 0 && step > 0, "a window shows something and moves")
    self.fewest = fewest
    self.step = step
    self.longestMessage = longestMessage
    self.longestHistory = longestHistory
  }

  /// `text` as far as it may be shown: of a long one the beginning and the end.
  func shown(_ text: String) -> String {
    guard TokenEstimate.of(text) > longestMessage else { return text }
    let half = longestMessage / 2
    let end = TokenEstimate.beginning(of: text.reversed(), within: half)
    return String(TokenEstimate.beginning(of: text, within: half)) + " … "
      + String(end.reversed())
  }

  /// The index of the first pair shown when `count` pairs exist.
  ///
  /// - Parameter count: All pairs of the conversation so far.
  /// - Returns: A multiple of ``step``.
  public func first(of count: Int) -> Int {
    max(0, (count - fewest) / step * step)
  }
}
