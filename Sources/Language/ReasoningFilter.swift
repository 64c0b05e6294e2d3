/// Takes a model's reasoning, tool calls and template tokens out of its text while it streams.
///
/// The same text gives the same result however it is cut. A reasoning block that never closes hides
/// the rest. When only a closing tag comes, because the opening one was in the prompt, what came
/// before it was reasoning too: ``Output/retraction`` says so.
struct ReasoningFilter: Sendable {
  /// What is left of a piece of text.
  enum Output: Equatable {
    case visible([Unicode.Scalar])
    /// A tool call begins: what was said before it is over.
    case toolCall
    case retraction
  }

  private enum State {
    /// Text for the reader.
    case open
    /// Inside so many reasoning or tool blocks of this name.
    case hidden(name: String, depth: Int)
    /// After a token of the Harmony format, in the name of a role or channel; nothing is shown.
    case header
    /// In a Harmony channel that is not for the reader.
    case channel
  }

  /// The longest tag or token looked for, in scalars.
  private static let longestTag = 40

  private static let names: Set<String> = [
    "think", "thinking", "thought", "thoughts", "reasoning", "reflection", "analysis", "scratchpad",
    "tool_call", "tool_calls", "function_call", "tool_response",
  ]

  private static let toolNames: Set<String> = [
    "tool_call", "tool_calls", "function_call", "tool_response",
  ]

  private var state = State.open
  private var pending: [Unicode.Scalar] = []
  private var headerName: [Unicode.Scalar] = []
  private var code = CodeSpan()
  private var hasHidden = false

  /// Whether any reasoning was hidden.
  private(set) var hidReasoning = false

  /// Takes the next piece.
  mutating func feed(_ piece: some Sequence<Unicode.Scalar>) -> [Output] {
    pending.append(contentsOf: piece)
    return read(isEnd: false)
  }

  /// Reads what was held back, with the end of the text known.
  mutating func finish() -> [Output] {
    read(isEnd: true)
  }

  private mutating func read(isEnd: Bool) -> [Output] {
    var outputs: [Output] = []
    var visible: [Unicode.Scalar] = []
    var index = 0
    reading: while index < pending.count {
      let scalar = pending[index]
      if scalar == "<" || scalar == "[", !code.isOpen {
        switch Tag.read(pending[index...], longest: Self.longestTag, isEnd: isEnd) {
        case .needsMore: break reading
        case .none: break
        case .found(let tag, let length):
          let wasOpen = isOpen
          if apply(tag) {
            visible = []
            outputs.append(.retraction)
          }
          if wasOpen, isInToolCall {
            if !visible.isEmpty { outputs.append(.visible(visible)) }
            visible = []
            outputs.append(.toolCall)
          }
          index += length
          continue reading
        }
      }
      index += 1
      switch state {
      case .open:
        code.read(scalar)
        visible.append(scalar)
      case .header: headerName.append(scalar)
      case .hidden, .channel: break
      }
    }
    pending.removeFirst(index)
    if !visible.isEmpty { outputs.append(.visible(visible)) }
    return outputs
  }

  private var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  private var isInToolCall: Bool {
    if case .hidden(let name, _) = state { Self.toolNames.contains(name) } else { false }
  }

  /// Goes on after a tag; true when the text so far turns out to be reasoning.
  private mutating func apply(_ tag: Tag) -> Bool {
    switch (tag, state) {
    case (.opening(let name), .open), (.opening(let name), .channel):
      if !Self.toolNames.contains(name) { hidReasoning = true }
      hasHidden = true
      state = .hidden(name: name, depth: 1)
    case (.opening(let name), .hidden(let current, let depth)) where name == current:
      state = .hidden(name: name, depth: depth + 1)
    case (.closing(let name), .hidden(let current, let depth)) where name == current:
      state = depth > 1 ? .hidden(name: name, depth: depth - 1) : .open
    case (.closing(let name), .open):
      guard !hasHidden, !Self.toolNames.contains(name) else { return false }
      hasHidden = true
      hidReasoning = true
      code = CodeSpan()
      return true
    case (.token(let name), _): apply(token: name)
    case (.opening, _), (.closing, _): break
    }
    return false
  }

  /// Follows the tokens of the Harmony format: role, channel name, message, end.
  private mutating func apply(token: String) {
    switch (token, state) {
    case (_, .hidden): break
    case ("start", _), ("channel", _):
      headerName = []
      state = .header
    case ("message", .header):
      let name = String(headerName.filter { !$0.isSpace })
      let isForReader = ["final", "assistant", ""].contains(name)
      if !isForReader { hidReasoning = true }
      state = isForReader ? .open : .channel
    case ("end", .channel), ("return", .channel): state = .open
    default: break
    }
  }

  /// A tag or token in the text.
  private enum Tag {
    case opening(String)
    case closing(String)
    case token(String)

    enum Finding {
      case found(Tag, length: Int)
      case none
      case needsMore
    }

    /// Reads what starts with "<" or "[".
    static func read(_ text: ArraySlice<Unicode.Scalar>, longest: Int, isEnd: Bool) -> Finding {
      let isSquare = text.first == "["
      var body: [Unicode.Scalar] = []
      for scalar in text.dropFirst().prefix(longest) {
        if scalar == (isSquare ? "]" : ">") {
          return tag(String(body), isSquare: isSquare).map {
            .found($0, length: body.count + 2)
          } ?? .none
        }
        body.append(scalar)
        if !canGrow(String(body), isSquare: isSquare) { return .none }
      }
      return isEnd || body.count == longest ? .none : .needsMore
    }

    private static func tag(_ body: String, isSquare: Bool) -> Tag? {
      if isSquare { return body == "INST" || body == "/INST" ? .token(body) : nil }
      if let first = body.first, "|｜".contains(first), body.count > 2 {
        return .token(String(body.dropFirst().dropLast()))
      }
      if body == "s" || body == "/s" { return .token(body) }
      let isClosing = body.hasPrefix("/")
      let name = body.drop { $0 == "/" }.lowercased().filter { !$0.isWhitespace }
      guard names.contains(name) else { return nil }
      return isClosing ? .closing(name) : .opening(name)
    }

    /// Whether `body` may be the start of a tag.
    private static func canGrow(_ body: String, isSquare: Bool) -> Bool {
      if isSquare { return "INST".hasPrefix(body) || "/INST".hasPrefix(body) }
      if let first = body.first, "|｜".contains(first) {
        return body.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "_|｜▁".contains($0) }
      }
      if body == "s" || body == "/s" || body == "/" { return true }
      let name = body.drop { $0 == "/" }.lowercased().filter { !$0.isWhitespace }
      return names.contains { $0.hasPrefix(name) }
    }
  }
}

/// Whether a place lies inside code, where a tag is only spoken about.
private struct CodeSpan: Sendable {
  private var ticks = 0
  private var openTicks = 0

  /// Whether code is open at this place.
  var isOpen: Bool { openTicks > 0 && ticks == 0 || openTicks == 0 && ticks > 0 }

  /// Goes on past `scalar`.
  mutating func read(_ scalar: Unicode.Scalar) {
    if scalar == "`" {
      ticks += 1
      return
    }
    if ticks > 0 {
      if openTicks == 0 { openTicks = ticks } else if openTicks == ticks { openTicks = 0 }
      ticks = 0
    }
    // Inline code does not go on in the next paragraph; a fence of three or more does.
    if scalar == "\n", openTicks < 3 { openTicks = 0 }
  }
}
