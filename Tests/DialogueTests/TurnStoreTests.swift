import Dialogue
import Testing

struct TurnStoreTests {
  /// A store with no more than it must have.
  private actor Shelf: TurnStore {
    private var turns: [Turn] = []

    func keep(person text: String, at milliseconds: Int64) -> Turn {
      add(.person, text, .whole, milliseconds, nil)
    }

    func keep(
      reply text: String, ending: Turn.Ending, answering person: Int64, at milliseconds: Int64
    ) -> Turn {
      add(.companion, text, ending, milliseconds, person)
    }

    func latest(_ count: Int) -> [Turn] { turns.suffix(count) }

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

  @Test func `a small store finds the answer to a turn`() async throws {
    let store: any TurnStore = Shelf()
    let person = try await store.keep(person: "Hello", request: "a", at: 1)
    #expect(try await store.answer(to: person.id) == nil)
    let reply = try await store.keep(reply: "Hi", ending: .cut, answering: person.id, at: 2)
    #expect(try await store.answer(to: person.id) == reply)
    try await store.keep(timeline: "{}", of: person.id)
    #expect(try await store.latest(1) == [reply])
  }
}
