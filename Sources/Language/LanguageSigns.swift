/// Tells sentence by sentence which language a reply is in.
///
/// A sentence that clearly is in a language is taken to be in it, so that a reply may speak of another
/// language in its own words; any other is in the language of the sentences so far.
public struct ReplyLanguage: Sendable {
  private var signs = LanguageSigns("")
  private let given: SpokenLanguage?

  /// A reply that has not begun.
  ///
  /// - Parameter given: The language to expect until the text tells; English without it.
  public init(given: SpokenLanguage?) {
    self.given = given
  }

  /// The language of the next sentence.
  public mutating func next(_ sentence: String) -> SpokenLanguage {
    let own = LanguageSigns(sentence)
    signs.add(own)
    // To leave the language that was given takes more than one word.
    let least = given == nil ? LanguageSigns.oneWord : LanguageSigns.twoWords
    return own.leader(lead: LanguageSigns.oneWord, least: least)
      ?? signs.leader(lead: 1, least: least) ?? given ?? .english
  }
}

/// What a text tells about its language.
///
/// Counts the small words and the letters that only one of the languages has. The same sentences
/// give the same answer, however the text came.
struct LanguageSigns: Sendable {
  /// What a word counts that only one of the languages has.
  static let oneWord = 2
  /// What two such words count.
  static let twoWords = 4

  private var counts: [SpokenLanguage: Int] = [:]

  /// The language with the most signs; nil without signs, or when two have as many.
  var language: SpokenLanguage? { leader(lead: 1, least: Self.oneWord) }

  /// The signs in `text`.
  init(_ text: String) {
    // Letters that other languages have too are one sign, however many there are.
    var letters: Set<SpokenLanguage> = []
    for scalar in text.unicodeScalars {
      if let language = Self.owner(of: scalar) { counts[language, default: 0] += 2 }
      if let language = Self.user(of: scalar) { letters.insert(language) }
    }
    for language in letters { counts[language, default: 0] += 1 }
    // Capitals are names and short forms: "CA" is a state, "EST" a time.
    for word in Words.list(text) where word.count == 1 || !word.allSatisfy(\.isUppercase) {
      let word = word.lowercased().replacing("’", with: "'")
      // "l'eau" and "qu'il": French drops a vowel before another.
      if let mark = word.firstIndex(of: "'"), Self.elided.contains(String(word[..<mark])) {
        counts[.french, default: 0] += 2
      }
      for (language, words) in Self.words where words.contains(word) {
        counts[language, default: 0] += Self.weak.contains(word) ? 1 : 2
      }
    }
  }

  /// Adds what another text tells.
  mutating func add(_ other: LanguageSigns) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// The language with the most signs, if it has `least` and `lead` more than every other.
  func leader(lead: Int, least: Int) -> SpokenLanguage? {
    let sorted = SpokenLanguage.allCases.map { ($0, counts[$0, default: 0]) }
      .sorted { $0.1 > $1.1 }
    guard sorted[0].1 >= least, sorted[0].1 >= sorted[1].1 + lead else { return nil }
    return sorted[0].0
  }

  /// The language that alone has this character.
  private static func owner(of scalar: Unicode.Scalar) -> SpokenLanguage? {
    switch scalar {
    case "ß": .german
    case "œ": .french
    case "ñ", "Ñ", "¿", "¡": .spanish
    case "\u{3040}"..."\u{30FF}": .japanese
    default: nil
    }
  }

  /// The language of the five that has this letter; others have it too.
  private static func user(of scalar: Unicode.Scalar) -> SpokenLanguage? {
    switch scalar {
    case "ä", "ö", "ü", "Ä", "Ö", "Ü", "„": .german
    case "è", "ê", "à", "ç", "û", "î", "ô", "ù", "È", "Ê", "À", "Ç": .french
    case "ó", "á", "í", "ú": .spanish
    default: nil
    }
  }

  private static let elided: Set<String> = ["l", "d", "j", "qu", "c", "n", "s", "m", "t", "jusqu"]

  /// Words that are also something else in another of the languages.
  private static let weak: Set<String> = [
    "die", "am", "ab", "mai", "des", "un", "son", "sa", "ma", "mi", "se", "es", "par", "sur", "an",
    "was", "has", "had", "do", "come", "la", "de", "en", "que", "euro", "euros", "entre",
  ]

  private static let words: [SpokenLanguage: Set<String>] = [
    .english: [
      "the", "and", "of", "to", "is", "it", "you", "that", "i", "for", "with", "are", "this", "be",
      "have", "from", "at", "by", "what", "when", "there", "my", "your", "he", "she", "we", "they",
      "not", "but", "about", "how", "which", "his", "her", "their", "would", "could", "should",
      "i'm", "don't", "it's", "that's", "let's", "can", "do", "does", "did", "been", "has", "had",
      "costs", "cost", "until", "between", "hours", "years", "days", "meet", "call", "born",
      "lives",
    ],
    .german: [
      "der", "das", "und", "ist", "nicht", "ich", "du", "wir", "ihr", "sie", "es", "ein", "eine",
      "einen", "einem", "einer", "mit", "auf", "für", "von", "zu", "dem", "den", "des", "im", "vom",
      "zum", "zur", "auch", "sich", "wie", "aber", "oder", "wenn", "dass", "sind", "haben", "hat",
      "wird", "werden", "kann", "noch", "nur", "bei", "nach", "aus", "um", "uhr", "über",
      "bis", "seit", "vor", "mein", "dein", "kein", "keine", "ja", "nein", "heute", "morgen",
      "gestern", "kostet", "kosten", "euro", "jahr", "jahre", "jahren", "januar", "februar", "märz",
      "mai", "juni", "juli", "oktober", "dezember", "beginnt", "wohnt", "treffen", "grad",
      "prozent",
      "die", "gibt", "mir", "dir", "bzw", "usw", "seite", "nummer", "etwa", "beim", "ab",
      "stunden", "tage", "tagen", "woche", "wochen", "montag", "dienstag", "mittwoch", "freitag",
      "samstag", "sonntag", "kapitel", "straße", "und", "doktor", "am", "frau", "herr", "jeden",
    ],
    .french: [
      "le", "les", "des", "du", "et", "est", "un", "une", "je", "tu", "il", "elle", "nous", "vous",
      "ils", "elles", "pas", "que", "qui", "dans", "pour", "sur", "avec", "ce", "cette", "son",
      "sa", "ses", "mon", "ma", "mes", "au", "aux", "en", "sont", "ont", "mais", "ou", "où", "par",
      "très", "bonjour", "merci", "oui", "non", "fait",
      "coûte", "heure", "heures", "janvier", "février", "mars", "avril", "juin", "juillet", "août",
      "septembre", "octobre", "novembre", "décembre", "euros", "ans", "jours", "siècle", "environ",
      "né", "née", "à", "rendez-vous", "chapitre", "appelez", "entre", "depuis", "vers", "mme",
      "rue", "kilomètres", "deux", "trois", "lundi", "mardi", "mercredi", "jeudi", "vendredi",
      "samedi", "dimanche", "la", "de", "numéro", "habite", "être", "avoir",
    ],
    .spanish: [
      "el", "los", "las", "del", "es", "un", "una", "yo", "tú", "él", "ella", "nosotros",
      "ellos", "que", "en", "por", "para", "con", "su", "sus", "mi", "mis", "al", "lo", "se",
      "está",
      "son", "pero", "como", "más", "muy", "hola", "gracias", "sí", "hay", "tiene", "tengo", "fue",
      "cuesta", "cuestan", "hora", "horas", "enero", "febrero", "marzo", "abril", "mayo", "junio",
      "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre", "euros", "años", "días",
      "siglo", "unos", "nació", "desde", "hasta", "hoy", "ayer", "llama", "capítulo", "señor",
      "sr", "sra", "calle", "número", "kilómetros", "grados", "lunes", "martes", "miércoles",
      "jueves", "viernes", "sábado", "domingo", "la", "de", "vive", "página", "entre", "quedan",
      "qué", "cuándo", "cómo", "dónde", "ee", "uu", "reunión",
    ],
  ]
}
