/// A place where a sentence may end: the marks, what stands before and what follows.
struct Situation {
  /// The text around it.
  var reader: TextReader

  /// Where the marks start.
  var start: Int

  /// The place after the marks, closing quotes and brackets.
  var end: Int

  /// The marks: full stops, question and exclamation marks, ellipses.
  var marks: ArraySlice<Unicode.Scalar>

  /// Whether a quotation or bracket closes after the marks.
  var hasCloser: Bool

  /// Whether the sentence ends here; nil when more text is needed to tell.
  func endsSentence() -> Bool? {
    let text = reader.text
    guard let next = reader.first(from: end, where: { !$0.isSpace }) else { return nil }
    guard let following = reader.at(next) else { return true }
    let isSpaced = next > end
    let isStop = marks.count == 1 && marks.first == "."
    let isEllipsis =
      marks.allSatisfy { $0 == "…" } || marks.count > 1 && marks.allSatisfy { $0 == "." }
    if !isSpaced {
      if isStop && !hasCloser {
        if following.isUnspaced, start > 0, text[start - 1].isSmall { return true }
        return endsBeforeCapital(next)
      }
      return following.isUnspaced && !isEllipsis
    }
    // A mark standing alone in a row of them; French has a space before ? and !.
    if start == 0 { return false }
    if text[start - 1].isSpace, isStop || isEllipsis { return isFourthDot && following.isCapital }
    if SentenceMark.isEnd(following) {
      guard let word = reader.first(from: next, where: { !SentenceMark.isEnd($0) && !$0.isSpace })
      else { return nil }
      if reader.at(word) == nil { return false }
    }
    if ",;:".unicodeScalars.contains(following) { return false }
    if following == "—" { return false }
    if following == "-" {
      guard reader.isEnd || reader.at(next + 1) != nil else { return nil }
      if reader.at(next + 1) == "-" { return false }
    }
    if isStop && !hasCloser { return endsAtStop(next: next) }
    if hasCloser, let goesOn = goesOnAfterQuotation(next: next) { return goesOn ? false : nil }
    if isEllipsis || marks.contains("…") { return endsAtEllipsis(next: next) }
    if marks.count == 1, marks.first == "!", !hasCloser, following.isSmall {
      return !isNameInside(wordBefore(start))
    }
    return !hasCloser || !following.isSmall
  }

  /// Whether a word with a capital is not the first of the sentence: "at Yahoo! in the evening".
  private func isNameInside(_ word: Substring) -> Bool {
    word.first?.isUppercase == true && word.dropFirst().contains(where: \.isLowercase)
      && word.startIndex != word.base.startIndex
  }

  /// Whether the mark is at least the fourth of a row of full stops with spaces between.
  private var isFourthDot: Bool {
    let row = reader.text[..<end].reversed().prefix { $0 == "." || $0.isSpace }
    return row.count { $0 == "." } > 3
  }

  /// Whether a source in brackets or a dash with a small letter follows a quotation; "false" when it
  /// can't be told yet, nil when neither does.
  private func goesOnAfterQuotation(next: Int) -> Bool? {
    let following = reader.text[next]
    if following == "(" {
      guard let close = reader.first(from: next, limit: 48, where: { $0 == ")" }),
        reader.isEnd || reader.at(close + 1) != nil
      else { return false }
      return reader.at(close + 1).map { ".,;".unicodeScalars.contains($0) } == true ? true : nil
    }
    guard "–—-".unicodeScalars.contains(following) else { return nil }
    guard let word = reader.first(from: next + 1, where: { !$0.isSpace }) else { return false }
    return reader.at(word)?.isSmall == true ? true : nil
  }

  /// After a pause a capital begins a sentence, but "I" may also go on.
  private func endsAtEllipsis(next: Int) -> Bool? {
    let following = reader.text[next]
    if following.isSmall || following.isDigit { return false }
    guard following == "I" else { return true }
    guard let word = word(at: next) else { return nil }
    return word != "I" && !word.hasPrefix("I'") && !word.hasPrefix("I’")
  }

  /// "world.Today": a missing space, unlike "Jane.Doe@example.com", "e.g", "example.Com/x".
  private func endsBeforeCapital(_ next: Int) -> Bool? {
    guard reader.text[next].isCapital, start > 1 else { return false }
    let before = reader.text[start - 1]
    guard before.isSmall && reader.text[start - 2].isSmall || before.isDigit else { return false }
    guard let wordEnd = reader.first(from: next, where: { !$0.isLetter }) else { return nil }
    if reader.text[(next + 1)..<wordEnd].contains(where: { !$0.isSmall }) { return false }
    let token = wordBefore(start)
    if token.contains("@") || token.contains("/") { return false }
    // "1.Milk, 2.Bread"
    if token.count <= 2, token.allSatisfy(\.isNumber) { return false }
    guard let after = reader.at(wordEnd) else { return true }
    if after == "." {
      guard let beyond = reader.at(wordEnd + 1) else { return reader.isEnd ? true : nil }
      return beyond.isSpace
    }
    return after.isSpace || ",!?:;'’".unicodeScalars.contains(after)
  }

  private func endsAtStop(next: Int) -> Bool? {
    let following = reader.text[next]
    let token = wordBefore(start)
    let kind = Abbreviation(token) ?? token.split(separator: "-").last.flatMap { Abbreviation($0) }
    let isLetter = token.count == 1 && token.first?.isLetter == true
    let isNumber = token.allSatisfy { $0.isNumber }
    // "Ludwig XIV. war König": German counts its kings with a full stop.
    if isRoman(token), following.isSmall { return false }
    if isHouse(token, before: following) || isDay(token), following.isSmall || following.isDigit {
      return false
    }
    guard kind != nil || isLetter || isNumber else { return !following.isSmall || token.count > 2 }
    guard let word = word(at: next) else { return nil }
    let opens = SentenceOpener.isOne(word)
    if kind == nil || kind == .trailing, "¿¡".unicodeScalars.contains(following) { return true }
    switch kind {
    case .leading: return opens && isStreet(token)
    case .beforeNumber:
      return !following.isDigit && !isRoman(word) && (token.count > 1 || opens)
    case .time:
      return !following.isSmall && !following.isDigit && !Self.zones.contains(word) && !isOnlyTime
    case .trailing: return opens
    case nil: break
    }
    if isLetter, let letter = token.first {
      return endsAfterLetter(letter, opens: opens, following: following)
    }
    let isListNumber = token.count <= 3 && token.startIndex == token.base.startIndex
    if token.count <= 3, !opens, Self.germanArticles.contains(previousWord(token).lowercased()) {
      return false
    }
    return !isListNumber && !following.isSmall && !Self.months.contains(word.lowercased())
  }

  /// Whether "St." or "Dr." comes after a name, so that it is a street.
  private func isStreet(_ token: Substring) -> Bool {
    let previous = previousWord(token).first
    return ["st", "dr"].contains(token.lowercased()) && previous?.isUppercase == true
      || token == "ft" && previous?.isNumber == true
  }

  /// The word before `token`, which ends at the marks.
  private func previousWord(_ token: Substring) -> Substring {
    let before = reader.text[..<max(0, start - token.unicodeScalars.count)]
    let spaces = before.reversed().prefix { $0.isSpace }.count
    return wordBefore(before.count - spaces)
  }

  /// Whether the sentence so far only says when, with a preposition and a time.
  private var isOnlyTime: Bool {
    let words = String(reader.text[..<start]).split(separator: " ", maxSplits: 4)
    guard words.count <= 3, let first = words.first else { return false }
    return ["at", "by", "from", "around", "about", "before", "after"].contains(first.lowercased())
  }

  /// An initial before a name goes on; the pronoun I and a letter before an opening word end.
  private func endsAfterLetter(
    _ letter: Character, opens: Bool, following: Unicode.Scalar
  ) -> Bool {
    // "a las 5 p. m. Vamos"
    if letter == "m", ["a.", "p."].contains(previousWord("m")) { return !following.isSmall }
    guard letter.isUppercase else { return opens && letter != "a" }
    if letter == "I", previousWord(String(letter)[...]).first?.isLowercase == true {
      return !following.isSmall
    }
    return opens
  }

  /// Whether a number follows the short form of a German street, "Hauptstr".
  private func isHouse(_ token: Substring, before following: Unicode.Scalar) -> Bool {
    token.hasSuffix("str") && following.isDigit
  }

  /// Whether the word is a day and a month, "24.12", whose last stop belongs to it.
  private func isDay(_ token: Substring) -> Bool {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }
  }

  private func isRoman(_ word: Substring) -> Bool {
    word.count > 1 && word.allSatisfy { "IVXLC".contains($0) }
  }

  /// The word that ends at `end`; its base string starts with it when it is the first of the text.
  private func wordBefore(_ end: Int) -> Substring {
    let isPart: (Unicode.Scalar) -> Bool = {
      !$0.isSpace && !"(\"“‘'[„—–*_".unicodeScalars.contains($0)
    }
    let scalars = reader.text[..<end].reversed().prefix(40).prefix(while: isPart)
    let word = String(scalars.reversed())
    let isFirst = reader.text[..<(end - scalars.count)].allSatisfy(\.isSpace)
    return isFirst ? word[...] : (" " + word).dropFirst()
  }

  /// The word that starts at `start`, after opening quotes; nil when it may still grow.
  private func word(at start: Int) -> Substring? {
    let isOpener: (Unicode.Scalar) -> Bool = { "\"“‘'([„«¿¡*_".unicodeScalars.contains($0) }
    guard let first = reader.first(from: start, where: { !isOpener($0) }),
      let end = reader.first(
        from: first, limit: 24, where: { !$0.isLetter && $0 != "'" && $0 != "’" })
    else { return nil }
    return String(reader.text[first..<end])[...]
  }

  private static let zones: Set<Substring> = [
    "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "ET", "CT", "MT", "PT", "GMT", "UTC",
    "CET", "BST",
  ]

  /// What stands before an ordinal written "3." in German.
  private static let germanArticles: Set<String> = [
    "am", "der", "die", "das", "im", "vom", "zum", "zur", "den", "dem", "des", "beim", "ab",
    "jeden", "jeder",
    "jedes", "sein", "ihr", "mein", "dein", "unser", "ein", "einen", "meinen", "seinen", "ihren",
  ]

  private static let months: Set<String> = [
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober",
    "november", "dezember",
  ]
}
