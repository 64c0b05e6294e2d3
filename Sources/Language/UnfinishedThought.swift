/// Whether words so far sound as if more were coming.
///
/// A hint for the end of a turn, judged by the last words only: "and then we went to the" asks for
/// patience, "what time is it" for an answer. English; other languages are neutral.
public enum UnfinishedThought: Sendable, Equatable {
  /// The last word needs another: a conjunction, an article, a preposition, "…".
  case unfinished
  /// The last word is a sound that holds the turn: "um".
  case filler
  /// A list without its last item: "apples, pears, cherries".
  case list
  /// A question with everything a question needs.
  case completeQuestion
  /// Nothing speaks for either.
  case neutral

  /// What `text` sounds like.
  public init(_ text: some StringProtocol) {
    let words = Words.folded(text)
    let ending = text.reversed().first { !$0.isWhitespace }
    guard let last = words.last else {
      self = .neutral
      return
    }
    let isTrailing = ending == "," || ending == "…" || ending == "-" || text.hasSuffix("...")
    if ending == "?" {
      self = .completeQuestion
    } else if Self.fillers.contains(last), !Self.isWholeQuestion(words, last: last) {
      self = .filler
    } else if isTrailing || Self.endsOpen(words, last: last) {
      self = .unfinished
    } else if Self.isQuestion(words) {
      self = .completeQuestion
    } else {
      self = Self.isOpenList(text) ? .list : .neutral
    }
  }

  private static func endsOpen(_ words: [String], last: String) -> Bool {
    let pair = words.suffix(2).joined(separator: " ")
    if wholePairs.contains(pair) || isVerdict(words, last: last) { return false }
    if open.contains(last) { return !isWholeQuestion(words, last: last) }
    return openPairs.contains(pair)
  }

  /// Whether `words` are "yes, I am" or the like.
  private static func isVerdict(_ words: [String], last: String) -> Bool {
    guard words.count == 3, QuestionWords.auxiliaries.contains(last) else { return false }
    return ["yes", "yeah", "no", "oh"].contains(words[0]) && pronouns.contains(words[1])
  }

  /// Whether `words` are a question that may end with a word that else needs another.
  ///
  /// "What is it for" and "where are you from" end with a preposition and are complete.
  private static func isWholeQuestion(_ words: [String], last: String) -> Bool {
    let rest = words.drop { QuestionWords.softeners.contains($0) }
    guard let first = rest.first, QuestionWords.asking.contains(first), rest.count >= 3 else {
      return false
    }
    return QuestionWords.auxiliaries.contains(rest[rest.startIndex + 1])
      && strandable.contains(last)
  }

  /// Whether the last sentence is three short things or more with no "and" before the last one.
  private static func isOpenList(_ text: some StringProtocol) -> Bool {
    let sentence = text.split { ".!?;:\n".contains($0) }.last ?? ""
    let items = sentence.split(separator: ",").map { Words.folded($0) }
    guard items.count >= 3 else { return false }
    let listed = items.suffix(2)
    // "No, no, no" and "Well, yes, please" list nothing.
    return listed.allSatisfy { (1...3).contains($0.count) && !asides.contains($0[0]) }
      && Set(items.suffix(3)).count == 3
  }

  private static func isQuestion(_ words: [String]) -> Bool {
    let rest = words.drop { QuestionWords.softeners.contains($0) }
    guard let first = rest.first, rest.count >= 3 else { return false }
    if QuestionWords.asking.contains(first) { return true }
    return QuestionWords.auxiliaries.contains(first) && pronouns.contains(rest[rest.startIndex + 1])
  }

  private static let fillers: Set<String> = [
    "um", "uh", "uhm", "umm", "er", "erm", "hmm", "mm", "ah", "eh", "like", "well", "so",
  ]

  private static let open: Set<String> = [
    "and", "but", "or", "nor", "because", "cause", "if", "when", "while", "although", "unless",
    "until", "since", "than", "whether", "the", "a", "an", "my", "your", "his", "our", "their",
    "its", "to", "of", "in", "on", "at", "for", "with", "from", "by", "about", "into", "onto",
    "under", "between", "through", "during", "without", "is", "are", "was", "were", "be", "been",
    "am", "i", "i'm", "we", "they", "he", "she", "we're", "they're", "he's", "she's", "it's",
    "that's", "there's", "which", "who", "whose", "what", "where", "how", "very", "really", "just",
    "would", "could", "should", "will", "can", "must", "might", "have", "has", "had", "get", "got",
    "let's", "every", "some", "any", "as", "also", "maybe", "then", "these", "those", "i'll",
    "i'd", "i've", "we'll", "you're", "gonna", "wanna",
  ]

  /// What stands between commas without being listed, or joins the last item.
  private static let asides: Set<String> = [
    "and", "or", "yes", "yeah", "no", "please", "well", "oh", "okay", "ok", "sure", "right", "you",
    "i", "too", "though", "thanks", "thank", "not", "but", "kith", "mira",
  ]

  private static let openPairs: Set<String> = [
    "you know", "i mean", "i think", "i guess", "sort of", "kind of", "such as", "so that",
    "going to", "want to", "need to", "have to", "used to", "a lot of", "and that",
  ]

  /// Endings that are whole although their last word alone is not.
  private static let wholePairs: Set<String> = ["not really", "come on", "go on"]

  private static let strandable: Set<String> = [
    "to", "of", "in", "on", "at", "for", "with", "from", "by", "about", "into", "is", "are", "was",
    "were", "he", "she", "they", "we", "i", "like",
  ]

  private static let pronouns: Set<String> = [
    "i", "you", "he", "she", "it", "we", "they", "there", "this", "that", "these", "those", "the",
    "my", "your", "his", "her", "our", "their", "a", "an", "anyone", "anybody", "everyone",
  ]
}
