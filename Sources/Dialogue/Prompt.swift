/// What a model is given before it answers.
public struct Prompt: Sendable, Equatable {
  /// The messages, oldest first; the first is the system message.
  public var messages: [Message]

  /// The most tokens the reply may have.
  public var maximumTokens: Int

  /// How freely words are chosen, 0…2.
  public var temperature: Double

  /// A prompt of `messages`.
  public init(messages: [Message], maximumTokens: Int = 160, temperature: Double = 0.7) {
    self.messages = messages
    self.maximumTokens = maximumTokens
    self.temperature = temperature
  }
}

/// One message of a prompt.
public struct Message: Sendable, Equatable, Codable {
  /// Who speaks.
  public enum Role: String, Sendable, Codable {
    case system, user, assistant
  }

  /// Who speaks.
  public var role: Role

  /// What is said.
  public var text: String

  /// A message of `role` that says `text`.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}
