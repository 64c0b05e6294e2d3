/// What a model sends while it answers.
public enum ReplyEvent: Sendable, Equatable {
  /// The model is not ready and is being waited for ("waking").
  case waking
  /// More of the reply.
  case text(String)
  /// More of what the model thinks before it speaks; never spoken.
  case reasoning(String)
  /// A tool the model asked for; reported, never run unless it was offered.
  case toolCall(ToolCall)
  /// The reply is over.
  case finished(FinishReason)
}

/// A tool a model asked for.
public struct ToolCall: Sendable, Equatable, Codable {
  /// The name of the tool.
  public var name: String
  /// The arguments as the model wrote them: JSON, perhaps broken.
  public var arguments: String

  /// A call of `name` with `arguments`.
  public init(name: String, arguments: String) {
    self.name = name
    self.arguments = arguments
  }
}

/// Why a model stopped.
public enum FinishReason: Sendable, Equatable {
  /// It had said all.
  case stop
  /// It reached the most tokens it may use.
  case length
  /// It wants a tool's answer first.
  case toolCalls
  /// A filter of the server held it back.
  case contentFilter
  /// Another reason, in the server's word.
  case other(String)
  /// The stream ended without a reason and without its end mark: the reply is not whole.
  case brokeOff

  /// Whether the reply is whole.
  ///
  /// *Complete* is a finish reason other than an error, or the end mark.
  public var isComplete: Bool {
    self != .brokeOff
  }
}
