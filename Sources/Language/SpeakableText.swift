/// Turns what a model writes into what may be said, while it is being written.
///
/// Reasoning, tool calls, code blocks, tables and the marks of Markdown are left out, addresses
/// become "a link", emoji and stage directions become cues for the face. The same text gives the
/// same result however it is cut into pieces.
///
/// The text still holds numbers and abbreviations as written: ``Pronounceable`` spells them out,
/// sentence by sentence.
public struct SpeakableText: Sendable {
  /// Something to show while speaking.
  public enum Cue: Sendable, Equatable {
    /// An emoji or smiley.
    case emoji(String)
    /// The words of a stage direction, such as "smiles softly".
    case direction(String)
  }

  /// What comes out.
  public enum Output: Sendable, Equatable {
    /// Text to say; the pieces joined are the whole.
    case text(String)
    /// Something to show at this place.
    case cue(Cue)
    /// No sentence goes on beyond this place: a paragraph, an item or a heading ends here, or
    /// something begins that is left out and may take long to be written.
    case blockEnd
    /// All text given so far was reasoning and is not to be said: only its closing tag came.
    case retraction
  }

  /// The longest pair of marks looked for, in scalars.
  private static let longestPair = 200
  /// The longest stretch without a space, in scalars; a longer one is read in parts.
  private static let longestStretch = 1_000

  private var reasoning = ReasoningFilter()
  private var blocks = MarkdownBlocks()
  private var line: [Unicode.Scalar] = []
  private var pairs = OpenPairs()
  private var space: String?
  private var hasText = false
  private var isInBlock = false
  private var dropsSpaceBeforeMark = false

  /// A transformer with no text yet.
  public init() {}

  /// Whether reasoning was found and hidden so far.
  public var hidReasoning: Bool { reasoning.hidReasoning }

  /// Takes the next piece and returns what is settled.
  public mutating func feed(_ piece: String) -> [Output] {
    take(reasoning.feed(piece.unicodeScalars))
  }

  /// Returns what was held back, with the end of the text known.
  public mutating func finish() -> [Output] {
    var outputs = take(reasoning.finish())
    outputs += read(blocks.finish())
    outputs += endStretch()
    space = nil
    return Self.merged(outputs)
  }

  /// What of a whole text may be said, without cues.
  public static func text(of written: String) -> String {
    var speakable = SpeakableText()
    return (speakable.feed(written) + speakable.finish()).reduce(into: "") { text, output in
      switch output {
      case .text(let piece): text += piece
      case .cue, .blockEnd: break
      case .retraction: text = ""
      }
    }
  }

  private mutating func take(_ pieces: [ReasoningFilter.Output]) -> [Output] {
    var outputs: [Output] = []
    for piece in pieces {
      switch piece {
      case .visible(let scalars): outputs += read(blocks.feed(scalars))
      case .toolCall: outputs += endBlock()
      case .retraction:
        (blocks, line, pairs) = (MarkdownBlocks(), [], OpenPairs())
        (space, hasText, dropsSpaceBeforeMark) = (nil, false, false)
        isInBlock = false
        outputs.append(.retraction)
      }
    }
    return Self.merged(outputs)
  }

  /// Cuts lines into stretches that hold whole pairs of marks.
  private mutating func read(_ scalars: [Unicode.Scalar]) -> [Output] {
    var outputs: [Output] = []
    for scalar in scalars {
      if scalar == MarkdownBlocks.end {
        outputs += endBlock()
      } else if scalar == "\n" {
        outputs += endStretch()
        if hasText { space = "\n" }
      } else if scalar.isSpace, !pairs.isOpen || line.count > Self.longestPair {
        outputs += endStretch()
        if hasText, space == nil { space = " " }
      } else {
        pairs.read(scalar, after: line.last)
        line.append(scalar.isSpace ? " " : scalar)
        // Scripts without spaces have their marks.
        let isClause = "。、！？，；：".unicodeScalars.contains(scalar) && !pairs.isOpen
        if isClause || line.count >= Self.longestStretch { outputs += endStretch() }
      }
    }
    return outputs
  }

  private mutating func endBlock() -> [Output] {
    let outputs = endStretch()
    defer { isInBlock = false }
    return isInBlock ? outputs + [.blockEnd] : outputs
  }

  private mutating func endStretch() -> [Output] {
    let stretch = line
    line = []
    pairs = OpenPairs()
    guard !stretch.isEmpty else { return [] }
    var outputs: [Output] = []
    for output in InlineMarks(stretch).spoken {
      guard case .text(let text) = output else {
        outputs.append(output)
        dropsSpaceBeforeMark = true
        continue
      }
      guard let said = spaced(text) else { continue }
      outputs.append(.text(said))
    }
    return outputs
  }

  /// The text with the space due before it; a mark that followed something left out moves up.
  private mutating func spaced(_ text: String) -> String? {
    var words = text[...]
    if words.first == " " {
      if hasText, space == nil { space = " " }
      words = words.drop { $0 == " " }
    }
    let trailing = words.reversed().prefix { $0 == " " }.count
    words = words.dropLast(trailing)
    guard let first = words.first else { return nil }
    let second = words.dropFirst().first
    let isMark = ".,!?;:".contains(first) && (second.map { !$0.isNumber } ?? true)
    if isMark, dropsSpaceBeforeMark, !hasText { return nil }
    let before = isMark ? "" : space ?? ""
    dropsSpaceBeforeMark = false
    hasText = true
    isInBlock = true
    space = trailing > 0 ? " " : nil
    return before + words
  }

  /// The outputs with neighbouring texts joined.
  private static func merged(_ outputs: [Output]) -> [Output] {
    outputs.reduce(into: []) { merged, output in
      if case .text(let next) = output, case .text(let last)? = merged.last {
        merged[merged.count - 1] = .text(last + next)
      } else {
        merged.append(output)
      }
    }
  }
}

/// Which pairs of marks are open at a place, so that no stretch ends inside one.
private struct OpenPairs: Sendable {
  private var closers: [Unicode.Scalar] = []

  /// Whether any pair is open.
  var isOpen: Bool { !closers.isEmpty }

  /// Goes on past `scalar`, which follows `previous`.
  mutating func read(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) {
    if closers.last == "`" {
      if scalar == "`" { closers.removeLast() }
      return
    }
    if let index = closers.lastIndex(of: scalar), previous?.isSpace != true {
      // The same mark doubled, "**", opens and closes once.
      if scalar == previous, scalar == "*" || scalar == "_" { return }
      closers.removeSubrange(index...)
      return
    }
    let isStart = previous.map { !$0.isLetter && !$0.isDigit } ?? true
    switch scalar {
    case "(": closers.append(")")
    case "[": closers.append("]")
    case "`": closers.append("`")
    case "*", "_": if isStart, previous != scalar { closers.append(scalar) }
    default: break
    }
  }
}
