import Dialogue
import Transport

/// Reads a reply in the shape of OpenAI's chat completions: bytes in, reply events out.
///
/// A pure value, so that it can be held against every way a network cuts a stream. Whether the reply
/// comes as a stream of events or as one JSON object is told by the content type, then by the first
/// byte.
struct ChatReplyReader: Sendable {
  private enum Format {
    case undecided([UInt8])
    case events(EventStreamParser)
    case object([UInt8])
  }

  private let isEventStream: Bool
  private var format: Format
  private var filter: ReasoningFilter
  private var tools = ToolCallAssembly()
  private var finishReason: String?
  private var hasEndMark = false
  private var hasThought = false
  /// Lines that belong to no event; servers write bare errors into a stream.
  private var strays: [UInt8] = []

  private var events: [ReplyEvent] = []

  /// What the server says went wrong, or why it makes no sense.
  private(set) var failure: ProviderError.Fault?
  /// Whether nothing more is read.
  private(set) var isOver = false
  /// Whether anything was said that may be heard.
  private(set) var hasSpoken = false
  /// Whether only the end mark can follow.
  var awaitsOnlyTheEnd: Bool { finishReason != nil }
  /// Whether the model thinks without saying where its thoughts begin.
  var closedUnopenedThought: Bool { filter.closedUnopened }

  /// A reader for one reply.
  ///
  /// - Parameters:
  ///   - contentType: What the server says it sends, without parameters.
  ///   - hold: How much is held back in case it turns out to be a thought.
  init(contentType: String?, hold: ReasoningFilter.Hold) {
    isEventStream = contentType == "text/event-stream"
    format = contentType == "text/html" ? .undecided([UInt8(ascii: "<")]) : .undecided([])
    filter = ReasoningFilter(hold: hold)
  }

  /// Takes the next bytes.
  ///
  /// - Returns: What they mean; ``failure`` comes after them.
  mutating func read(_ bytes: [UInt8]) -> [ReplyEvent] {
    collect { reader throws(ProviderError.Fault) in try reader.take(bytes) }
  }

  /// Takes the end of the response.
  ///
  /// - Parameter isWhole: Whether the response ended as it should.
  /// - Returns: What was left, and the end; ``failure`` comes after them.
  mutating func end(isWhole: Bool) -> [ReplyEvent] {
    collect { reader throws(ProviderError.Fault) in try reader.takeEnd(isWhole: isWhole) }
  }

  private mutating func collect(
    _ work: (inout ChatReplyReader) throws(ProviderError.Fault) -> Void
  ) -> [ReplyEvent] {
    guard !isOver else { return [] }
    do {
      try work(&self)
    } catch {
      failure = error
      isOver = true
      emit(filter.end())
    }
    defer { events = [] }
    return events
  }

  private mutating func take(_ bytes: [UInt8]) throws(ProviderError.Fault) {
    switch format {
    case .undecided(let before):
      format = try Self.decide(before + bytes, isEventStream: isEventStream)
      // The bytes were only looked at: now they are read.
      guard case .events(var parser) = format else { return }
      try take(before + bytes, &parser)
    case .object(let before):
      format = .object(before + bytes)
    case .events(var parser):
      try take(bytes, &parser)
    }
  }

  private mutating func takeEnd(isWhole: Bool) throws(ProviderError.Fault) {
    switch format {
    case .undecided(let bytes):
      if bytes.first == UInt8(ascii: "<") { throw .notAModelServer }
    case .object(let bytes):
      guard let chunk = ChatChunk.read(bytes) else {
        if isWhole { throw .unreadable }
        break
      }
      guard chunk.choices != nil || chunk.complaint != nil else { throw .notAModelServer }
      try take(chunk)
      // A whole answer needs no reason to be one.
      if isWhole { hasEndMark = true }
    case .events(var parser):
      // An event that nothing closes counts when it makes sense by itself.
      if case .event(_, let data)? = parser.end() {
        if data == "[DONE]" {
          hasEndMark = true
        } else if let chunk = ChatChunk.read(Array(data.utf8)) {
          try take(chunk)
        }
      }
      if let chunk = ChatChunk.read(strays), chunk.complaint != nil { try take(chunk) }
    }
    if !isOver { try finish() }
  }

  private static func decide(
    _ bytes: [UInt8], isEventStream: Bool
  ) throws(ProviderError.Fault) -> Format {
    var start = bytes[...]
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if mark.starts(with: start.prefix(3)) || start.starts(with: mark) {
      if start.count < 3 { return .undecided(bytes) }
      start = start.dropFirst(3)
    }
    let first = start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch first {
    case nil where bytes.count < 4096: return .undecided(bytes)
    case UInt8(ascii: "<"): throw .notAModelServer
    case UInt8(ascii: "{") where !isEventStream, UInt8(ascii: "[") where !isEventStream:
      return .object(Array(start))
    default: return .events(EventStreamParser())
    }
  }

  private mutating func take(
    _ bytes: [UInt8], _ parser: inout EventStreamParser
  ) throws(ProviderError.Fault) {
    let items: [EventStreamParser.Item]
    do {
      items = try parser.feed(bytes)
    } catch {
      throw .transport(error)
    }
    format = .events(parser)
    for item in items where !isOver {
      switch item {
      case .event(_, "[DONE]"):
        hasEndMark = true
        try finish()
      case .event(let name, let data):
        guard let chunk = ChatChunk.read(Array(data.utf8)) else {
          throw name == "error" ? .failed(data) : .unreadable
        }
        if name == "error", chunk.complaint == nil { throw .failed(data) }
        try take(chunk)
      case .stray(let line):
        strays += Array((line + "\n").utf8)
        guard strays.count <= 65_536 else { throw .notAModelServer }
        if let chunk = ChatChunk.read(Array(line.utf8)) {
          strays = []
          try take(chunk)
        }
      }
    }
  }

  private mutating func take(_ chunk: ChatChunk) throws(ProviderError.Fault) {
    if let choice = chunk.choices?.first(where: { $0.index == 0 }) {
      if let reasoning = choice.delta.reasoning, !reasoning.isEmpty {
        hasThought = true
        events.append(.reasoning(reasoning))
      }
      if let content = choice.delta.content { emit(filter.feed(content)) }
      for delta in choice.delta.toolCalls { try tools.add(delta) }
      if let reason = choice.finishReason, !reason.isEmpty { finishReason = reason }
    }
    if let complaint = chunk.complaint { throw .failed(complaint) }
    if finishReason == "error" { throw .failed(nil) }
    // What follows a stop token is talk to itself.
    if filter.isOver {
      finishReason = finishReason ?? "stop"
      try finish()
    }
  }

  private mutating func finish() throws(ProviderError.Fault) {
    emit(filter.end())
    let isWhole = finishReason != nil || hasEndMark
    let calls = isWhole ? tools.finished() : []
    events += calls.map(ReplyEvent.toolCall)
    if !hasSpoken, calls.isEmpty, finishReason != "content_filter" {
      guard isWhole else { throw .transport(.brokeOff) }
      throw .silent(thought: hasThought, wasCut: finishReason == "length")
    }
    isOver = true
    events.append(.finished(reason(isWhole: isWhole)))
  }

  private func reason(isWhole: Bool) -> FinishReason {
    switch finishReason {
    case nil: isWhole ? .stop : .brokeOff
    case "stop"?, "eos"?, "end_turn"?: .stop
    case "length"?, "max_tokens"?: .length
    case "tool_calls"?, "function_call"?: .toolCalls
    case "content_filter"?: .contentFilter
    case let other?: .other(String(other.prefix(40)))
    }
  }

  private mutating func emit(_ pieces: [ReasoningFilter.Piece]) {
    for piece in pieces {
      switch piece {
      case .said(let text):
        if text.contains(where: { !$0.isWhitespace }) { hasSpoken = true }
        events.append(.text(text))
      case .thought(let text):
        hasThought = true
        events.append(.reasoning(text))
      }
    }
  }
}
