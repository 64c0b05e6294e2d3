import Dialogue
import Journal

/// One event of `POST /kith/chat` on the wire: a JSON object with one of these fields.
public struct ChatLine: Codable, Sendable {
  /// How an answer ended.
  public struct Done: Codable, Sendable {
    /// Whether the reply is whole.
    public var complete: Bool
    /// The reply's turn; nil when nothing of it was kept.
    public var reply: Int64?
  }

  /// What went wrong instead of an answer.
  public struct Trouble: Codable, Sendable {
    /// The kind of problem.
    public var code: String
    /// What is wrong.
    public var message: String
    /// What to do.
    public var action: String
    /// What a server wrote about it.
    public var details: String?

    init(_ problem: Problem) {
      code = problem.code.rawValue
      message = problem.message
      action = problem.action
      details = problem.details
    }
  }

  /// The person's turn: it is kept.
  public var acknowledged: Int64?
  /// True while the model is not ready and is being waited for.
  public var waking: Bool?
  /// More of the reply.
  public var text: String?
  /// The reply is over.
  public var done: Done?
  /// There is no reply, or no more of it.
  public var problem: Trouble?

  init(acknowledged: Int64) {
    self.acknowledged = acknowledged
  }

  init(waking: Bool) {
    self.waking = waking
  }

  init(text: String) {
    self.text = text
  }

  init(done: Done) {
    self.done = done
  }

  init(problem: Trouble) {
    self.problem = problem
  }
}
