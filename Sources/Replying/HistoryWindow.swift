/// Which part of the conversation a model is shown.
///
/// The window moves in steps, not with every turn: as long as its first turn stays the same, the
/// prompt only grows at its end and the server need not read the rest again.
public struct HistoryWindow: Sendable, Equatable {
  /// The fewest turn pairs kept after a step.
  public var fewest: Int
  /// How many pairs are dropped at once.
  public var step: Int

  /// The window of a small model on this machine: 6 to 10 pairs, moving by 4.
  public static let small = HistoryWindow(fewest: 6, step: 4)
  /// The window of any other model: 8 to 15 pairs, moving by 8.
  public static let usual = HistoryWindow(fewest: 8, step: 8)

  /// A window of at least `fewest` pairs that moves by `step` pairs.
  ///
  /// - Precondition: Both are positive.
  public init(fewest: Int, step: Int) {
    precondition(fewest > 0 && step > 0, "a window shows something and moves")
    self.fewest = fewest
    self.step = step
  }

  /// The index of the first pair shown when `count` pairs exist.
  ///
  /// - Parameter count: All pairs of the conversation so far.
  /// - Returns: A multiple of ``step``.
  public func first(of count: Int) -> Int {
    max(0, (count - fewest) / step * step)
  }
}
