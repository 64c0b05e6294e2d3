import FoundationEssentials

/// What an OpenAI-compatible server sends, a piece of a stream or a whole answer.
///
/// Servers differ in what they leave out and what they set to null; whatever is missing or of another
/// type counts as not sent.
struct ChatChunk: Decodable, Sendable {
  struct Choice: Decodable, Sendable {
    var index: Int
    var delta: Delta
    var finishReason: String?

    enum Key: String, CodingKey {
      case index, delta, message
      case finishReason = "finish_reason"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      index = (try? values.decode(Int.self, forKey: .index)) ?? 0
      delta =
        (try? values.decode(Delta.self, forKey: .delta))
        ?? (try? values.decode(Delta.self, forKey: .message)) ?? Delta()
      finishReason = try? values.decode(String.self, forKey: .finishReason)
    }
  }

  struct Delta: Decodable, Sendable {
    var content: String?
    var reasoning: String?
    var toolCalls: [ToolCallDelta] = []

    enum Key: String, CodingKey {
      case content, reasoning
      case reasoningContent = "reasoning_content"
      case toolCalls = "tool_calls"
    }

    private struct Part: Decodable {
      var text: String?
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      content =
        (try? values.decode(String.self, forKey: .content))
        ?? (try? values.decode([Part].self, forKey: .content))?.compactMap(\.text).joined()
      // Some servers send both with the same words.
      reasoning =
        (try? values.decode(String.self, forKey: .reasoningContent))
        ?? (try? values.decode(String.self, forKey: .reasoning))
      toolCalls = (try? values.decode([ToolCallDelta].self, forKey: .toolCalls)) ?? []
    }
  }

  struct ToolCallDelta: Decodable, Sendable {
    var index: Int?
    var id: String?
    var name: String?
    var arguments: String?

    enum Key: String, CodingKey {
      case index, id, function
    }

    enum FunctionKey: String, CodingKey {
      case name, arguments
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      index = try? values.decode(Int.self, forKey: .index)
      id = try? values.decode(String.self, forKey: .id)
      let function = try? values.nestedContainer(keyedBy: FunctionKey.self, forKey: .function)
      name = try? function?.decode(String.self, forKey: .name)
      arguments = try? function?.decode(String.self, forKey: .arguments)
    }
  }

  var choices: [Choice]?
  /// What the server says went wrong: "" when it says that something did, but not what.
  var complaint: String?

  enum Key: String, CodingKey {
    case choices, error, message
  }

  private struct Reason: Decodable {
    var message: String?
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    choices = try? values.decode([Choice].self, forKey: .choices)
    guard values.contains(.error), try !values.decodeNil(forKey: .error) else { return }
    complaint =
      (try? values.decode(String.self, forKey: .error))
      ?? (try? values.decode(Reason.self, forKey: .error))?.message ?? ""
  }

  /// Reads a chunk.
  ///
  /// - Returns: The chunk, or nil when `bytes` are no JSON object.
  static func read(_ bytes: [UInt8]) -> ChatChunk? {
    try? JSONDecoder().decode(ChatChunk.self, from: Data(mendSurrogates(bytes)))
  }

  /// Replaces halves of surrogate pairs, which byte-level tokenisers cut over two deltas.
  ///
  /// Half a pair is no character, and a strict reader refuses the whole chunk for it.
  static func mendSurrogates(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.firstRange(of: Array("\\u".utf8)) != nil else { return bytes }
    var mended = bytes
    var place = 0
    while place < mended.count {
      guard mended[place] == UInt8(ascii: "\\") else {
        place += 1
        continue
      }
      guard let unit = escapedUnit(mended, at: place) else {
        place += 2
        continue
      }
      if (0xD800...0xDBFF).contains(unit), let low = escapedUnit(mended, at: place + 6),
        (0xDC00...0xDFFF).contains(low)
      {
        place += 12
      } else {
        if (0xD800...0xDFFF).contains(unit) {
          mended.replaceSubrange(place + 2..<place + 6, with: Array("fffd".utf8))
        }
        place += 6
      }
    }
    return mended
  }

  private static func escapedUnit(_ bytes: [UInt8], at place: Int) -> UInt16? {
    guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
  }
}
