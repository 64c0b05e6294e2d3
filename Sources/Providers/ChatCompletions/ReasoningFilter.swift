/// Tells what a model thinks from what it says, while the words come in.
///
/// Models put their thoughts between tags in the text, with several names, cut over deltas, sometimes
/// never closed, sometimes closed without having been opened because the template opened them. Stop
/// tokens leak into the text as well; what follows one is not meant for anybody. A tag in backticks or
/// quotation marks is talked about, and stays.
struct ReasoningFilter: Sendable {
  /// A stretch of what came in.
  enum Piece: Sendable, Equatable {
    case said(String)
    case thought(String)
  }

  /// How much is held back in case it turns out to be a thought when a closing tag comes.
  enum Hold: Sendable, Equatable {
    /// Nothing: the model is known not to think.
    case nothing
    /// The first sentence, which a voice has to wait for anyway.
    case firstSentence
    /// All, until a closing tag: the model is known to think without saying where it begins.
    case untilClosed
  }

  private enum Tag { case opening, closing, stop }

  private static let names = ["think", "thinking", "thought", "reasoning"]
  private static let tags: [(text: String, tag: Tag)] =
    names.map { ("<\($0)>", .opening) } + names.map { ("</\($0)>", .closing) }
    + [
      "<|im_end|>", "<|im_start|>", "<|eot_id|>", "<|eom_id|>", "<|endoftext|>", "<|end|>",
      "<|end_of_text|>", "<|start_header_id|>", "<|user|>", "<|assistant|>", "<|system|>",
      "<end_of_turn>", "<start_of_turn>", "</s>",
    ].map { ($0, .stop) }

  /// The most characters of a first sentence that are held back.
  private static let firstSentenceLimit = 160
  /// The most characters held back in all; what is longer is a thought.
  private static let holdLimit = 32_768

  /// Whether a thought was closed that had not been opened.
  private(set) var closedUnopened = false
  /// Whether a stop token came: nothing that follows is meant.
  private(set) var isOver = false

  private var hold: Hold
  private var held = ""
  private var isThinking = false
  private var isInCode = false
  private var last: Character?
  private var undecided = ""
  /// White space that is dropped when nothing but an end follows it.
  private var space = ""
  private var isAtStart = true
  private var pieces: [Piece] = []

  /// A filter for one reply.
  init(hold: Hold) {
    self.hold = hold
  }

  /// Takes the next words.
  ///
  /// - Returns: What is certain by now.
  mutating func feed(_ words: String) -> [Piece] {
    undecided += words
    var rest = undecided[...]
    undecided = ""
    while let character = rest.first, !isOver {
      if character == "<", !isTalkedAbout {
        let match = Self.match(rest)
        if case .possible = match {
          undecided = String(rest)
          break
        }
        if case .tag(let tag, let length) = match {
          rest = rest.dropFirst(length)
          take(tag)
          continue
        }
      }
      rest.removeFirst()
      take(character)
    }
    return flush()
  }

  /// Takes the end of the reply.
  ///
  /// - Returns: What was held back.
  mutating func end() -> [Piece] {
    let rest = undecided
    undecided = ""
    if !isOver { for character in rest { take(character) } }
    release()
    return flush()
  }

  /// Whether a tag here is talked about instead of meant.
  private var isTalkedAbout: Bool {
    !isThinking && (isInCode || last == "\"" || last == "'" || last == "“")
  }

  private enum Match {
    case none, possible
    case tag(Tag, length: Int)
  }

  private static func match(_ text: Substring) -> Match {
    let start = text.prefix(24).lowercased()
    var isPossible = false
    for (tag, kind) in tags {
      if start.hasPrefix(tag) { return .tag(kind, length: tag.count) }
      if tag.hasPrefix(start) { isPossible = true }
    }
    return isPossible ? .possible : .none
  }

  private mutating func take(_ tag: Tag) {
    space = ""
    last = nil
    switch tag {
    case .opening:
      isThinking = true
      isAtStart = true
    case .closing:
      if !isThinking {
        closedUnopened = true
        add(.thought(held))
        held = ""
      }
      hold = .nothing
      isThinking = false
      isAtStart = true
    case .stop:
      isOver = true
    }
  }

  private mutating func take(_ character: Character) {
    defer { last = character }
    if !isThinking {
      if character == "`" { isInCode.toggle() }
      if character.isNewline { isInCode = false }
    }
    if character.isWhitespace {
      // At the beginning it means nothing, and at the end of a thought neither.
      if isAtStart { return }
      if isThinking {
        space.append(character)
        return
      }
    }
    isAtStart = false
    let text = space + String(character)
    space = ""
    isThinking ? add(.thought(text)) : say(text, endsSentence: ".!?…\n".contains(character))
  }

  private mutating func say(_ text: String, endsSentence: Bool) {
    guard hold != .nothing else { return add(.said(text)) }
    held += text
    switch hold {
    case .firstSentence where endsSentence || held.count >= Self.firstSentenceLimit: release()
    case .untilClosed where held.count >= Self.holdLimit:
      add(.thought(held))
      held = ""
    default: break
    }
  }

  private mutating func release() {
    if !held.isEmpty { add(.said(held)) }
    held = ""
    if hold == .firstSentence { hold = .nothing }
  }

  private mutating func add(_ piece: Piece) {
    switch (pieces.last, piece) {
    case (.said(let before), .said(let more)): pieces[pieces.count - 1] = .said(before + more)
    case (.thought(let before), .thought(let more)):
      pieces[pieces.count - 1] = .thought(before + more)
    case (_, .said("")), (_, .thought("")): break
    default: pieces.append(piece)
    }
  }

  private mutating func flush() -> [Piece] {
    defer { pieces = [] }
    return pieces
  }
}
