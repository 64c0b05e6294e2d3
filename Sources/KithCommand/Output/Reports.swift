import Dialogue
import Journal

/// A problem as JSON shows it.
struct ProblemReport: Encodable {
  var code: String
  var message: String
  var action: String
  var details: String?

  init(_ problem: Problem) {
    code = problem.code.rawValue
    message = problem.message
    action = problem.action
    details = problem.details
  }
}

/// What a failed command prints as JSON.
struct FailureReport: Encodable {
  var problem: ProblemReport

  init(_ problem: Problem) {
    self.problem = ProblemReport(problem)
  }
}
