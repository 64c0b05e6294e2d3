import Dialogue
import FoundationEssentials
import Transport

/// Reads the body of a chat completion, as a stream of events or as one object, in pieces of any size.
///
/// The same bytes give the same events however they are cut. Reasoning inside the text is left there:
/// whoever speaks the text takes it out.
struct ChatStreamReader: Sendable {
  /// The most bytes of text in a reply, thoughts included.
  static let textLimit = 256 << 10
  /// The most bytes of one event, of a whole object, and of lines that belong to no event.
  static let eventLimit = 512 << 10
  static let objectLimit = 2 << 20
  static let strayLimit = 16 << 10

  private enum Shape {
    /// Nothing but blanks so far.
    case unknown
    case events(EventStreamParser)
    case object([UInt8])
  }

  private var shape: Shape
  private var surrogates = SurrogateRepair()
  private var tools = ToolCallAssembly()
  private var strays = ""
  private var finish: FinishReason?
  private var textSize = 0
  private var hasChunks = false
  private var hasOtherData = false

  /// What is wrong with the reply; what came before is still good.
  private(set) var fault: ProviderError.Fault?
  /// Whether the end mark was read: nothing follows.
  private(set) var isAtEnd = false
  /// Whether the server has said why it stopped; only bookkeeping may follow.
  var knowsReason: Bool { finish != nil }
  /// Whether anything of a reply was read.
  private(set) var hasSpoken = false

  /// A reader of a body that the server calls `contentType`.
  init(contentType: String?) {
    shape =
      contentType == "text/event-stream"
      ? .events(EventStreamParser(lineLimit: Self.eventLimit, eventLimit: Self.eventLimit))
      : .unknown
    if contentType == "text/html" || contentType == "application/xhtml+xml" {
      fault = .notAModelServer
    }
  }

  /// Takes the next bytes.
  ///
  /// - Returns: The events that became whole.
  mutating func feed(_ bytes: [UInt8]) -> [ReplyEvent] {
    guard fault == nil, !isAtEnd else { return [] }
    var bytes = bytes[...]
    if case .unknown = shape { bytes = recognise(bytes) }
    switch shape {
    case .unknown:
      return []
    case .object(var whole):
      guard whole.count + bytes.count <= Self.objectLimit else {
        fault = .tooLarge
        return []
      }
      // Taken out first, so that appending does not copy; the same below.
      shape = .unknown
      whole += bytes
      shape = .object(whole)
      return []
    case .events(var parser):
      shape = .unknown
      defer { shape = .events(parser) }
      do {
        return read(try parser.feed(bytes))
      } catch {
        fault = .tooLarge
        return []
      }
    }
  }

  /// Takes the end of the body.
  ///
  /// - Returns: What was still open, and `.finished` last unless there is a fault.
  mutating func end() -> [ReplyEvent] {
    guard fault == nil else { return [] }
    var events: [ReplyEvent] = []
    switch shape {
    case .unknown: break
    case .object(let bytes): events = readObject(bytes)
    case .events(var parser):
      if !isAtEnd, let item = parser.end() { events = read([item]) }
    }
    guard fault == nil else { return events }
    let isWhole = finish != nil || isAtEnd
    if isWhole {
      let calls = tools.calls
      if !calls.isEmpty { hasSpoken = true }
      events += calls.map { .toolCall($0) }
    }
    if !hasSpoken, let silence = silence(isWhole: isWhole) {
      fault = silence
      return events
    }
    return events + [.finished(isWhole ? finish ?? .stop : .brokeOff)]
  }

  /// What it means that nothing was said; nil when the reason for stopping tells enough.
  private func silence(isWhole: Bool) -> ProviderError.Fault? {
    if isWhole { return finish == nil || finish == .stop ? .silent : nil }
    if hasChunks { return nil }
    return hasOtherData ? .notAModelServer : .silent
  }

  // MARK: - Which shape it has

  /// Chooses by the first byte that is no blank, when the content type did not tell.
  private mutating func recognise(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = bytes.drop { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
    switch rest.first {
    case nil: break
    case UInt8(ascii: "{"): shape = .object([])
    case UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "r"),
      UInt8(ascii: ":"):
      shape = .events(
        EventStreamParser(lineLimit: Self.eventLimit, eventLimit: Self.eventLimit))
    default: fault = .notAModelServer
    }
    return rest
  }

  // MARK: - What it says

  private mutating func read(_ items: [EventStreamParser.Item]) -> [ReplyEvent] {
    var events: [ReplyEvent] = []
    for item in items where fault == nil && !isAtEnd {
      switch item {
      case .event(let name, let data): events += readEvent(name, data)
      case .stray(let line): events += readStray(line)
      }
    }
    return events
  }

  private mutating func readEvent(_ name: String?, _ data: String) -> [ReplyEvent] {
    if data.trimmed == "[DONE]" {
      isAtEnd = true
      return []
    }
    if name == "error" {
      let body = try? JSONDecoder().decode(ErrorBody.self, from: Data(data.utf8))
      fault = .failed(status: nil, ServerMessage.shown(body?.message ?? data))
      return []
    }
    let bytes = surrogates.repair(Array(data.utf8))
    guard let chunk = try? JSONDecoder().decode(ChatChunk.self, from: Data(bytes)) else {
      // What looks like an object is one that was cut off.
      if data.trimmed.first != "{" { hasOtherData = true } else { hasChunks = true }
      return []
    }
    return read(chunk)
  }

  /// Reads an object that some servers write into a stream as it is.
  private mutating func readStray(_ line: String) -> [ReplyEvent] {
    guard strays.utf8.count + line.utf8.count < Self.strayLimit else {
      hasOtherData = true
      return []
    }
    strays += line + "\n"
    guard line.trimmed.last == "}",
      let chunk = try? JSONDecoder().decode(ChatChunk.self, from: Data(strays.utf8))
    else {
      if strays.trimmed.first != "{" { hasOtherData = true }
      return []
    }
    strays = ""
    return read(chunk)
  }

  private mutating func readObject(_ bytes: [UInt8]) -> [ReplyEvent] {
    let bytes = surrogates.repair(bytes)
    guard let chunk = try? JSONDecoder().decode(ChatChunk.self, from: Data(bytes)) else {
      fault = .brokeOff
      return []
    }
    let events = read(chunk)
    // A whole object is a whole reply, whether or not it says why it ended.
    if fault == nil, chunk.choice != nil, finish == nil { finish = .stop }
    return events
  }

  private mutating func read(_ chunk: ChatChunk) -> [ReplyEvent] {
    if chunk.choices != nil { hasChunks = true } else { hasOtherData = true }
    var events: [ReplyEvent] = []
    if let choice = chunk.choice { events = read(choice) }
    if let error = chunk.error {
      fault = .failed(status: nil, error.message.flatMap { ServerMessage.shown($0) })
    }
    return events
  }

  private mutating func read(_ choice: ChatChunk.Choice) -> [ReplyEvent] {
    var events: [ReplyEvent] = []
    let delta = choice.delta ?? choice.message
    if let reasoning = delta?.reasoning, !reasoning.isEmpty { events.append(.reasoning(reasoning)) }
    if let text = delta?.content, !text.isEmpty { events.append(.text(text)) }
    textSize += (delta?.reasoning?.utf8.count ?? 0) + (delta?.content?.utf8.count ?? 0)
    guard textSize <= Self.textLimit, (delta?.toolCalls ?? []).allSatisfy({ tools.add($0) }) else {
      fault = .tooLarge
      return []
    }
    if !events.isEmpty { hasSpoken = true }
    if let reason = choice.finishReason, !reason.isEmpty {
      if reason == "error" {
        fault = .failed(status: nil, nil)
      } else if finish == nil {
        finish = FinishReason(word: reason)
      }
    }
    return events
  }
}

extension FinishReason {
  /// The reason behind the word a server uses.
  fileprivate init(word: String) {
    self =
      switch word {
      case "stop", "eos", "end_turn": .stop
      case "length", "max_tokens": .length
      case "tool_calls", "function_call": .toolCalls
      case "content_filter": .contentFilter
      default: .other(String(word.prefix(40)))
      }
  }
}

extension String {
  /// The text without blanks around it.
  fileprivate var trimmed: Substring {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
