/// Finds where the sentence at the start of a text ends.
///
/// Remembers how far it has looked, so that text growing by a letter is not read again.
struct SentenceBoundary: Sendable {
  private enum Verdict {
    case ends(at: Int)
    case goesOn(to: Int)
    case needsMore
  }

  /// Within quotes and brackets a sentence is not cut until it is this long.
  private static let longestQuote = 300

  private var position = 0
  private var nesting = Nesting()
  private var clause = FirstClause()
  private var list: ListMarker?

  /// The place where the first sentence ends; nil when it is not known yet or there is none.
  mutating func next(in reader: TextReader, seeksClause: Bool) -> Int? {
    while position < reader.text.count {
      if position >= SentenceSplitter.longest { return Self.gracefulCut(reader.text) }
      switch judge(reader, seeksClause: seeksClause) {
      case .ends(let end): return end
      case .needsMore: return nil
      case .goesOn(let next):
        for index in position..<min(next, reader.text.count) {
          nesting.read(reader.text[index], after: reader.at(index - 1))
        }
        position = next
      }
    }
    return reader.isEnd && !reader.text.isEmpty ? reader.text.count : nil
  }

  private mutating func judge(_ reader: TextReader, seeksClause: Bool) -> Verdict {
    let scalar = reader.text[position]
    if scalar == "\n" || scalar == "\r" { return judgeLineEnd(reader) }
    if SentenceMark.isEnd(scalar) { return judgeMark(reader) }
    if position == 0 || reader.text[position - 1].isSpace || scalar == "(" {
      switch ListMarker.read(reader, at: position) {
      case .needsMore: return .needsMore
      case .found(let marker):
        // "J. K. Rowling" is no list: an item has words.
        let isNext = list.map { marker.follows($0) && position > $0.end + 2 } ?? false
        if isNext, position > 0, !nesting.isOpen { return .ends(at: position) }
        if reader.text[..<position].allSatisfy(\.isSpace) { list = marker }
        if list != nil { return .goesOn(to: marker.end) }
      case .none: break
      }
    }
    if seeksClause, !nesting.isOpen {
      switch clause.judge(reader, at: position) {
      case .needsMore: return .needsMore
      case .ends(let end): return .ends(at: end)
      case .goesOn: break
      }
    }
    return .goesOn(to: position + 1)
  }

  /// A line end ends a sentence, unless a line was only wrapped: space before it, small letter after.
  private func judgeLineEnd(_ reader: TextReader) -> Verdict {
    guard let next = reader.first(from: position, where: { !$0.isSpace }) else { return .needsMore }
    let lines = reader.text[position..<min(next, reader.text.count)].count { $0 == "\n" }
    guard let after = reader.at(next), position > 0, lines == 1 else { return .ends(at: next) }
    let before = reader.text[position - 1]
    let isWrapped = before.isSpace && after.isSmall || before.isUnspaced && after.isUnspaced
    return isWrapped ? .goesOn(to: next) : .ends(at: next)
  }

  private func judgeMark(_ reader: TextReader) -> Verdict {
    let start = position
    guard let afterMarks = reader.first(from: start, where: { !SentenceMark.isEnd($0) }),
      let afterClosers = afterClosers(reader, from: afterMarks)
    else { return .needsMore }
    guard let end = afterReferences(reader, from: afterClosers) else { return .needsMore }
    let marks = reader.text[start..<min(afterMarks, reader.text.count)]
    // "３．５" is a number.
    if marks.first == "．", start > 0, reader.text[start - 1].properties.numericType == .decimal,
      reader.at(afterMarks)?.properties.numericType == .decimal
    {
      return .goesOn(to: afterMarks)
    }
    guard reader.at(end) != nil else { return .ends(at: end) }

    var after = nesting
    for index in start..<end { after.read(reader.text[index], after: reader.at(index - 1)) }
    let isLong = start > Self.longestQuote
    guard !after.isOpen || isLong else { return .goesOn(to: end) }
    if marks.allSatisfy({ SentenceMark.isWide($0) }) {
      return afterClosers > afterMarks ? judgeWideQuotation(reader, end: end) : .ends(at: end)
    }

    let situation = Situation(
      reader: reader, start: start, end: end, marks: marks, hasCloser: afterClosers > afterMarks)
    switch situation.endsSentence() {
    case nil: return .needsMore
    case true?: return .ends(at: end)
    case false?: return .goesOn(to: end)
    }
  }

  /// The place after quotes and brackets that close, also the German “ and, after a space, the French ».
  private func afterClosers(_ reader: TextReader, from start: Int) -> Int? {
    guard
      var end = reader.first(
        from: start, where: { !SentenceMark.isCloser($0) && !nesting.closes(with: $0) })
    else { return nil }
    while nesting.isQuotation, reader.at(end)?.isSpace == true {
      guard let next = reader.first(from: end, where: { !$0.isSpace }) else { return nil }
      guard reader.at(next) == "»" else { break }
      end = next + 1
    }
    return end
  }

  /// A quotation that the sentence goes on after: 「…。」と言った.
  private func judgeWideQuotation(_ reader: TextReader, end: Int) -> Verdict {
    guard let following = reader.at(end) else { return reader.isEnd ? .ends(at: end) : .needsMore }
    return "とっ、,はがをのにで".unicodeScalars.contains(following) ? .goesOn(to: end) : .ends(at: end)
  }

  /// The place after references such as "[7][8]" that stick to the end of a sentence.
  private func afterReferences(_ reader: TextReader, from start: Int) -> Int? {
    var end = start
    if reader.at(end)?.isDigit == true, start > 2, reader.text[start - 1] == ".",
      reader.text[start - 2].isSmall, reader.text[start - 3].isSmall
    {
      // "…of them.11 12 Then": numbers of notes, when a capital follows.
      guard let next = reader.first(from: end, limit: 16, where: { !$0.isDigit && !$0.isSpace })
      else { return nil }
      let isNote = reader.at(next - 1)?.isSpace == true && reader.at(next)?.isCapital == true
      return isNote ? next - 1 : end
    }
    while reader.at(end) == "[" {
      guard let close = reader.first(from: end + 1, limit: 5, where: { !$0.isDigit }) else {
        return nil
      }
      guard close > end + 1, reader.at(close) == "]" else { return end }
      end = close + 1
    }
    return end < reader.text.count || reader.isEnd ? end : nil
  }

  /// Where to cut a sentence that is too long: after a clause, else at a space, else anywhere.
  private static func gracefulCut(_ text: [Unicode.Scalar]) -> Int {
    let window = text[..<SentenceSplitter.longest]
    let half = SentenceSplitter.longest / 2
    let clause = window.indices.last { index in
      index > half && text[index].isSpace && ",;:—–".unicodeScalars.contains(text[index - 1])
    }
    return clause ?? window.indices.last { $0 > half && text[$0].isSpace }
      ?? SentenceSplitter.longest
  }
}

/// The characters that end sentences and those that may stand between the end and the next one.
enum SentenceMark {
  /// Whether it can end a sentence.
  static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
    ".!?…".unicodeScalars.contains(scalar) || isWide(scalar)
  }

  /// Whether it ends a sentence without a space after it.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    "。！？．｡".unicodeScalars.contains(scalar)
  }

  /// Whether it closes a quotation or a bracket.
  static func isCloser(_ scalar: Unicode.Scalar) -> Bool {
    "\"”’'»)]}」』）】*_".unicodeScalars.contains(scalar)
  }
}

/// How deep a place lies in quotations and brackets.
struct Nesting: Sendable {
  private var brackets = 0
  private var isQuoted = false
  private var quotes = 0
  private var isReversed = false

  /// Whether a quotation or bracket is open.
  var isOpen: Bool { brackets > 0 || isQuoted || quotes > 0 }

  /// Whether a quotation that closes with another sign than it opens with is open.
  var isQuotation: Bool { quotes > 0 }

  /// Whether `scalar`, which opens elsewhere, closes what is open here: „…“ and »…«.
  func closes(with scalar: Unicode.Scalar) -> Bool {
    quotes > 0 && (scalar == "“" || scalar == "«" && isReversed)
  }

  /// Goes on past `scalar`, which follows `previous`.
  mutating func read(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) {
    switch scalar {
    case "»" where quotes == 0 && (previous?.isSpace ?? true):
      (quotes, isReversed) = (1, true)
    case "«" where isReversed:
      (quotes, isReversed) = (max(0, quotes - 1), false)
    case "," where previous == ",": quotes += 1
    case "(", "[", "（", "【": brackets += 1
    case ")", "]", "）", "】": brackets = max(0, brackets - 1)
    case "„", "«", "「", "『": quotes += 1
    case "»", "」", "』": quotes = max(0, quotes - 1)
    // German closes with the sign that opens in English.
    case "“": quotes = quotes > 0 ? quotes - 1 : 1
    case "”": quotes = max(0, quotes - 1)
    case "\"":
      let opens = previous.map { $0.isSpace || "([{—-„".unicodeScalars.contains($0) } ?? true
      if isQuoted { isQuoted = false } else if opens { isQuoted = true }
    case "\n": self = Nesting()
    default: break
    }
  }
}
