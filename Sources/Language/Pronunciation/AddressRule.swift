/// "ana@example.org", "nvidia.com", "upgrade/update", "snake_case", "1428 Elm St.".
enum AddressRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let said = spelled(token, signs: signs) { return (said, 1) }
    if token.core.contains("_") {
      let words = token.core.split(separator: "_").joined(separator: " ")
      return (token.saying(words), 1)
    }
    let sides = token.core.split(separator: "/", omittingEmptySubsequences: false)
    if sides.count == 2, sides.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLetter) }) {
      let isChoice = ["and/or", "he/she", "his/her"].contains(token.core.lowercased())
      return (token.saying(sides.joined(separator: isChoice ? " or " : " slash ")), 1)
    }
    if let said = file(token.core) { return (token.saying(said), 1) }
    if token.core.first == "#", token.core.dropFirst().allSatisfy(\.isLetter), token.core.count > 2
    {
      return (token.saying("hashtag " + token.core.dropFirst()), 1)
    }
    return houseNumber(context)
  }

  /// The name of a file, such as "notes.txt".
  private static func file(_ word: String) -> String? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, files.contains(parts[1].lowercased()) else {
      return nil
    }
    return parts.joined(separator: " dot ")
  }

  /// "CA 95051": a state and the code of a place, which is read figure by figure.
  static func state(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.closing.isEmpty, let name = states[token.core], let next = context.token(1),
      next.core.count == 5, next.core.allSatisfy(NumberWords.isDigit)
    else { return nil }
    return (token.opening + name + " " + next.saying(NumberWords.digits(next.core)), 2)
  }

  private static let files: Set<String> = [
    "txt", "pdf", "jpg", "jpeg", "png", "gif", "mp3", "mp4", "wav", "doc", "docx", "xls", "xlsx",
    "csv",
    "json", "html", "zip", "py", "js", "swift", "md",
  ]

  private static let states = [
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California",
    "CO": "Colorado", "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas",
    "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts",
    "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana",
    "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico",
    "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma",
    "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont",
    "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
    "DC": "D C",
  ]

  private static let signs: [Character: String] = [
    "@": "at", ".": "dot", "/": "slash", "-": "dash", "_": "underscore",
  ]

  /// A mail address or the name of a site with its signs said; nil for anything else.
  static func spelled(_ token: Token, signs: [Character: String]) -> String? {
    guard isDomain(token.core) || token.core.contains("@") && token.core.count > 1 else {
      return nil
    }
    let said = token.core.map { character in
      let isSign = "@./-_".contains(character)
      return isSign ? signs[character].map { " \($0) " } ?? " " : String(character)
    }
    return token.saying(said.joined().split(separator: " ").joined(separator: " "))
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
    "expy", "pkwy", "hwy", "highway", "boulevard", "sq", "pl", "court", "place",
  ]

  private static let topLevels: Set<String> = [
    "com", "org", "net", "io", "dev", "edu", "gov", "info", "uk", "de", "fr", "hu", "eu", "app",
    "ai", "es", "jp", "ch", "nl", "pl", "ru", "tv", "co",
  ]
}
