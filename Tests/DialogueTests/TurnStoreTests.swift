import Dialogue
import Testing

@Test func `a store with no more than it must have finds the answer to a turn`() async throws {
  let store: any TurnStore = EphemeralTurns()
  let person = try await store.keep(person: "Hello", request: "a", at: 1)
  #expect(try await store.answer(to: person.id) == nil)
  let reply = try await store.keep(reply: "Hi", ending: .cut, answering: person.id, at: 2)
  #expect(try await store.answer(to: person.id) == reply)
  try await store.keep(timeline: "{}", of: person.id)
  #expect(try await store.latest(1) == [reply])
}
