/// "ana@example.org", "nvidia.com", "upgrade/update", "snake_case", "1428 Elm St.".
enum AddressRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if isDomain(token.core) || token.core.contains("@") && token.core.count > 1 {
      let said = token.core.map { character in
        switch character {
        case "@": " at "
        case ".": " dot "
        case "/": " slash "
        case "-": " dash "
        case "_": " underscore "
        default: String(character)
        }
      }
      return (token.saying(said.joined()), 1)
    }
    if token.core.contains("_") {
      let words = token.core.split(separator: "_").joined(separator: " ")
      return (token.saying(words), 1)
    }
    let sides = token.core.split(separator: "/", omittingEmptySubsequences: false)
    if sides.count == 2, sides.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLetter) }) {
      let isChoice = ["and/or", "he/she", "his/her"].contains(token.core.lowercased())
      return (token.saying(sides.joined(separator: isChoice ? " or " : " slash ")), 1)
    }
    return houseNumber(context)
  }

  private static func isDomain(_ word: String) -> Bool {
    let parts = word.prefix { $0 != "/" }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, topLevels.contains(last.lowercased()) else {
      return false
    }
    return parts.allSatisfy {
      !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }

  /// Four figures before the name of a street are said in pairs.
  private static func houseNumber(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.core.count == 4, let value = Int(token.core), value >= 1000,
      context.word(1)?.first?.isUppercase == true,
      (2...4).contains(where: { offset in
        context.token(offset).map { streets.contains($0.core.lowercased()) } ?? false
      })
    else { return nil }
    return (token.saying(NumberWords.year(value)), 1)
  }

  private static let streets: Set<String> = [
    "st", "street", "ave", "avenue", "rd", "road", "blvd", "ln", "lane", "dr", "drive", "ct", "way",
  ]

  private static let topLevels: Set<String> = [
    "com", "org", "net", "io", "dev", "edu", "gov", "info", "uk", "de", "fr", "hu", "eu", "app",
    "ai",
  ]
}
