/// "123-123-5678", "(123) 123-5678", "+36 1 234 5678", "192.168.0.1", "card ending in 8876".
enum PhoneRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let dots = token.core.split(separator: ".", omittingEmptySubsequences: false)
    if dots.count == 4, dots.allSatisfy({ isFigures($0, 1...3) }) {
      return (token.saying(dots.map { NumberWords.digits($0) }.joined(separator: " dot ")), 1)
    }
    if let said = number(token.core) { return (token.saying(said), 1) }
    if token.opening == "(", token.closing == ")", isFigures(token.core, 3...3),
      let next = context.token(1), let rest = number(next.core)
    {
      return (NumberWords.digits(token.core) + ", " + next.saying(rest), 2)
    }
    if token.core.first == "+", isFigures(token.core.dropFirst(), 1...14) {
      return international(context)
    }
    let lead = [context.word(-2), context.word(-1)].compactMap { $0?.lowercased() }
    let isCode =
      lead.last == "in" && ["ending", "ends", "ended"].contains(lead.first)
      || ["code", "pin", "extension"].contains(lead.last)
    if isCode, isFigures(token.core, 3...8) {
      return (token.saying(NumberWords.digits(token.core)), 1)
    }
    return nil
  }

  /// "+36 1 234 5678": the groups after the country code belong to it.
  private static func international(_ context: TokenContext) -> (String, Int) {
    var words = [context.token.saying("plus " + NumberWords.digits(context.token.core))]
    while let next = context.token(words.count), context.word(words.count) != nil,
      isFigures(next.core, 1...4), words.count < 6
    {
      words.append(next.saying(NumberWords.digits(next.core)))
    }
    return (words.joined(separator: ", "), words.count)
  }

  private static func number(_ word: String) -> String? {
    let groups = word.split { "-–.".contains($0) }
    let lengths = groups.map(\.count)
    // 555-1234, 123-123-5678, 1-800-555-0199, 123-45-6789
    guard groups.allSatisfy({ isFigures($0, 1...4) }),
      [[3, 4], [3, 3, 4], [3, 3, 3, 4], [1, 3, 3, 4], [3, 2, 4]].contains(lengths)
    else { return nil }
    return groups.map { NumberWords.digits($0) }.joined(separator: ", ")
  }

  private static func isFigures(_ text: some StringProtocol, _ length: ClosedRange<Int>) -> Bool {
    length.contains(text.count) && text.allSatisfy(NumberWords.isDigit)
  }
}
