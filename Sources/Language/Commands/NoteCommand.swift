/// Orders about what is kept in mind: remember, forget, what do you remember.
enum NoteCommand {
  static func read(_ text: String, _ bare: Courtesy.Bare) -> SpokenCommand? {
    let words = bare.words
    if let subject = rest(of: words, after: recalling) {
      return .recall(subject.joined(separator: " "))
    }
    if let subject = rest(of: words, after: forgetting) {
      return .forget(subject.joined(separator: " "))
    }
    if forgettingLast[words] != nil { return .forget(nil) }
    if let fact = fact(text, bare) { return .remember(fact.joined(separator: " ")) }
    return nil
  }

  private static func rest(of words: [String], after table: PhraseTable<Void>) -> [String]? {
    for length in stride(from: min(table.longest, words.count - 1), to: 0, by: -1)
    where table[words.prefix(length)] != nil {
      return Array(words.dropFirst(length))
    }
    return nil
  }

  /// "Remember that my sister …" orders; "Remember that time?" and "Remember to breathe" don't.
  private static func fact(_ text: String, _ bare: Courtesy.Bare) -> [String]? {
    let asks = text.contains("?") && !bare.isAsked
    if asks || tellsWhatWasSaid(text) { return nil }
    if let fact = rest(of: bare.words, after: noting) { return fact }
    guard let fact = rest(of: bare.words, after: remembering), fact.count >= 2 else { return nil }
    let isClause = rest(of: bare.words, after: withThat) != nil
    if isClause { return pointedAt.contains(fact[0]) ? nil : fact }
    guard owners.contains(fact[0]) else { return nil }
    return fact.contains(where: verbs.contains) && fact[0] != "me" ? fact : nil
  }

  /// "…, she said" at the end tells a story.
  private static func tellsWhatWasSaid(_ text: String) -> Bool {
    let words = SpokenWords.of(text).suffix(2)
    return words.count == 2 && speakers.contains(words.first ?? "")
      && said.contains(words.last ?? "")
  }

  private static let recalling = PhraseTable<Void>([
    (
      (),
      [
        "what (do|can|did) you remember (about|of|regarding)",
        "what have you (remembered|kept|noted|stored|saved|written down) (about|of|on)",
        "[can you] tell me (what you remember|everything you remember|all you remember) (about|of)",
        "[tell me] (everything|all) [that] you remember (about|of)",
        "what is (stored|noted|kept|saved) about", "what notes do you have (about|on)",
        "what do you still (know|remember) about",
      ]
    )
  ])

  private static let forgetting = PhraseTable<Void>([
    (
      (),
      [
        "(forget|delete|erase|remove) (what|everything|all|anything|that which|whatever) [that] "
          + "i [have] [just|ever] (said|told you|mentioned|say) (about|of|on|regarding)",
        "(forget|delete|erase) (what|everything|all) you (know|remember|noted|kept|have noted) "
          + "(about|of|on)",
        "forget about what i [just] (said|told you|mentioned) (about|of|on)",
        "forget that i [ever] (said|told you|mentioned) [something|anything|to you] [about|that]",
        "(delete|erase|remove) (the|your|that) (note|notes|memory) (about|of|on)",
        "forget (that|the fact that) (my|i|he|she|we|our)",
        "do not (remember|keep|store) what i (said|told you) (about|of|on)",
      ]
    )
  ])

  private static let forgettingLast = PhraseTable<Void>([
    (
      (),
      [
        "(forget|delete|erase) what i (just|last) (said|told you)",
        "forget (the last thing|that last thing) [i (said|told you)]",
        "(delete|erase) (the last|that) note",
      ]
    )
  ])

  private static let remembering = PhraseTable<Void>([
    (
      (),
      [
        "remember [that|this|the following|for me that]",
        "(do not|never) forget that", "(bear|keep) [it] in mind [that]",
      ]
    )
  ])

  private static let withThat = PhraseTable<Void>([
    (
      (),
      [
        "remember (that|this|the following|for me that)", "(do not|never) forget that",
        "(bear|keep) [it] in mind [that]",
      ]
    )
  ])

  private static let noting = PhraseTable<Void>([
    (
      (),
      [
        "(make|take) a (note|mental note) (that|of|of this)", "note [down] that",
        "i (want|would like) you to (remember|know) that", "write down that",
        "(save|store|keep) (this|that) [in your memory] for me",
      ]
    )
  ])

  /// After "that" these point at something, and the whole asks whether it is remembered.
  private static let pointedAt: Set<String> = [
    "time", "day", "night", "summer", "winter", "spring", "autumn", "fall", "year", "week",
    "weekend", "evening", "morning", "afternoon", "one", "movie", "film", "song", "guy", "man",
    "woman", "girl", "boy", "place", "trip", "party", "dog", "cat", "story", "book", "restaurant",
    "house", "joke", "dream", "feeling", "thing", "show", "moment", "when", "where", "who", "how",
    "old", "little", "first", "last", "big", "funny", "holiday", "vacation", "teacher", "game",
    "concert", "beach", "street", "café", "cafe", "hotel", "was", "is", "day's", "lovely", "great",
    "awful", "she", "he",
  ]

  private static let owners: Set<String> = ["i", "my", "our", "we"]

  private static let verbs: Set<String> = [
    "is", "are", "am", "was", "were", "has", "have", "like", "likes", "love", "loves", "hate",
    "hates", "live", "lives", "need", "needs", "take", "takes", "work", "works", "want", "wants",
    "prefer", "prefers", "do", "can", "will", "starts", "start", "begins", "ends",
  ]

  private static let speakers: Set<String> = ["he", "she", "they", "i", "we", "mother", "father"]
  private static let said: Set<String> = ["said", "says", "told", "asked", "thought", "cried"]
}
