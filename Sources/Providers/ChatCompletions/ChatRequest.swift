import Dialogue
import FoundationEssentials

/// The body of a request for a reply.
struct ChatRequest: Encodable, Sendable {
  struct Row: Encodable, Sendable {
    var role: String
    var content: String
  }

  var model: String?
  var messages: [Row]
  var stream: Bool
  var maximumTokens: Int
  var temperature: Double
  /// Only for `llama-server`: keep what was read for the next request.
  var cachePrompt: Bool?

  enum CodingKeys: String, CodingKey {
    case model, messages, stream, temperature
    case maximumTokens = "max_tokens"
    case cachePrompt = "cache_prompt"
  }

  /// The request for a reply to `prompt`.
  init(_ prompt: Prompt, model: String?, isManaged: Bool) {
    self.model = model
    messages = prompt.messages.map { Row(role: $0.role.rawValue, content: $0.text) }
    stream = true
    maximumTokens = prompt.maximumTokens
    temperature = prompt.temperature
    cachePrompt = isManaged ? true : nil
  }

  /// The body as it is sent: the same prompt gives the same bytes.
  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}
