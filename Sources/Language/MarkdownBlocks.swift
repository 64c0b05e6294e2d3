/// Turns the blocks of Markdown into plain lines while they stream.
///
/// Fenced code, tables, rules and tool calls written as JSON are left out; headings and list items
/// become sentences; quotation marks at the start of lines go. Where a block ends, and before what is
/// left out, stands ``end``. The same text gives the same result however it is cut.
struct MarkdownBlocks: Sendable {
  private enum State {
    /// At the start of a line, with what stands there held until it is known what it is.
    case lineStart
    /// In a line of text; an item or heading gets a full stop at its end.
    case line(isSentence: Bool)
    /// In a line that is left out.
    case hiddenLine
    /// In fenced code, with the fence.
    case fence(Unicode.Scalar, count: Int)
    /// In a tool call, this many braces deep.
    case json(depth: Int, isString: Bool)
  }

  /// Stands where no sentence can go on; the separator of records, which no text holds.
  static let end: Unicode.Scalar = "\u{1E}"

  /// How many scalars at the start of a line are looked at.
  private static let longestStart = 12

  private var state = State.lineStart
  private var start: [Unicode.Scalar] = []
  private var lastVisible: Unicode.Scalar?

  /// Takes the next scalars and returns the plain text that is settled.
  mutating func feed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var output: [Unicode.Scalar] = []
    for scalar in scalars where scalar != "\r" && scalar != Self.end {
      read(scalar, into: &output)
    }
    return output
  }

  /// Returns what was held back, with the end of the text known.
  mutating func finish() -> [Unicode.Scalar] {
    var output: [Unicode.Scalar] = []
    if case .lineStart = state, !start.isEmpty { settle(isLineEnd: true, into: &output) }
    if case .line(let isSentence) = state { endLine(isSentence: isSentence, into: &output) }
    self = MarkdownBlocks()
    return output
  }

  private mutating func read(_ scalar: Unicode.Scalar, into output: inout [Unicode.Scalar]) {
    switch state {
    case .lineStart:
      if scalar == "\n" {
        let isBlank = start.allSatisfy(\.isSpace)
        settle(isLineEnd: true, into: &output)
        if case .line(let isSentence) = state { endLine(isSentence: isSentence, into: &output) }
        if case .fence = state {
          return
        }
        output.append("\n")
        if isBlank { output.append(Self.end) }
        state = .lineStart
      } else {
        start.append(scalar)
        settle(isLineEnd: false, into: &output)
      }
    case .line(let isSentence):
      if scalar == "\n" {
        endLine(isSentence: isSentence, into: &output)
        output.append("\n")
        state = .lineStart
      } else {
        emit(scalar, into: &output)
      }
    case .hiddenLine:
      if scalar == "\n" { state = .lineStart }
    case .fence(let mark, let count):
      readFence(scalar, mark: mark, count: count)
    case .json(let depth, let isString):
      readJSON(scalar, depth: depth, isString: isString)
    }
  }

  /// Decides what kind of line begins with ``start``, as soon as it can be known.
  private mutating func settle(isLineEnd: Bool, into output: inout [Unicode.Scalar]) {
    guard let kind = LineKind(start, isLineEnd: isLineEnd, longest: Self.longestStart) else {
      return
    }
    let held = start
    start = []
    if kind.endsBlockBefore { output.append(Self.end) }
    switch kind {
    case .fence(let mark, let count): state = .fence(mark, count: count)
    case .hidden: state = isLineEnd ? .lineStart : .hiddenLine
    case .json:
      state = .json(depth: 1, isString: false)
      for scalar in held.drop(while: { $0 != "{" }).dropFirst() { read(scalar, into: &output) }
    case .quote(let length):
      state = .lineStart
      for scalar in held.dropFirst(length) { read(scalar, into: &output) }
    case .item(let length, let number):
      lastVisible = nil
      state = .line(isSentence: true)
      if let number { for scalar in "\(number), ".unicodeScalars { output.append(scalar) } }
      for scalar in held.dropFirst(length) { emit(scalar, into: &output) }
    case .text:
      lastVisible = nil
      state = .line(isSentence: false)
      for scalar in held { emit(scalar, into: &output) }
    }
  }

  private mutating func emit(_ scalar: Unicode.Scalar, into output: inout [Unicode.Scalar]) {
    if !scalar.isSpace, !"*_~`\"”)".unicodeScalars.contains(scalar) { lastVisible = scalar }
    output.append(scalar)
  }

  private mutating func endLine(isSentence: Bool, into output: inout [Unicode.Scalar]) {
    guard isSentence, let lastVisible else { return }
    while output.last?.isSpace == true { output.removeLast() }
    if !".!?…:;,。！？：".unicodeScalars.contains(lastVisible) { output.append(".") }
    output.append(Self.end)
  }

  private mutating func readFence(_ scalar: Unicode.Scalar, mark: Unicode.Scalar, count: Int) {
    if scalar == "\n" {
      let line = start.filter { !$0.isSpace }
      start = []
      if line.count >= count, line.allSatisfy({ $0 == mark }) { state = .lineStart }
    } else if start.count < 100 {
      start.append(scalar)
    }
  }

  private mutating func readJSON(_ scalar: Unicode.Scalar, depth: Int, isString: Bool) {
    // A backslash only matters inside a string, where it hides the next quotation mark.
    let isEscaped = start.last == "\\"
    start = isString && scalar == "\\" && !isEscaped ? [scalar] : []
    switch scalar {
    case "\"" where !isEscaped: state = .json(depth: depth, isString: !isString)
    case "{" where !isString: state = .json(depth: depth + 1, isString: false)
    case "}" where !isString:
      state = depth == 1 ? .line(isSentence: false) : .json(depth: depth - 1, isString: false)
    default: break
    }
  }
}

/// What a line of Markdown is, judged by its start.
private enum LineKind {
  /// The start of fenced code.
  case fence(Unicode.Scalar, count: Int)
  /// A table row, a rule, the line under a heading.
  case hidden
  /// A tool call.
  case json
  /// A quoted line; what follows the mark is a line again.
  case quote(length: Int)
  /// A heading or an item, perhaps numbered, after a mark of this length.
  case item(length: Int, number: Int?)
  /// Anything else.
  case text

  /// Whether what stood before the line is over with it.
  var endsBlockBefore: Bool {
    switch self {
    case .fence, .hidden, .json, .item: true
    case .quote, .text: false
    }
  }

  /// How much of the line of a fence is looked at.
  private static let longestFence = 60

  /// The kind of line that begins with `start`; nil when more has to come.
  init?(_ start: [Unicode.Scalar], isLineEnd: Bool, longest: Int) {
    let indent = start.prefix { $0 == " " || $0 == "\t" }.count
    let body = start[indent...]
    guard let first = body.first else {
      guard isLineEnd || indent >= longest else { return nil }
      self = .text
      return
    }
    let isOpen = !isLineEnd && body.count < longest
    let run = body.prefix { $0 == first }.count
    let after = body.dropFirst(run).first
    switch first {
    case "`", "~":
      if after == nil, isOpen { return nil }
      // Code in three ticks within a line is no fence: more ticks follow in it.
      let hasMore = first == "`" && body.dropFirst(run).contains("`")
      if run < 3 || hasMore {
        self = .text
      } else {
        guard isLineEnd || body.count >= Self.longestFence else { return nil }
        self = .fence(first, count: run)
      }
    case "#":
      if after == nil, isOpen { return nil }
      let isHeading = run <= 6 && (after.map(\.isSpace) ?? true)
      self = isHeading ? .item(length: indent + run, number: nil) : .text
    case ">": self = .quote(length: indent + 1)
    case "|": self = .hidden
    case "{":
      if body.count < 2, isOpen { return nil }
      self = body.dropFirst().first == "\"" ? .json : .text
    case "-", "*", "_", "=", "+", "•", "–":
      self.init(mark: first, body: body, indent: indent, isOpen: isOpen)
    case _ where first.isDigit:
      self.init(number: body, indent: indent, isOpen: isOpen)
    default: self = .text
    }
  }

  /// An item, a rule or text that begins with a mark.
  private init?(
    mark: Unicode.Scalar, body: ArraySlice<Unicode.Scalar>, indent: Int, isOpen: Bool
  ) {
    let marks = body.filter { !$0.isSpace }
    if "-*_=".unicodeScalars.contains(mark), marks.allSatisfy({ $0 == mark }) {
      if isOpen { return nil }
      let least = mark == "=" ? 2 : 3
      if marks.count >= least {
        self = .hidden
        return
      }
    }
    guard let second = body.dropFirst().first else {
      if isOpen { return nil }
      self = .text
      return
    }
    guard second.isSpace, mark != "_", mark != "=" else {
      self = .text
      return
    }
    // A box to tick: "- [x] ".
    let rest = body.dropFirst(2)
    if rest.first == "[" {
      if rest.count < 3, isOpen { return nil }
      if rest.count >= 3, rest[rest.startIndex + 2] == "]" {
        self = .item(length: indent + 5, number: nil)
        return
      }
    } else if rest.isEmpty, isOpen {
      return nil
    }
    self = .item(length: indent + 2, number: nil)
  }

  private init?(number body: ArraySlice<Unicode.Scalar>, indent: Int, isOpen: Bool) {
    let digits = body.prefix { $0.isDigit }
    let rest = body.dropFirst(digits.count)
    if rest.count < 2, isOpen {
      if let mark = rest.first, mark != ".", mark != ")" {
        self = .text
        return
      }
      return nil
    }
    let isMarked = rest.first == "." || rest.first == ")"
    guard digits.count <= 3, isMarked, rest.dropFirst().first?.isSpace == true else {
      self = .text
      return
    }
    self = .item(length: indent + digits.count + 2, number: Int(String(digits)))
  }
}
