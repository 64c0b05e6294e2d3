public import Companion
public import Dialogue
import Journal
public import Memory

/// A turn with what was decided in it, and from what.
public struct TracedTurn: Sendable, Encodable {
  /// What the person said.
  public let person: Turn
  /// What was answered; nil when nothing was.
  public let reply: Turn?
  /// What was decided.
  public let trace: TurnTrace
  /// The same, told to a person.
  public let story: TurnStory

  /// Reads what was kept with a turn.
  ///
  /// - Parameters:
  ///   - id: The turn, or the answer to it.
  ///   - history: Where it was kept.
  /// - Throws: ``Absence`` when there is no such turn or nothing was kept with it, or a `MemoryError`.
  public init(_ id: Int64, in history: ConversationHistory) async throws {
    guard let turn = try await history.turn(id),
      let person = try await history.turn(turn.answers ?? id)
    else { throw Absence.noTurn(id) }
    guard let kept = try await history.timeline(of: person.id) else {
      throw Absence.notWritten(person.id)
    }
    do {
      trace = try TurnTrace(json: Array(kept.utf8))
    } catch {
      throw Absence.unreadable(person.id)
    }
    self.person = person
    reply = try await history.answer(to: person.id)
    story = TurnStory(trace)
  }

  /// Why there is nothing to tell.
  public enum Absence: Error, Equatable, ProblemConvertible {
    /// There is no such turn.
    case noTurn(Int64)
    /// The turn is from before such things were kept, or was broken off.
    case notWritten(Int64)
    /// What was kept is damaged, or from a newer Kith.
    case unreadable(Int64)

    public var problem: Problem {
      switch self {
      case .noTurn(let id):
        Problem(.wrongUse, "There is no turn \(id).", action: "See kith turns for their numbers.")
      case .notWritten(let id):
        Problem(
          .wrongUse, "Why turn \(id) went as it did was not written down.",
          action: "It is for every turn from now on.")
      case .unreadable(let id):
        Problem(
          .wrongUse, "What was written down of turn \(id) can't be read.",
          action: "A newer Kith may have written it.")
      }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case turn, reply, story
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(person.id, forKey: .turn)
    try values.encodeIfPresent(reply?.id, forKey: .reply)
    try values.encode(story, forKey: .story)
  }
}
