/// Cuts text into sentences while it is still being written.
///
/// The same text gives the same sentences however it is cut into pieces. A sentence is returned as
/// soon as what follows shows that it has ended, usually with the first letter of the next.
///
/// With ``cutsFirstClause`` the first piece may end at a clause, so that speech can start early.
public struct SentenceSplitter: Sendable {
  /// The longest sentence returned, in Unicode scalars; a longer one is cut at a clause or a space.
  public static let longest = 600

  /// Whether the first piece may be the first clause of 4 to 12 words.
  public let cutsFirstClause: Bool

  private var text: [Unicode.Scalar] = []
  private var boundary = SentenceBoundary()
  private var isFirst = true

  /// A splitter with no text yet.
  public init(cutsFirstClause: Bool = false) {
    self.cutsFirstClause = cutsFirstClause
  }

  /// Takes the next piece of text and returns the sentences that are complete, without the space
  /// around them.
  public mutating func feed(_ piece: String) -> [String] {
    text.append(contentsOf: piece.unicodeScalars)
    return take(isEnd: false)
  }

  /// Returns what is left, when no sentence goes on beyond this place.
  public mutating func endBlock() -> [String] {
    take(isEnd: true)
  }

  /// Returns what is left, with the end of the text known.
  public mutating func finish() -> [String] {
    let sentences = endBlock()
    self = SentenceSplitter(cutsFirstClause: cutsFirstClause)
    return sentences
  }

  /// The sentences of a whole text.
  public static func sentences(of text: String) -> [String] {
    var splitter = SentenceSplitter()
    return splitter.feed(text) + splitter.finish()
  }

  private mutating func take(isEnd: Bool) -> [String] {
    var sentences: [String] = []
    while true {
      let reader = TextReader(text: text, isEnd: isEnd)
      let seeksClause = cutsFirstClause && isFirst
      guard let end = boundary.next(in: reader, seeksClause: seeksClause) else { break }
      let sentence = Self.joined(text[..<end])
      text.removeFirst(end)
      boundary = SentenceBoundary()
      if !sentence.isEmpty {
        sentences.append(sentence)
        isFirst = false
      }
    }
    return sentences
  }

  /// The sentence on one line: each run of white space becomes a space, or nothing between
  /// characters of scripts that use none.
  private static func joined(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var line: [Unicode.Scalar] = []
    var hadSpace = false
    for scalar in scalars {
      if scalar.isSpace {
        hadSpace = true
        continue
      }
      if hadSpace, let last = line.last, !(last.isUnspaced && scalar.isUnspaced) {
        line.append(" ")
      }
      hadSpace = false
      line.append(scalar)
    }
    return String(line)
  }
}

/// Text that may still grow: reading beyond it is told apart from its end.
struct TextReader {
  /// What is known of the text.
  var text: [Unicode.Scalar]

  /// Whether nothing will follow.
  var isEnd: Bool

  /// The scalar at `index`; nil beyond what is known.
  func at(_ index: Int) -> Unicode.Scalar? {
    text.indices.contains(index) ? text[index] : nil
  }

  /// The first place from `start` on that `condition` holds for.
  ///
  /// The end of the text when there is none; nil when more text is needed to tell. No further than
  /// `limit` places are looked at.
  func first(
    from start: Int, limit: Int = 64, where condition: (Unicode.Scalar) -> Bool
  ) -> Int? {
    var index = start
    while index < text.count, index < start + limit {
      if condition(text[index]) { return index }
      index += 1
    }
    return index == start + limit || isEnd ? index : nil
  }
}
