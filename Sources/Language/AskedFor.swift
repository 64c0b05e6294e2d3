/// What the companion has just asked for, told from the last sentence of its reply.
///
/// After "Do you want tea or coffee?" the word "tea" is a whole answer; after "How was your day?" it
/// is the beginning of one. English; other languages ask for nothing.
public enum AskedFor: Sendable, Equatable {
  /// Nothing was asked.
  case nothing
  /// A yes or a no.
  case yesOrNo
  /// One of several, a name, a number, a place, a time.
  case choice
  /// A story: why, how, what one thinks.
  case open

  /// What the last sentence of `reply` asks for.
  public init(_ reply: some StringProtocol) {
    let ending = reply.reversed().first { $0.isLetter || $0.isNumber || ".!?…".contains($0) }
    guard ending == "?" else {
      self = .nothing
      return
    }
    let untilMark = reply[..<(reply.lastIndex(of: "?") ?? reply.endIndex)]
    let start = untilMark.lastIndex { ".!?…\n".contains($0) }
    let sentence = start.map { untilMark[untilMark.index(after: $0)...] } ?? untilMark[...]
    self = Self.asked(Words.folded(sentence))
  }

  /// Whether `words` answer it as shortly as it may be answered.
  ///
  /// - Parameter words: What the person has said so far.
  /// - Returns: Whether nothing more has to come; false where words trail off.
  public func isAnswered(by words: some StringProtocol) -> Bool {
    let said = Words.folded(words)
    guard let first = said.first, case .neutral = UnfinishedThought(words) else { return false }
    switch self {
    case .nothing, .open: return false
    case .yesOrNo: return said.count <= 4 && Self.verdicts.contains(first)
    case .choice: return said.count <= 5
    }
  }

  private static func asked(_ words: [String]) -> AskedFor {
    let words = words.drop { QuestionWords.softeners.contains($0) }
    guard let first = words.first else { return .open }
    if words.contains("or") { return .choice }
    if QuestionWords.auxiliaries.contains(first) { return .yesOrNo }
    if facts.contains(first) || facts.contains(words.prefix(2).joined(separator: " ")) {
      return words.contains { opinions.contains($0) } ? .open : .choice
    }
    return .open
  }

  private static let facts: Set<String> = [
    "which", "what", "what's", "who", "who's", "whose", "where", "where's", "when", "when's",
    "how many", "how much", "how old", "how long", "how often", "how far",
  ]

  /// Words with which "what" asks for a story.
  private static let opinions: Set<String> = [
    "think", "feel", "feeling", "happened", "happening", "happen", "about", "mind", "bothering",
    "like", "mean", "remember", "tell", "say", "been", "going", "doing", "up", "makes", "made",
  ]

  private static let verdicts: Set<String> = [
    "yes", "yeah", "yep", "yup", "no", "nope", "nah", "sure", "okay", "ok", "maybe", "perhaps",
    "absolutely", "definitely", "certainly", "probably", "exactly", "right", "correct", "never",
    "always", "sometimes", "please", "fine", "not", "true", "mhm", "mm-hm", "uh-huh",
  ]
}
