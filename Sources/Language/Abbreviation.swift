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
    if Self.leadingWords.contains(lower) || word == "MM" || word == "Dir" {
      self = .leading
    } else if Self.beforeNumberWords.contains(lower) {
      self = .beforeNumber
    } else if lower == "a.m" || lower == "p.m" {
      self = .time
    } else if Self.calendarWords.contains(lower) {
      // "He sat." and "the sun." are no days, "mar. 23" is one.
      self = word.first?.isUppercase == true ? .trailing : .beforeNumber
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
      && parts.allSatisfy { part in
        let letters = part.drop { $0 == "-" }
        return (1...2).contains(letters.count) && letters.allSatisfy(\.isLetter)
      }
  }

  private static let leadingWords: Set<String> = [
    // English
    "mr", "mrs", "ms", "mx", "dr", "prof", "st", "mt", "ft", "sen", "rep", "gen", "gov", "capt",
    "col", "lt", "sgt", "cpl", "pvt", "cmdr", "adm", "maj", "hon", "rev", "fr", "pres", "messrs",
    "supt", "e.g", "i.e", "f.e", "viz", "vs", "cf", "rs", "approx", "esp", "incl", "resp", "btw",
    "n°",
    // German
    "z.b", "d.h", "u.a", "v.a", "bzw", "ca", "kath", "evang", "evtl", "ggf", "inkl", "exkl", "vgl",
    "bspw", "sog", "hr", "hrn", "med", "phil", "jur", "rer", "habil", "h.c", "dipl.-ing", "geb",
    "gest", "zzgl", "abzgl", "u",
    "i.d.r", "u.u", "z.t", "z.z",
    // French
    "mme", "mmes", "mlle", "mlles", "ste", "p.ex", "c.-à-d",
    // Spanish
    "srta", "sra", "sres", "lic", "dra", "dña", "profa", "sto", "sta", "gral", "p.ej", "avda", "ee",
    "admón",
    // Italian, Russian and Hungarian
    "sig", "dott", "avv", "ул", "пгт", "кв", "стр", "kb", "pl", "ún", "özv", "ifj", "id",
  ]

  private static let beforeNumberWords: Set<String> = [
    "no", "nos", "nr", "p", "pp", "fig", "figs", "vol", "ch", "sec", "art", "par", "eq", "op", "s",
    "n.º", "nº", "núm", "pág", "págs", "cap", "párr", "párrf", "abs", "kap", "abb", "chap", "tel",
    "tél", "ext", "apt", "bldg",
  ]

  private static let calendarWords: Set<String> = [
    "jan", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue", "tues",
    "wed",
    "thu", "thurs", "fri", "sat", "sun",
  ]

  private static let trailingWords: Set<String> = [
    "jr", "sr", "inc", "ltd", "co", "corp", "bros", "llc", "etc", "ave", "blvd", "rd", "hwy",
    "dept",
    "est", "min", "max", "al", "feb", "sept", "ph.d", "m.d", "b.a",
    "m.a", "usw", "usf", "ind", "calif", "ariz", "kft", "zrt", "stb", "univ", "assn",
    "assoc", "std", "sek", "mio", "mrd", "chr", "str", "jh", "ud", "uds", "vd",
    "uu", "aprox", "dipl", "ing", "env", "av", "bd", "janv", "févr", "juil", "déc", "okt", "dez",
  ]
}

/// Words that often begin a sentence and rarely follow an abbreviation in the middle of one.
enum SentenceOpener {
  /// Whether `word` is such a word, written with a capital.
  static func isOne(_ word: Substring) -> Bool {
    guard word.first?.isUppercase == true else { return false }
    let stem = word.prefix { $0 != "'" && $0 != "’" }
    // "C'est" begins a sentence, "C. Dupont" goes on.
    if stem.count == 1, stem.count == word.count { return "IAYÀ".contains(word) }
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
    // German
    "der", "die", "das", "ich", "du", "er", "sie", "es", "wir", "ihr", "und", "aber", "dann",
    "dort",
    "hier", "heute", "morgen", "gestern", "danach", "zudem", "außerdem", "wenn", "was", "wer",
    "wie",
    "wo", "warum", "ja", "nein", "ein", "eine", "mein", "meine", "bitte", "auch", "so", "jetzt",
    // French
    "le", "la", "les", "un", "une", "je", "tu", "il", "elle", "nous", "vous", "ils", "elles", "ce",
    "c", "cette", "ces", "mais", "et", "oui", "non", "puis", "ensuite", "après", "voici", "voilà",
    "qui", "que", "quand", "où", "pourquoi", "comment", "mon", "ma", "j",
    // Spanish
    "el", "los", "las", "una", "yo", "tú", "él", "ella", "ellos", "nosotros", "pero", "y", "sí",
    "entonces", "luego", "después", "ahora", "hoy", "mañana", "ayer", "este", "esta", "eso",
    "también",
    "mi", "su", "hay", "aquí", "allí", "por", "para", "cuando", "quizás", "me", "te", "se", "nos",
    "lo", "está", "son", "tiene", "vamos", "fue", "qué",
    "cómo", "dónde", "si",
  ]
}
