/// What a pretended provider does, request after request.
public struct Script: Sendable {
  private var steps: [Step]
  private let models: Step?

  /// Plays `steps`, one for each chat request; the last one stays.
  ///
  /// - Parameters:
  ///   - steps: At least one step.
  ///   - models: What is done when the models are asked for, or `nil` for an ordinary list.
  public init(_ steps: [Step], models: Step? = nil) {
    precondition(!steps.isEmpty, "a script needs a step")
    self.steps = steps
    self.models = models
  }

  /// Answers every request with `text`.
  public static func saying(_ text: String, at pace: Pace = .atOnce) -> Script {
    Script([.reply(text, pace)])
  }

  mutating func nextStep() -> Step {
    steps.count > 1 ? steps.removeFirst() : steps[0]
  }

  var modelsStep: Step? { models }
}

/// How fast a reply comes.
public struct Pace: Sendable, Equatable {
  /// From the request to the first token.
  public var firstToken: Duration
  /// From one token to the next; a token is a word with the blank before it, or a mark.
  public var perToken: Duration

  /// A pace of `tokensPerSecond`, after `firstToken`.
  ///
  /// - Precondition: `tokensPerSecond` is greater than zero.
  public init(firstToken: Duration, tokensPerSecond: Double) {
    precondition(tokensPerSecond > 0, "a reply has to move")
    self.firstToken = firstToken
    perToken = .seconds(1 / tokensPerSecond)
  }

  private init() {
    firstToken = .zero
    perToken = .zero
  }

  /// Everything without delay.
  public static let atOnce = Pace()
}

/// What is done with one request.
public enum Step: Sendable {
  /// Replies with a text, as a stream or whole, as it was asked for.
  case reply(String, Pace = .atOnce)
  /// Replies with what the person said last.
  case echo(Pace = .atOnce)
  /// Begins a reply and cuts the connection behind so many bytes of its text.
  case breakOff(String, afterBytes: Int, Pace = .atOnce)
  /// Sends a body as it was recorded from another server, in pieces of at most `pieceBytes`.
  case recorded([UInt8], type: String, pieceBytes: Int = .max, between: Duration = .zero)
  /// Answers with this and nothing else.
  case answer(status: Int, fields: [String: String], body: String)
  /// Accepts the request and never answers, until the client goes.
  case silence

  /// A web page where a model should be.
  public static let page = Step.answer(
    status: 200, fields: ["content-type": "text/html; charset=utf-8"],
    body: "<!DOCTYPE html><html><body><h1>It works</h1></body></html>")

  /// Nothing, successfully.
  public static let empty = Step.answer(status: 200, fields: [:], body: "")

  /// The model is still being loaded.
  public static let loading = Step.failure(503, "Loading model")

  /// An error in the shape that OpenAI and most local servers use.
  ///
  /// - Parameters:
  ///   - status: The status, 400…599.
  ///   - message: The message in the body; plain words without quotation marks.
  ///   - retryAfter: Seconds to wait, for the `Retry-After` field.
  /// - Returns: The step.
  public static func failure(_ status: Int, _ message: String, retryAfter: Int? = nil) -> Step {
    var fields = ["content-type": "application/json"]
    if let retryAfter { fields["retry-after"] = "\(retryAfter)" }
    return .answer(
      status: status, fields: fields,
      body: #"{"error":{"message":"\#(message)","type":"error","param":null,"code":\#(status)}}"#)
  }
}
