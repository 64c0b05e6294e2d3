public import Dialogue

/// Turns kept in memory, which can be made to fail.
public actor ScriptedTurns: TurnStore {
  /// The turns kept so far.
  public private(set) var turns: [Turn]
  private var problem: Problem?

  /// A store that holds `turns`.
  public init(_ turns: [Turn] = []) {
    self.turns = turns
  }

  /// From now on every call fails with `problem`, or works again when it is nil.
  public func fail(with problem: Problem?) {
    self.problem = problem
  }

  public func keep(person text: String, at milliseconds: Int64) throws -> Turn {
    try add(.person, text, .whole, milliseconds, nil)
  }

  public func keep(
    reply text: String, ending: Turn.Ending, answering person: Int64, at milliseconds: Int64
  ) throws -> Turn {
    try add(.companion, text, ending, milliseconds, person)
  }

  public func latest(_ count: Int) throws -> [Turn] {
    if let problem { throw problem }
    return turns.suffix(count)
  }

  private func add(
    _ speaker: Turn.Speaker, _ text: String, _ ending: Turn.Ending, _ at: Int64, _ answers: Int64?
  ) throws -> Turn {
    if let problem { throw problem }
    let turn = Turn(
      id: Int64(turns.count + 1), speaker: speaker, text: text, ending: ending, startedAt: at,
      answers: answers)
    turns.append(turn)
    return turn
  }
}
