import Hearing
import Sound
import Testing

struct EndOfTurnTests {
  private let rule = EndOfTurn()
  private let habits = [224, 350, 500, 700, 1000, 1700, 3000].map { SampleSpan.milliseconds($0) }
  private let completions: [Float?] = [nil, 0, 0.001, 0.1, 0.5, 0.9, 0.999, 1]
  private let words: [EndOfTurn.Words?] = [nil] + EndOfTurn.Words.allCases

  private func forEachCase(
    _ body: (EndOfTurn.Evidence, SampleSpan, EndOfTurn.Decision) throws -> Void
  ) rethrows {
    for habit in habits {
      for completion in completions {
        for words in words {
          let evidence = EndOfTurn.Evidence(completion: completion, words: words)
          try body(evidence, habit, rule.decide(evidence, habit: habit))
        }
      }
    }
  }

  @Test func `no wait is shorter or longer than anybody may be made to wait`() {
    forEachCase { _, _, decision in
      #expect(decision.wait >= .milliseconds(350) && decision.wait <= .milliseconds(1700))
    }
  }

  @Test func `the reasons add up to the wait, and the habit comes first`() {
    forEachCase { _, habit, decision in
      #expect(decision.reasons.reduce(SampleSpan.zero) { $0 + $1.by } == decision.wait)
      #expect(decision.reasons.first == .init(cause: .habit, by: habit))
      #expect(decision.reasons.dropFirst().allSatisfy { $0.by != .zero })
      #expect(Set(decision.reasons.map(\.cause)).count == decision.reasons.count)
    }
  }

  @Test func `the surer the turn model, the shorter the wait`() {
    for habit in habits {
      let waits = (0...100).map {
        rule.decide(.init(completion: Float($0) / 100, words: .neutral), habit: habit).wait
      }
      #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 >= $1 })
    }
  }

  @Test func `somebody who pauses longer is waited for longer`() {
    for completion in completions {
      let waits = habits.map {
        rule.decide(.init(completion: completion, words: .neutral), habit: $0).wait
      }
      #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func `words that trail off lengthen the wait; questions and short answers shorten it`() {
    for completion in completions {
      func wait(_ words: EndOfTurn.Words) -> SampleSpan {
        rule.decide(.init(completion: completion, words: words), habit: .milliseconds(700)).wait
      }
      for longer in [EndOfTurn.Words.unfinished, .filler, .list] {
        #expect(wait(longer) >= wait(.neutral))
      }
      #expect(wait(.question) <= wait(.neutral))
      #expect(wait(.answer) <= wait(.neutral))
    }
  }

  @Test func `a question that sounds like one ends after the shortest wait`() {
    let sure = rule.decide(
      .init(completion: 0.97, words: .question), habit: PauseHabit.usualWait)
    #expect(sure.wait == EndOfTurn.shortest)
  }

  @Test func `without weights the habit alone is the wait`() {
    let silence = EndOfTurn(weights: .none)
    for completion in completions {
      let decision = silence.decide(
        .init(completion: completion, words: .filler), habit: .milliseconds(864))
      #expect(decision.wait == .milliseconds(864))
      #expect(decision.reasons == [.init(cause: .habit, by: .milliseconds(864))])
    }
  }
}
