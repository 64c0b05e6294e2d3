/// Phrases written as patterns: `(a|b c)` is a choice, `[a|b]` may be left out.
///
/// "[speak] (slower|more slowly)" stands for four phrases. All are made once, so that looking one up
/// is a single step and a phrase matches as a whole or not at all.
struct PhraseTable<Meaning: Sendable>: Sendable {
  private let phrases: [[String]: Meaning]
  /// The length of the longest phrase in words.
  let longest: Int

  /// A table of patterns; an earlier one wins.
  init(_ entries: [(Meaning, [String])]) {
    var phrases: [[String]: Meaning] = [:]
    for (meaning, patterns) in entries {
      for phrase in patterns.flatMap(Pattern.phrases) where phrases[phrase] == nil {
        phrases[phrase] = meaning
      }
    }
    self.phrases = phrases
    longest = phrases.keys.map(\.count).max() ?? 0
  }

  /// What exactly these words mean; nil when they are no phrase of the table.
  subscript(words: some Sequence<String>) -> Meaning? {
    phrases[Array(words)]
  }

  /// The meanings of the phrases that `words` are made of, one after the other; nil when something
  /// is left over.
  func parts(of words: [String]) -> [Meaning]? {
    var meanings: [Meaning] = []
    var rest = words[...]
    while !rest.isEmpty {
      let lengths = stride(from: min(longest, rest.count), to: 0, by: -1)
      guard let length = lengths.first(where: { phrases[Array(rest.prefix($0))] != nil }),
        let meaning = phrases[Array(rest.prefix(length))]
      else { return nil }
      meanings.append(meaning)
      rest = rest.dropFirst(length)
    }
    return meanings
  }
}

/// Reads a pattern.
private enum Pattern {
  /// All phrases a pattern stands for, without empty ones.
  static func phrases(_ pattern: String) -> [[String]] {
    var rest = Substring(pattern)
    return choices(&rest).filter { !$0.isEmpty }
  }

  /// Alternatives up to a closing bracket or the end.
  private static func choices(_ rest: inout Substring) -> [[String]] {
    var all = sequence(&rest)
    while rest.first == "|" {
      rest.removeFirst()
      all += sequence(&rest)
    }
    return all
  }

  private static func sequence(_ rest: inout Substring) -> [[String]] {
    var made: [[String]] = [[]]
    while let first = rest.first, !"|)]".contains(first) {
      var parts: [[String]]
      if first == "(" || first == "[" {
        rest.removeFirst()
        parts = choices(&rest)
        if first == "[" { parts.append([]) }
        if !rest.isEmpty { rest.removeFirst() }
      } else if first == " " {
        rest.removeFirst()
        continue
      } else {
        let word = rest.prefix { !" |()[]".contains($0) }
        rest = rest.dropFirst(word.count)
        parts = [[String(word)]]
      }
      made = made.flatMap { beginning in parts.map { beginning + $0 } }
    }
    return made
  }
}
