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
    guard token.core.count > 1, value <= 40, isName else { return nil }
    return (token.saying("the " + NumberWords.ordinal(value)), 1)
  }

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
