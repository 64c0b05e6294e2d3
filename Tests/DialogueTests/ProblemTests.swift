import Dialogue
import Journal
import Testing

struct ProblemTests {
  private struct Known: ProblemConvertible {
    var problem: Problem { Problem(.brainBusy, "It is busy.", action: "Wait.") }
  }

  private struct Unknown: Error {
    var secret = "what somebody said"
  }

  @Test func `a known error becomes its problem`() {
    #expect(Problem.from(Known()) == Known().problem)
    #expect(Problem.from(Known().problem) == Known().problem)
  }

  @Test func `a cancelled task is told apart`() {
    #expect(Problem.from(CancellationError()).code == .cancelled)
  }

  @Test func `an unknown error keeps its text to itself`() {
    let problem = Problem.from(Unknown())
    #expect(problem.code == .unexpected)
    #expect(!"\(problem)".contains("somebody"))
  }
}
