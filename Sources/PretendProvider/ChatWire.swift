import FoundationEssentials

/// The parts of a chat request that a pretended provider looks at.
struct ChatRequest: Decodable {
  struct Message: Decodable {
    var role: String
    var content: Content?
  }

  /// A content is a text or a list of parts.
  enum Content: Decodable {
    case text(String)

    private struct Part: Decodable {
      var text: String?
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .text(try container.decode([Part].self).compactMap(\.text).joined())
      }
    }
  }

  var model: String?
  var stream: Bool?
  var messages: [Message]

  /// What the person said last.
  var lastUserText: String {
    guard case .text(let text) = messages.last(where: { $0.role == "user" })?.content else {
      return ""
    }
    return text
  }
}

/// Writes replies in the shape of OpenAI's chat completions.
struct ChatReply {
  private struct Choice: Encodable {
    struct Text: Encodable {
      var role: String?
      var content: String?
    }

    var index = 0
    var delta: Text?
    var message: Text?
    var finishReason: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(index, forKey: .index)
      try container.encodeIfPresent(delta, forKey: .delta)
      try container.encodeIfPresent(message, forKey: .message)
      // Written as null while the reply goes on, like the servers do.
      try container.encode(finishReason, forKey: .finishReason)
    }

    enum Key: String, CodingKey {
      case index, delta, message
      case finishReason = "finish_reason"
    }
  }

  private struct Wire: Encodable {
    var id: String
    var object: String
    var created = 1_790_000_000
    var model: String
    var choices: [Choice]
  }

  let number: Int
  let model: String

  /// The event that opens a stream.
  func opening() throws -> [UInt8] {
    try event(Choice(delta: .init(role: "assistant", content: "")))
  }

  /// The event that carries a token.
  func token(_ text: String) throws -> [UInt8] {
    try event(Choice(delta: .init(content: text)))
  }

  /// The events that end a stream.
  func closing() throws -> [UInt8] {
    try event(Choice(delta: .init(), finishReason: "stop")) + Array("data: [DONE]\n\n".utf8)
  }

  /// A whole reply in one body.
  func whole(_ text: String) throws -> [UInt8] {
    let message = Choice.Text(role: "assistant", content: text)
    return try encode("chat.completion", Choice(message: message, finishReason: "stop"))
  }

  private func event(_ choice: Choice) throws -> [UInt8] {
    try Array("data: ".utf8) + encode("chat.completion.chunk", choice) + Array("\n\n".utf8)
  }

  private func encode(_ object: String, _ choice: Choice) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(
      try encoder.encode(
        Wire(id: "chatcmpl-\(number)", object: object, model: model, choices: [choice])))
  }

  /// Cuts a text into tokens: a word with the blanks before it, or a single mark.
  static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var current = ""
    for character in text {
      let isWord = character.isLetter || character.isNumber
      let continues = current.last.map { isWord && ($0.isLetter || $0.isNumber) } ?? true
      if !continues, !(current.allSatisfy(\.isWhitespace)) {
        tokens.append(current)
        current = ""
      }
      current.append(character)
    }
    if !current.isEmpty { tokens.append(current) }
    return tokens
  }
}
