/// Whether words so far sound as if more were coming.
///
/// A hint for the end of a turn, judged by the last words only: "and then we went to the" asks for
/// patience, "what time is it" for an answer. English; other languages are neutral.
public enum UnfinishedThought: Sendable, Equatable {
  /// The last word needs another: a conjunction, an article, a preposition, a filler, "…".
  case unfinished
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
    } else if isTrailing || Self.endsOpen(words, last: last) {
      self = .unfinished
    } else if Self.isQuestion(words) {
      self = .completeQuestion
    } else {
      self = .neutral
    }
  }

  private static func endsOpen(_ words: [String], last: String) -> Bool {
    if fillers.contains(last) || open.contains(last) {
      // "What is it for" and "where are you from" end with a preposition and are complete.
      let rest = words.drop { softeners.contains($0) }
      let isInverted = rest.count >= 3 && auxiliaries.contains(rest[rest.startIndex + 1])
      let isQuestion = rest.first.map(questionWords.contains) ?? false
      return !(isQuestion && isInverted && strandable.contains(last))
    }
    return openPairs.contains(words.suffix(2).joined(separator: " "))
  }

  private static func isQuestion(_ words: [String]) -> Bool {
    let rest = words.drop { softeners.contains($0) }
    guard let first = rest.first, rest.count >= 3 else { return false }
    if questionWords.contains(first) { return true }
    return auxiliaries.contains(first) && pronouns.contains(rest[rest.startIndex + 1])
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

  private static let openPairs: Set<String> = [
    "you know", "i mean", "i think", "i guess", "sort of", "kind of", "such as", "so that",
    "going to", "want to", "need to", "have to", "used to", "a lot of", "and that", "i was",
  ]

  private static let strandable: Set<String> = [
    "to", "of", "in", "on", "at", "for", "with", "from", "by", "about", "into", "is", "are", "was",
    "were", "he", "she", "they", "we", "i", "like",
  ]

  private static let softeners: Set<String> = [
    "so", "and", "but", "well", "okay", "ok", "oh", "hey",
  ]

  private static let questionWords: Set<String> = [
    "what", "where", "when", "who", "whom", "whose", "why", "how", "which", "what's", "where's",
    "who's", "when's", "how's", "why's",
  ]

  private static let auxiliaries: Set<String> = [
    "do", "does", "did", "is", "are", "was", "were", "can", "could", "will", "would", "should",
    "shall", "may", "have", "has", "had", "am", "isn't", "aren't", "don't", "doesn't", "didn't",
    "can't", "won't", "wouldn't", "couldn't", "shouldn't", "haven't", "hasn't",
  ]

  private static let pronouns: Set<String> = [
    "i", "you", "he", "she", "it", "we", "they", "there", "this", "that", "these", "those", "the",
    "my", "your", "his", "her", "our", "their", "a", "an", "anyone", "anybody", "everyone",
  ]
}
