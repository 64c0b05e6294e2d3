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
    return own.clearLanguage ?? signs.language ?? given ?? .english
  }
}

/// What a text tells about its language.
///
/// Counts the small words and the letters that only one of the languages has. The same sentences
/// give the same answer, however the text came.
struct LanguageSigns: Sendable {
  /// How much more a language must have than every other to be the one of a single sentence.
  private static let clearLead = 2

  private var counts: [SpokenLanguage: Int] = [:]

  /// The language with the most signs; nil without signs, or when two have as many.
  var language: SpokenLanguage? { leader(lead: 1) }

  /// The language that leads clearly; nil when none does.
  var clearLanguage: SpokenLanguage? { leader(lead: Self.clearLead) }

  /// The signs in `text`.
  init(_ text: String) {
    for scalar in text.unicodeScalars {
      if let language = Self.language(of: scalar) { counts[language, default: 0] += 1 }
    }
    for word in Words.folded(text) {
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

  private func leader(lead: Int) -> SpokenLanguage? {
    let sorted = SpokenLanguage.allCases.map { ($0, counts[$0, default: 0]) }
      .sorted { $0.1 > $1.1 }
    guard sorted[0].1 >= sorted[1].1 + lead else { return nil }
    return sorted[0].0
  }

  private static func language(of scalar: Unicode.Scalar) -> SpokenLanguage? {
    switch scalar {
    case "ß", "ä", "ö", "ü", "Ä", "Ö", "Ü", "„": .german
    case "è", "ê", "à", "ç", "œ", "û", "î", "ô", "ù", "È", "Ê", "À", "Ç": .french
    case "ñ", "Ñ", "¿", "¡", "ó", "á", "í", "ú": .spanish
    case "\u{3040}"..."\u{30FF}": .japanese
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
      "costs", "cost", "until", "between", "hours", "minutes", "years", "days", "meet", "call",
      "born", "lives", "open", "page", "chapter",
    ],
    .german: [
      "der", "das", "und", "ist", "nicht", "ich", "du", "wir", "ihr", "sie", "es", "ein", "eine",
      "einen", "einem", "einer", "mit", "auf", "für", "von", "zu", "dem", "den", "des", "im", "vom",
      "zum", "zur", "auch", "sich", "wie", "aber", "oder", "wenn", "dass", "sind", "haben", "hat",
      "wird", "werden", "kann", "noch", "nur", "bei", "nach", "aus", "um", "uhr", "über", "ca",
      "bis", "seit", "vor", "mein", "dein", "kein", "keine", "ja", "nein", "heute", "morgen",
      "gestern", "kostet", "kosten", "euro", "jahr", "jahre", "jahren", "januar", "februar", "märz",
      "mai", "juni", "juli", "oktober", "dezember", "beginnt", "wohnt", "treffen", "grad", "prozent",
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
      "ellos", "que", "en", "por", "para", "con", "su", "sus", "mi", "mis", "al", "lo", "se", "está",
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
