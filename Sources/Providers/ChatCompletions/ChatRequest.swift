import Dialogue
import FoundationEssentials

/// The body of a request for a chat completion.
struct ChatRequest: Encodable {
  struct Message: Encodable {
    var role: String
    var content: String
  }

  var model: String?
  var messages: [Message]
  var stream: Bool
  var maximumTokens: Int
  var temperature: Double
  /// Asks llama.cpp to keep what it has read for the next request.
  var cachesPrompt: Bool?

  enum CodingKeys: String, CodingKey {
    case model, messages, stream, temperature
    case maximumTokens = "max_tokens"
    case cachesPrompt = "cache_prompt"
  }

  /// A request for a reply to `prompt`, as a stream.
  init(_ prompt: Prompt, model: String?, cachesPrompt: Bool) {
    self.model = model
    messages = prompt.messages.map { Message(role: $0.role.rawValue, content: $0.text) }
    stream = true
    maximumTokens = prompt.maximumTokens
    temperature = prompt.temperature
    self.cachesPrompt = cachesPrompt ? true : nil
  }

  /// The JSON of it.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}
