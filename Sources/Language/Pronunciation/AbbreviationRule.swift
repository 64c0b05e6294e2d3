/// Abbreviations and initialisms: doctor before a name, Drive after one, page before a number.
enum AbbreviationRule {
  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let key = token.core.lowercased()
    if let words = phrases[key], spelled[token.core] == nil,
      token.hasStop || key.contains(".") || unstopped.contains(key)
    {
      return (token.saying(words, dropsStop: context.token(1) != nil), 1)
    }
    if let words = beforeNumber[key], token.hasStop,
      context.token(1)?.core.first?.isNumber == true
    {
      return (token.saying(words, dropsStop: true), 1)
    }
    return place(context, key: key) ?? week(context) ?? dotted(context) ?? capitals(context)
  }

  /// "Mon.", "Mon.-Fri.", "Jan-Mar".
  private static func week(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let ends = token.core.split { "-–".contains($0) }.map { $0.filter { $0 != "." } }
    let days = ends.compactMap { weekdays[$0] }
    let months = ends.compactMap { $0.first?.isUppercase == true ? Calendar.month($0) : nil }
    let isLast = context.token(1) == nil
    if ends.count == 2, days.count == 2 || months.count == 2 {
      let names = days.count == 2 ? days : months
      return (token.saying(names.joined(separator: " to "), dropsStop: !isLast), 1)
    }
    guard ends.count == 1, let day = days.first, token.hasStop, !isLast else { return nil }
    return (token.saying(day, dropsStop: true), 1)
  }

  private static let weekdays = [
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday",
    "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
  ]

  /// Capitals with stops, said letter by letter, or as one word before the name they belong to.
  private static func dotted(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let letters = token.core.split(separator: ".", omittingEmptySubsequences: false)
    guard letters.count > 1, letters.allSatisfy({ $0.count == 1 && $0.first?.isUppercase == true })
    else { return nil }
    let isLast = context.token(1) == nil
    let isName = context.token(1)?.core.first?.isUppercase == true && !places.contains(token.core)
    let said = letters.joined(separator: isName ? "" : " ")
    return (token.saying(said, dropsStop: !isLast && !endsSentence(context)), 1)
  }

  private static let places: Set<String> = [
    "U.S", "U.S.A", "U.K", "U.N", "E.U", "D.C", "L.A", "N.Y", "P.S", "B.C", "A.D", "U.S.S.R",
  ]

  /// Titles before names, kinds of street after them, points of the compass between.
  private static func place(_ context: TokenContext, key: String) -> (String, Int)? {
    let token = context.token
    let before = context.word(-1)
    // "Elm St." and "5th St."
    let isAfterName =
      before?.first?.isUppercase == true
      || before?.first?.isNumber == true && before?.last?.isLetter == true
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
    let isSpelled =
      (2...5).contains(token.core.count)
      && token.core.allSatisfy { "BCDFGHJKLMNPQRSTVWXZ".contains($0) }
      && NumberWords.roman(token.core) == nil
    if isSpelled { return (token.saying(token.core.map(String.init).joined(separator: " ")), 1) }
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

  private static let unstopped: Set<String> = [
    "vs", "hwy", "expy", "pkwy", "aka", "approx", "ww1", "ww2", "wwii", "w/o", "w/",
  ]

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
    "tel": "telephone", "a.k.a": "also known as", "ext": "extension", "apt": "apartment",
    "ph.d": "P H D", "hwy": "Highway", "expy": "Expressway", "pkwy": "Parkway",
    "misc": "miscellaneous",
    "max": "maximum", "min": "minimum", "w.r.t": "with respect to", "aka": "also known as",
  ]

  private static let titles = ["dr": "doctor", "st": "Saint", "ft": "Fort"]

  private static let beforeNumber = [
    "no": "number", "nos": "numbers", "p": "page", "pp": "pages", "vol": "volume", "ch": "chapter",
    "fig": "figure", "sec": "section", "art": "article",
  ]

  private static let streets = [
    "st": "Street", "dr": "Drive", "ave": "Avenue", "rd": "Road", "blvd": "Boulevard", "ln": "Lane",
    "ct": "Court", "pl": "Place", "sq": "Square", "hwy": "Highway",
  ]

  private static let directions = ["E": "East", "W": "West", "N": "North", "S": "South"]

  private static let spelled = [
    "AI": "A I", "UK": "U K", "USA": "U S A", "US": "U S", "EU": "E U", "UN": "U N", "IT": "I T",
    "CEO": "C E O", "API": "A P I", "URL": "U R L", "CIA": "C I A", "FBI": "F B I", "IQ": "I Q",
    "UFO": "U F O", "ASAP": "A S A P", "FYI": "F Y I", "VIP": "V I P", "MIT": "M I T",
    "NBA": "N B A",
    "RSVP": "R S V P", "IBM": "I B M", "MBA": "M B A", "GDP": "G D P", "HIV": "H I V",
    "FM": "F M", "EST": "E S T", "EDT": "E D T", "NYC": "N Y C",
    "UI": "U I", "HR": "H R", "ER": "E R", "IRS": "I R S", "USSR": "U S S R", "WWW": "W W W",
    "USB": "U S B", "GPU": "G P U", "CPU": "C P U", "ID": "I D", "OK": "okay",
    "DIY": "D I Y", "FAQ": "F A Q", "ATM": "A T M", "DNA": "D N A", "GPS": "G P S", "PDF": "P D F",
    "HTML": "H T M L", "BBC": "B B C", "NHS": "N H S", "PhD": "P H D", "CD": "C D", "DVD": "D V D",
  ]
}
