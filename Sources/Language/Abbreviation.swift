/// How a written abbreviation behaves at the end of a sentence.
enum Abbreviation {
  /// Something always follows: "Dr. Smith", "e.g. bread".
  case leading
  /// A number follows when it is an abbreviation, else it is a word: "no. 5", "No. Never."
  case beforeNumber
  /// It may end a sentence when the next word begins one: "Ltd. She", "U.S. He".
  case trailing
  /// It ends a sentence before any capital: "at 5 p.m. Travelers".
  case time

  /// The kind of `word`, which is what stands before a full stop, without it; nil for other words.
  init?(_ word: Substring) {
    let lower = word.lowercased()
    if Self.leadingWords.contains(lower) {
      self = .leading
    } else if Self.beforeNumberWords.contains(lower) {
      self = .beforeNumber
    } else if lower == "a.m" || lower == "p.m" {
      self = .time
    } else if Self.trailingWords.contains(lower) || Self.isDotted(word) {
      self = .trailing
    } else {
      return nil
    }
  }

  /// Whether `word` is letters with full stops between them, such as "U.S" or "z.B".
  private static func isDotted(_ word: Substring) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy(\.isLetter) }
  }

  private static let leadingWords: Set<String> = [
    "mr", "mrs", "ms", "mx", "dr", "prof", "st", "mt", "ft", "sen", "rep", "gen", "gov", "capt",
    "col", "lt", "sgt", "cmdr", "maj", "hon", "rev", "fr", "pres", "messrs", "mme", "mlle", "e.g",
    "i.e", "f.e", "viz", "vs", "cf", "rs", "approx", "esp", "incl", "resp", "srta", "sra", "lic",
    "btw", "n°",
    "z.b", "bzw", "ca", "kath", "evtl", "ggf", "kb", "pl", "ún", "özv", "ifj", "id", "u",
  ]

  private static let beforeNumberWords: Set<String> = [
    "no", "nos", "nr", "p", "pp", "fig", "figs", "vol", "ch", "sec", "art", "par", "eq", "op", "s",
  ]

  private static let trailingWords: Set<String> = [
    "jr", "sr", "inc", "ltd", "co", "corp", "bros", "llc", "etc", "ave", "blvd", "rd", "dept",
    "est", "min", "max", "al", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
    "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "ph.d", "m.d", "b.a",
    "m.a", "usw", "ind", "km", "kft", "zrt", "stb", "univ", "assn", "lb", "lbs", "oz",
  ]
}

/// Words that often begin a sentence and rarely follow an abbreviation in the middle of one.
enum SentenceOpener {
  /// Whether `word` is such a word, written with a capital.
  static func isOne(_ word: Substring) -> Bool {
    guard word.first?.isUppercase == true else { return false }
    let stem = word.prefix { $0 != "'" && $0 != "’" }
    return words.contains(stem.lowercased())
  }

  private static let words: Set<String> = [
    "i", "you", "he", "she", "it", "we", "they", "the", "a", "an", "this", "that", "these",
    "those", "there", "here", "my", "your", "his", "her", "its", "our", "their", "and", "but",
    "or", "so", "if", "when", "while", "where", "what", "who", "why", "how", "which", "in", "on",
    "at", "for", "to", "from", "with", "as", "by", "after", "before", "then", "now", "yes", "no",
    "not", "do", "does", "did", "is", "are", "was", "were", "can", "could", "will", "would",
    "should", "have", "has", "had", "let", "please", "maybe", "perhaps", "however", "finally",
    "also", "because", "although", "some", "many", "most", "all", "every", "one", "everyone",
    "millions", "people", "tell", "oh", "well", "okay",
  ]
}
