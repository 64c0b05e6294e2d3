/// Turns kept in memory only, so that one conversation knows nothing of the one before.
public actor EphemeralTurns: TurnStore {
  private var turns: [Turn]

  /// A store that holds `turns`.
  public init(_ turns: [Turn] = []) {
    self.turns = turns
  }

  public func keep(person text: String, at milliseconds: Int64) -> Turn {
    add(.person, text, .whole, milliseconds, nil)
  }

  public func keep(
    reply text: String, ending: Turn.Ending, answering person: Int64, at milliseconds: Int64
  ) -> Turn {
    add(.companion, text, ending, milliseconds, person)
  }

  public func extend(person turn: Int64, to text: String) -> Turn {
    guard let place = turns.lastIndex(where: { $0.id == turn }) else {
      return add(.person, text, .whole, turns.last?.startedAt ?? 0, nil)
    }
    turns[place].text = text
    return turns[place]
  }

  public func mark(_ turn: Int64, as purpose: Turn.Purpose) {
    guard let index = turns.firstIndex(where: { $0.id == turn }) else { return }
    turns[index].purpose = purpose
  }

  public func latest(_ count: Int) -> [Turn] {
    turns.suffix(count)
  }

  private func add(
    _ speaker: Turn.Speaker, _ text: String, _ ending: Turn.Ending, _ at: Int64, _ answers: Int64?
  ) -> Turn {
    let turn = Turn(
      id: Int64(turns.count + 1), speaker: speaker, text: text, ending: ending, startedAt: at,
      answers: answers)
    turns.append(turn)
    return turn
  }
}
