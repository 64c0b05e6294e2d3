/// Roman numerals after names and chapters, and initials before a name.
enum NameRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    initials(context) ?? roman(context)
  }

  private static func roman(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard let value = NumberWords.roman(token.core), let before = context.word(-1) else {
      return nil
    }
    if counted.contains(before.lowercased()) {
      return (token.saying(NumberWords.cardinal(value)), 1)
    }
    let isName = before.first?.isUppercase == true && before.dropFirst().contains { $0.isLowercase }
    guard token.core.count > 1 || isReign(context, before: before), value <= 40, isName else {
      return nil
    }
    return (token.saying("the " + NumberWords.ordinal(value)), 1)
  }

  /// Whether a single letter counts a ruler: "Henry V", "King Charles I".
  private static func isReign(_ context: TokenContext, before: String) -> Bool {
    guard ["I", "V", "X"].contains(context.token.core) else { return false }
    let title = context.word(-2)?.lowercased() ?? ""
    return ["king", "queen", "pope", "emperor", "tsar", "saint"].contains(title)
      || context.token.core == "V" && rulers.contains(before.lowercased())
  }

  private static let rulers: Set<String> = [
    "henry", "george", "charles", "edward", "philip", "louis", "james", "william", "alfonso",
    "pius",
  ]

  private static func initials(_ context: TokenContext) -> (String, Int)? {
    var letters = ""
    var count = 0
    while let token = context.token(count), isInitial(token) {
      letters += token.core
      count += 1
    }
    guard count > 1, let next = context.token(count), next.core.first?.isUppercase == true else {
      return nil
    }
    return (context.token.opening + letters, count)
  }

  private static func isInitial(_ token: Token) -> Bool {
    token.core.count == 1 && token.core.first?.isUppercase == true && token.closing == "."
  }

  private static let counted: Set<String> = [
    "chapter", "part", "volume", "book", "act", "scene", "section", "war", "phase", "stage",
    "level",
    "type", "class", "title", "article", "appendix", "apollo", "rocky", "bowl",
  ]
}
