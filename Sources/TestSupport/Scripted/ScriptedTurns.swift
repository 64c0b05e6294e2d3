public import Dialogue

/// Turns kept in memory, which can be made to fail.
public actor ScriptedTurns: TurnStore {
  private let store: EphemeralTurns
  private var problem: Problem?
  /// What was kept with the turns, by their ids.
  public private(set) var timelines: [Int64: String] = [:]

  /// A store that holds `turns`.
  public init(_ turns: [Turn] = []) {
    store = EphemeralTurns(turns)
  }

  /// The turns kept so far.
  public var turns: [Turn] {
    get async { await store.latest(.max) }
  }

  /// From now on every call fails with `problem`, or works again when it is nil.
  public func fail(with problem: Problem?) {
    self.problem = problem
  }

  public func keep(person text: String, at milliseconds: Int64) async throws -> Turn {
    if let problem { throw problem }
    return await store.keep(person: text, at: milliseconds)
  }

  public func keep(
    reply text: String, ending: Turn.Ending, answering person: Int64, at milliseconds: Int64
  ) async throws -> Turn {
    if let problem { throw problem }
    return await store.keep(reply: text, ending: ending, answering: person, at: milliseconds)
  }

  public func extend(person turn: Int64, to text: String) async throws -> Turn {
    if let problem { throw problem }
    return await store.extend(person: turn, to: text)
  }

  public func keep(timeline: String, of turn: Int64) async throws {
    if let problem { throw problem }
    timelines[turn] = timeline
  }

  public func mark(_ turn: Int64, as purpose: Turn.Purpose) async throws {
    if let problem { throw problem }
    await store.mark(turn, as: purpose)
  }

  public func latest(_ count: Int) async throws -> [Turn] {
    if let problem { throw problem }
    return await store.latest(count)
  }
}
