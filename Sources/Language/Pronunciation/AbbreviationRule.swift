/// Abbreviations and initialisms: doctor before a name, Drive after one, page before a number.
enum AbbreviationRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let key = token.core.lowercased()
    if let words = phrases[key], token.hasStop || key.contains(".") || unstopped.contains(key) {
      return (token.saying(words, dropsStop: context.token(1) != nil), 1)
    }
    if let words = beforeNumber[key], token.hasStop,
      context.token(1)?.core.first?.isNumber == true
    {
      return (token.saying(words, dropsStop: true), 1)
    }
    return place(context, key: key) ?? capitals(context)
  }

  /// Titles before names, kinds of street after them, points of the compass between.
  private static func place(_ context: TokenContext, key: String) -> (String, Int)? {
    let token = context.token
    let isAfterName = context.word(-1)?.first?.isUppercase == true
    let isBeforeName = context.token(1)?.core.first?.isUppercase == true
    if let title = titles[key], token.hasStop, isBeforeName, !isAfterName {
      return (token.saying(title, dropsStop: true), 1)
    }
    if let street = streets[key], isAfterName && token.hasStop || isAddress(context) {
      return (token.saying(street, dropsStop: !endsSentence(context)), 1)
    }
    if let point = directions[token.core], isBeforeName,
      let number = context.word(-1), number.allSatisfy(\.isNumber)
    {
      return (token.saying(point, dropsStop: true), 1)
    }
    return nil
  }

  /// Whether the full stop of an abbreviation also ends a sentence.
  private static func endsSentence(_ context: TokenContext) -> Bool {
    guard let next = context.token(1) else { return true }
    return SentenceOpener.isOne(next.core[...])
  }

  /// Whether a number stands a few words before, and a name right before.
  private static func isAddress(_ context: TokenContext) -> Bool {
    context.word(-1)?.first?.isUppercase == true
      && (2...4).contains { context.token(-$0)?.core.first?.isNumber == true }
  }

  /// Initialisms are spelled, other words in capitals are read.
  private static func capitals(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let words = spelled[token.core] { return (token.saying(words), 1) }
    if token.core.lowercased() == "tv" { return (token.saying("TV"), 1) }
    guard isShouted(token.core) else { return nil }
    let isNeighbourShouted = [context.token(-1), context.token(1)].contains {
      $0.map { isShouted($0.core) } ?? false
    }
    return isNeighbourShouted ? (token.saying(token.core.lowercased()), 1) : nil
  }

  private static func isShouted(_ word: String) -> Bool {
    word.count > 1 && word.allSatisfy { $0.isUppercase } && word.contains { "AEIOUY".contains($0) }
      && spelled[word] == nil
  }

  private static let unstopped: Set<String> = ["vs", "approx", "ww1", "ww2", "wwii", "w/o", "w/"]

  private static let phrases = [
    "e.g": "for example", "i.e": "that is", "etc": "et cetera", "vs": "versus", "mr": "Mister",
    "mrs": "Missus", "ms": "Miz", "prof": "Professor", "approx": "approximately", "jr": "Junior",
    "sr": "Senior", "ave": "Avenue", "blvd": "Boulevard", "rd": "Road", "mt": "Mount",
    "gen": "General",
    "sen": "Senator", "gov": "Governor", "capt": "Captain", "lt": "Lieutenant", "sgt": "Sergeant",
    "rev": "Reverend", "inc": "Incorporated", "ltd": "Limited", "corp": "Corporation",
    "dept": "department",
    "est": "established", "cf": "compare", "viz": "namely", "ww1": "World War One",
    "ww2": "World War Two",
    "wwii": "World War Two", "w/o": "without", "w/": "with", "incl": "including",
    "tel": "telephone",
  ]

  private static let titles = ["dr": "doctor", "st": "Saint"]

  private static let beforeNumber = ["no": "number", "p": "page", "pp": "pages"]

  private static let streets = [
    "st": "Street", "dr": "Drive", "ave": "Avenue", "rd": "Road", "blvd": "Boulevard", "ln": "Lane",
    "ct": "Court", "pl": "Place", "sq": "Square", "hwy": "Highway",
  ]

  private static let directions = ["E": "East", "W": "West", "N": "North", "S": "South"]

  private static let spelled = [
    "AI": "A I", "UK": "U K", "USA": "U S A", "US": "U S", "EU": "E U", "UN": "U N", "IT": "I T",
    "CEO": "C E O", "API": "A P I", "URL": "U R L", "CIA": "C I A", "FBI": "F B I", "IQ": "I Q",
    "UFO": "U F O", "USB": "U S B", "GPU": "G P U", "CPU": "C P U", "ID": "I D", "OK": "okay",
    "DIY": "D I Y", "FAQ": "F A Q", "ATM": "A T M", "DNA": "D N A", "GPS": "G P S", "PDF": "P D F",
    "HTML": "H T M L", "BBC": "B B C", "NHS": "N H S", "PhD": "P H D", "CD": "C D", "DVD": "D V D",
  ]
}
