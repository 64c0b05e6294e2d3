import Companion
import Dialogue
import Hearing
import Sound
import Synchronization
import TestSupport
import Testing

struct LearnedPausesTests {
  private func spans(_ milliseconds: [Double]) -> [SampleSpan] {
    milliseconds.map { SampleSpan.milliseconds($0) }
  }

  @Test func `the pauses of a turn are learned at its end and known to the next conversation`()
    async throws
  {
    let kept = Mutex<[PauseHabit]>([])
    let pauses = LearnedPauses(PauseHabit()) { habit in kept.withLock { $0.append(habit) } }
    var stage = try Stage(
      hearing: ["And then we went to", "And then we went to the sea."],
      replier: ScriptedReplier(saying: ["Nice."]), completion: 0.2, pauses: pauses)
    try await stage.conversation.open()
    await stage.pass(600, speaking: true)
    await stage.pass(400)
    #expect(kept.withLock { $0.isEmpty })
    await stage.pass(600, speaking: true)
    await stage.pass(3000)
    let learned = try #require(pauses.habit.pauses.first)
    #expect(pauses.habit.pauses.count == 1)
    #expect(learned >= .milliseconds(320) && learned <= .milliseconds(480))
    #expect(kept.withLock { $0 } == [pauses.habit])
  }

  @Test func `the end of a turn is told with its reasons`() async throws {
    var waits: [SampleSpan] = []
    for pause in [256.0, 1216] {
      let habit = PauseHabit(spans([Double](repeating: pause, count: 20)))
      var stage = try Stage(
        hearing: ["Good morning."], replier: ScriptedReplier(saying: ["Hello."]), completion: 0.8,
        pauses: LearnedPauses(habit) { _ in })
      try await stage.conversation.open()
      await stage.pass(800, speaking: true)
      await stage.pass(3000)
      let decision = try #require(stage.events.decisions.first)
      #expect(decision.reasons.first == .init(cause: .habit, by: habit.wait))
      #expect(decision.reasons.contains { $0.cause == .turnModel })
      waits.append(decision.wait)
    }
    #expect(waits[0] < waits[1])
  }

  @Test(arguments: [true, false])
  func `a short answer to what was just asked is over sooner`(wasAsked: Bool) async throws {
    let earlier = [
      Turn(id: 1, speaker: .person, text: "I slept.", ending: .whole, startedAt: 0),
      Turn(
        id: 2, speaker: .companion, text: wasAsked ? "Did you sleep well?" : "You slept well.",
        ending: .whole, startedAt: 0, answers: 1),
    ]
    var stage = try Stage(
      hearing: ["Yes."], replier: ScriptedReplier(saying: ["Good."]),
      turns: ScriptedTurns(earlier), completion: 0.3)
    try await stage.conversation.open()
    await stage.pass(400, speaking: true)
    await stage.pass(3000)
    let causes = stage.events.decisions.flatMap { $0.reasons.map(\.cause) }
    #expect(causes.contains(.answer) == wasAsked)
  }

  @Test func `somebody who goes on before the reply is heard has paused`() async throws {
    let pauses = LearnedPauses(PauseHabit()) { _ in }
    var stage = try Stage(
      hearing: ["I think so.", "But not today."],
      replier: ScriptedReplier([.hanging([]), .events([.text("Fine."), .finished(.stop)])]),
      completion: 0.99, pauses: pauses)
    try await stage.conversation.open()
    await stage.pass(800, speaking: true)
    await stage.passWithoutWaiting(900)
    #expect(pauses.habit.pauses.isEmpty)
    await stage.passWithoutWaiting(700, speaking: true)
    #expect(pauses.habit.pauses.count == 1)
    await stage.conversation.close()
  }
}
