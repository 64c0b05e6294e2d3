import FoundationEssentials

/// A piece of a chat completion as servers send it, or the whole of one.
///
/// Reads what is there and understandable: one odd field must not lose the words beside it.
struct ChatChunk: Decodable {
  struct Choice: Decodable {
    var index: Int?
    var delta: Delta?
    var message: Delta?
    var finishReason: String?

    enum CodingKeys: String, CodingKey {
      case index, delta, message
      case finishReason = "finish_reason"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      index = try? fields.decodeIfPresent(Int.self, forKey: .index)
      delta = try? fields.decodeIfPresent(Delta.self, forKey: .delta)
      message = try? fields.decodeIfPresent(Delta.self, forKey: .message)
      finishReason = try? fields.decodeIfPresent(String.self, forKey: .finishReason)
    }
  }

  struct Delta: Decodable {
    var content: String?
    var reasoning: String?
    var toolCalls: [ToolCallPiece]

    enum CodingKeys: String, CodingKey {
      case content, reasoning
      case reasoningContent = "reasoning_content"
      case toolCalls = "tool_calls"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      content = try? fields.decodeIfPresent(Content.self, forKey: .content)?.text
      // Servers use the one name or the other; some send the same words under both.
      let named = [CodingKeys.reasoningContent, .reasoning].lazy.compactMap {
        try? fields.decodeIfPresent(String.self, forKey: $0)
      }
      reasoning = named.first { !$0.isEmpty }
      toolCalls = (try? fields.decodeIfPresent([ToolCallPiece].self, forKey: .toolCalls)) ?? []
    }
  }

  /// A text, or a list of parts of which some are text.
  private enum Content: Decodable {
    case text(String)

    struct Part: Decodable {
      var text: String?
    }

    var text: String {
      switch self {
      case .text(let text): text
      }
    }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .text(try value.decode([Part].self).compactMap(\.text).joined())
      }
    }
  }

  struct ToolCallPiece: Decodable {
    struct Function: Decodable {
      var name: String?
      var arguments: String?
    }

    var index: Int?
    var id: String?
    var function: Function?

    enum CodingKeys: String, CodingKey {
      case index, id, function
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      index = try? fields.decodeIfPresent(Int.self, forKey: .index)
      id = try? fields.decodeIfPresent(String.self, forKey: .id)
      function = try? fields.decodeIfPresent(Function.self, forKey: .function)
    }
  }

  /// Nil when this is no piece of a chat completion.
  var choices: [Choice]?
  /// What the server says went wrong.
  var error: ErrorBody?

  enum CodingKeys: String, CodingKey {
    case choices, error
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    choices = try? fields.decodeIfPresent([Choice].self, forKey: .choices)
    error =
      try fields.decodeIfPresent(ErrorBody.self, forKey: .error)
  }

  /// The choice that is read: the first of several.
  var choice: Choice? { choices?.first { ($0.index ?? 0) == 0 } }
}

/// What is wrong, in any of the shapes servers use: a text, or an object with a message.
struct ErrorBody: Decodable {
  var message: String?

  private enum CodingKeys: String, CodingKey {
    case message, error, detail
  }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      message = text
      return
    }
    guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else { return }
    let inner = try? fields.decodeIfPresent(ErrorBody.self, forKey: .error)
    message =
      inner?.message
      ?? [CodingKeys.message, .detail].lazy.compactMap {
        try? fields.decodeIfPresent(String.self, forKey: $0)
      }.first
  }
}
