/// How German says figures: "um 14:30 Uhr" is "um vierzehn Uhr dreißig".
struct German: Tongue {
  let decimalWord = "Komma"
  let minus = "minus"
  let to = "bis"
  let per = "pro"
  let dateWords: Set<String> = ["am", "vom", "zum", "bis"]
  let endings = ["str": "straße"]

  func cardinal(_ value: Int, before noun: String?) -> String {
    guard value == 1 else { return GermanNumbers.cardinal(value) }
    guard let noun, noun.first?.isUppercase == true else { return "eins" }
    return noun == "Uhr" || !Self.isFeminine(noun) ? "ein" : "eine"
  }

  func cardinal(_ value: Int, isFeminine: Bool) -> String {
    guard value == 1 else { return GermanNumbers.cardinal(value) }
    return isFeminine ? "eine" : "ein"
  }

  func cardinal(_ figure: Figure, beforeScale scale: String) -> String? {
    figure.isPlain && figure.value == 1
      ? "eine " + (scale.hasSuffix("en") ? String(scale.dropLast(2)) : String(scale.dropLast()))
      : nil
  }

  func decimals(_ digits: String) -> String { GermanNumbers.digits(digits) }

  func year(_ value: Int) -> String { GermanNumbers.year(value) }

  /// Nouns that look feminine: most on "e" and all on "ung", "heit", "ion" and the like.
  private static func isFeminine(_ noun: String) -> Bool {
    let word = noun.lowercased()
    if feminine.contains(word) { return true }
    if masculine.contains(word) { return false }
    return ["e", "ung", "heit", "keit", "schaft", "ion", "tät", "in", "ik", "ei"].contains {
      word.hasSuffix($0)
    }
  }

  private static let feminine: Set<String> = [
    "person", "stadt", "nacht", "hand", "tür", "uhr", "frau", "mutter", "tochter", "schwester",
    "zahl", "kuh", "maus", "gabel", "nummer", "million", "milliarde", "art", "wand", "feder",
  ]
  private static let masculine: Set<String> = [
    "käse", "name", "junge", "hase", "löwe", "affe", "kunde", "kollege", "buchstabe", "gedanke",
    "ende", "auge", "interesse", "gebäude", "gemüse", "getränk", "termin", "ei", "benzin", "verein",
    "film", "bein", "stein", "wein", "schwein", "bildschirm",
  ]

  // MARK: - Days

  func date(day: Int, month: Int, year: String?, before: [String]) -> String {
    let words =
      Self.ordinal(day, before: before, isMonth: true) + " " + Self.name(months[month - 1])
    return words + (year.map { " " + $0 } ?? "")
  }

  private static func name(_ month: String) -> String {
    month.prefix(1).uppercased() + month.dropFirst()
  }

  /// A day or two with a month, perhaps cut short, and perhaps a year.
  func dayOfMonth(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if token.closing.isEmpty, let month = month(context.token.core), let next = context.token(1),
      let year = next.core.yearValue, token.core.first?.isUppercase == true
    {
      return (token.opening + Self.name(months[month - 1]) + " " + next.saying(self.year(year)), 2)
    }
    guard token.closing == "." || token.closing.isEmpty, let next = context.token(1),
      next.opening.isEmpty, let month = month(next.core), next.core.first?.isUppercase == true,
      let said = days(token.core, before: context.before(5))
    else { return nil }
    let start = token.opening + said + " "
    let name = Self.name(months[month - 1])
    let isShort = next.core.lowercased() != months[month - 1]
    if next.closing.isEmpty || isShort && next.closing == ".", let after = context.token(2),
      let year = after.core.yearValue, after.opening.isEmpty
    {
      return (start + name + " " + after.saying(self.year(year)), 3)
    }
    return (start + next.saying(name, dropsStop: isShort && context.token(2) != nil), 2)
  }

  private func month(_ word: String) -> Int? {
    let key = word.lowercased()
    return months.firstIndex(of: key).map { $0 + 1 } ?? shortMonths[key]
  }

  /// "3", "3.-5" or "3./4" as days.
  private func days(_ word: String, before: [String]) -> String? {
    let parts = word.split { ".–-/".contains($0) }
    let days = parts.compactMap { Int($0) }
    guard days.count == parts.count, (1...2).contains(days.count),
      days.allSatisfy({ (1...31).contains($0) }), parts.allSatisfy({ $0.count <= 2 })
    else { return nil }
    let words = days.map { Self.ordinal($0, before: before, isMonth: true) }
    return words.joined(separator: word.contains("/") ? " und " : " bis ")
  }

  /// With the ending that the words before ask for.
  private static func ordinal(_ value: Int, before: [String], isMonth: Bool) -> String {
    let stem = GermanNumbers.ordinalStem(value)
    let nearest = before.first ?? ""
    // "am 3. und 4. Mai"
    if ["und", "oder", "bis"].contains(nearest), before.count > 1, before[1].isFigures(1...2) {
      return ordinal(value, before: Array(before.dropFirst(2)), isMonth: isMonth)
    }
    if dative.contains(nearest) { return stem + "en" }
    if ["der", "die", "das"].contains(nearest) {
      let isDative = nearest == "der" && before.dropFirst().first.map(prepositions.contains) == true
      return stem + (isDative ? "en" : "e")
    }
    if ["ein", "mein", "dein", "sein", "ihr", "unser"].contains(nearest) { return stem + "er" }
    return stem + (isMonth ? "er" : "e")
  }

  private static let dative: Set<String> = [
    "am", "vom", "zum", "zur", "im", "beim", "den", "dem", "des", "ab", "seit", "bis", "ans", "ins",
    "jeden", "jedem", "jeder", "einen", "einem", "einer", "meinen", "meinem", "meiner", "deinem",
    "deinen", "seinem", "ihrem", "unserem", "unseren", "diesem", "diesen", "dieser", "nach", "vor",
  ]
  private static let prepositions: Set<String> = [
    "in", "an", "auf", "mit", "von", "zu", "bei", "nach", "seit", "aus", "während", "wegen", "vor",
    "hinter", "über", "unter", "neben", "zwischen",
  ]

  // MARK: - Ordinals

  /// Figures with a full stop inside a sentence, decades, times: "80er", "3x".
  func ordinal(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if token.closing == ".", context.token(1) != nil, token.core.isFigures(1...3),
      let value = Int(token.core), value > 0, !token.core.hasPrefix("0"),
      context.index > 0
    {
      return (
        token.opening + Self.ordinal(value, before: context.before(5), isMonth: false), 1
      )
    }
    if token.closing == ".", context.token(1) == nil, let before = context.before(1).first,
      Self.articles.contains(before), token.core.isFigures(1...2), let value = Int(token.core),
      value > 0
    {
      return (token.saying(Self.ordinal(value, before: context.before(2), isMonth: false)), 1)
    }
    let digits = token.core.drop { $0 == "'" }.prefix(while: NumberWords.isDigit)
    let rest = token.core.drop { $0 == "'" }.dropFirst(digits.count)
    guard let value = Int(digits) else { return nil }
    if rest.hasPrefix("er-") || rest.hasPrefix("ern-"), value % 10 == 0 {
      let number = digits.count == 4 ? year(value) : GermanNumbers.cardinal(value)
      return (token.saying(number + rest.replacing("-", with: " ")), 1)
    }
    // "5-jährig"
    if rest.first == "-", rest.count > 3, rest.dropFirst().allSatisfy(\.isLowercase) {
      return (token.saying(GermanNumbers.cardinal(value) + rest.dropFirst()), 1)
    }
    if rest == "er" || rest == "ern", value % 10 == 0, value > 0 {
      let number = digits.count == 4 ? year(value) : GermanNumbers.cardinal(value)
      return (token.saying(number + rest), 1)
    }
    if rest == "x" || rest == "×" || rest == "mal" || rest == "-mal" {
      return (token.saying((value == 1 ? "ein" : GermanNumbers.cardinal(value)) + "mal"), 1)
    }
    if ["te", "ten", "ter", "tes", "ste", "sten", "ster"].contains(rest) {
      let ending = rest.drop { $0 == "s" }.dropFirst()
      return (token.saying(GermanNumbers.ordinalStem(value) + ending), 1)
    }
    return nil
  }

  private static let articles: Set<String> = [
    "der", "die", "das", "am", "zum", "den", "dem", "vom",
  ]

  // MARK: - Times

  func clock(hour: Int, minute: Int, second: Int?) -> String {
    let start = (hour == 1 ? "ein" : GermanNumbers.cardinal(hour)) + " Uhr"
    guard minute > 0 || second != nil else { return start }
    let words = start + " " + GermanNumbers.cardinal(minute)
    return second.map { words + " und \(GermanNumbers.cardinal($0)) Sekunden" } ?? words
  }

  /// "14:30 Uhr", "14.30 Uhr", "8 Uhr", "8-10 Uhr".
  func time(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.closing.isEmpty, let next = context.token(1), ["Uhr", "h"].contains(next.core)
    else {
      return nil
    }
    let ends = token.core.split { "-–—".contains($0) }
    let times = ends.compactMap { end in
      ClockFigures(end, separator: ":") ?? ClockFigures(end, separator: ".")
    }
    if !times.isEmpty, times.count == ends.count {
      let words = times.map { clock(hour: $0.hour, minute: $0.minute, second: $0.second) }
      return (token.opening + next.saying(words.joined(separator: " bis ")), 2)
    }
    guard next.core == "Uhr", ends.count == 1, let hour = Int(token.core), hour <= 24 else {
      return nil
    }
    return (token.opening + next.saying(clock(hour: hour, minute: 0, second: nil)), 2)
  }

  // MARK: - Amounts

  func money(whole: Int, parts: Int, currency: Currency) -> String {
    let cents = parts == 1 ? "ein " + currency.part : GermanNumbers.cardinal(parts)
    guard whole > 0 else { return parts == 1 ? cents : cents + " " + currency.parts }
    let start = cardinal(whole, isFeminine: currency.isFeminine) + " "
    return start + (whole == 1 ? currency.one : currency.many) + " " + cents
  }

  func fraction(_ top: Int, _ bottom: Int) -> String? {
    if (top, bottom) == (1, 2) { return "ein halb" }
    let name: String
    switch bottom {
    case 2: name = "halbe"
    case 3: name = "Drittel"
    default:
      let stem = GermanNumbers.ordinalStem(bottom)
      name = stem.prefix(1).uppercased() + stem.dropFirst() + "el"
    }
    return cardinal(top, isFeminine: false) + " " + name
  }

  func mixed(_ whole: Int, _ fraction: String) -> String {
    guard fraction == "ein halb" else {
      return cardinal(whole, isFeminine: false) + " und " + fraction
    }
    return cardinal(whole, isFeminine: false) + "einhalb"
  }

  func reign(_ value: Int, after name: String) -> String {
    let stem = GermanNumbers.ordinalStem(value)
    let isQueen = name.hasSuffix("a") || ["Elisabeth", "Margarethe", "Beatrix"].contains(name)
    return (isQueen ? "die " : "der ") + stem.prefix(1).uppercased() + stem.dropFirst() + "e"
  }

  func isOne(_ figure: Figure) -> Bool { figure.isPlain && figure.value == 1 }

  // MARK: - Words

  let signs: [Character: String] = [
    "&": "und", "@": "ät", "+": "plus", "=": "gleich", "<": "kleiner als", ">": "größer als",
    "*": "mal", "×": "mal", "÷": "geteilt durch", "/": "Schrägstrich", "%": "Prozent",
    "#": "Nummer",
    "§": "Paragraf", "°": "Grad", "≈": "ungefähr", "≤": "höchstens", "≥": "mindestens", "→": "zu",
    "~": "ungefähr", "^": "hoch", ".": "Punkt", ":": "zu", "_": "Unterstrich", "-": "Bindestrich",
    "±": "plus minus",
  ]

  let phrases: [String: String] = [
    "z.b": "zum Beispiel", "d.h": "das heißt", "u.a": "unter anderem", "z.t": "zum Teil",
    "z.z": "zurzeit", "z.zt": "zurzeit", "u.ä": "und Ähnliches", "o.ä": "oder Ähnliches",
    "i.d.r": "in der Regel", "u.u": "unter Umständen", "v.a": "vor allem", "s.o": "siehe oben",
    "s.u": "siehe unten", "n.chr": "nach Christus", "v.chr": "vor Christus", "usw": "und so weiter",
    "usf": "und so fort", "etc": "et cetera", "bzw": "beziehungsweise", "ca": "circa",
    "evtl": "eventuell", "ggf": "gegebenenfalls", "inkl": "inklusive", "exkl": "exklusive",
    "vgl": "vergleiche", "bspw": "beispielsweise", "sog": "sogenannte", "zzgl": "zuzüglich",
    "abzgl": "abzüglich", "tel": "Telefon", "str": "Straße", "mio": "Millionen",
    "mrd": "Milliarden", "min": "Minuten", "std": "Stunden", "sek": "Sekunden",
    "kath": "katholisch",
    "mind": "mindestens", "max": "maximal", "gest": "gestorben", "geb": "geboren",
    "m.e": "meines Erachtens",
    "mo.-fr": "Montag bis Freitag", "mo-fr": "Montag bis Freitag", "sa.-so": "Samstag bis Sonntag",
    "u.s.w": "und so weiter", "jh": "Jahrhundert", "e.v": "e V", "a.d": "an der",
  ]

  let titles = [
    "dr": "Doktor", "prof": "Professor", "hr": "Herr", "hrn": "Herrn", "fr": "Frau", "st": "Sankt",
    "dipl": "Diplom",
  ]

  let beforeNumber = [
    "nr": "Nummer", "s": "Seite", "kap": "Kapitel", "bd": "Band", "abb": "Abbildung",
    "art": "Artikel",
    "abs": "Absatz", "tel": "Telefon", "§": "Paragraf", "st": "Stück",
  ]

  let months = [
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober",
    "november", "dezember",
  ]

  let shortMonths = [
    "jan": 1, "jän": 1, "jänner": 1, "feb": 2, "mär": 3, "mrz": 3, "apr": 4, "jun": 6, "jul": 7,
    "aug": 8, "sep": 9, "sept": 9, "okt": 10, "nov": 11, "dez": 12,
  ]

  let scales = [
    "mio": "Millionen", "mrd": "Milliarden", "tsd": "Tausend", "million": "Millionen",
    "millionen": "Millionen", "milliarde": "Milliarden", "milliarden": "Milliarden",
    "billionen": "Billionen",
  ]

  let counted: Set<String> = [
    "kapitel", "teil", "band", "akt", "szene", "abschnitt", "weltkrieg", "klasse", "stufe", "phase",
    "artikel", "anhang",
  ]

  let telephoneWords: Set<String> = [
    "telefon", "telefonnummer", "tel", "handynummer", "handy", "nummer", "pin", "code",
    "postleitzahl",
    "plz", "kontonummer", "durchwahl", "anrufen", "wählen",
  ]

  let currencies: [String: Currency] = {
    let euro = Currency(one: "Euro", many: "Euro", part: "Cent", parts: "Cent")
    let dollar = Currency(one: "Dollar", many: "Dollar", part: "Cent", parts: "Cent")
    let pound = Currency(one: "Pfund", many: "Pfund", part: "Penny", parts: "Pence")
    let yen = Currency(one: "Yen", many: "Yen", part: "Sen", parts: "Sen")
    let franc = Currency(one: "Franken", many: "Franken", part: "Rappen", parts: "Rappen")
    return [
      "€": euro, "EUR": euro, "Euro": euro, "$": dollar, "USD": dollar, "Dollar": dollar,
      "£": pound,
      "¥": yen, "CHF": franc, "Franken": franc,
    ]
  }()

  let units: [String: UnitWords] = [
    "km": UnitWords("Kilometer", "Kilometer"), "m": UnitWords("Meter", "Meter"),
    "cm": UnitWords("Zentimeter", "Zentimeter"), "mm": UnitWords("Millimeter", "Millimeter"),
    "kg": UnitWords("Kilogramm", "Kilogramm"), "g": UnitWords("Gramm", "Gramm"),
    "mg": UnitWords("Milligramm", "Milligramm"),
    "t": UnitWords("Tonne", "Tonnen", isFeminine: true),
    "l": UnitWords("Liter", "Liter"), "ml": UnitWords("Milliliter", "Milliliter"),
    "dl": UnitWords("Deziliter", "Deziliter"), "cl": UnitWords("Zentiliter", "Zentiliter"),
    "km/h": UnitWords("Kilometer pro Stunde", "Kilometer pro Stunde"),
    "m/s": UnitWords("Meter pro Sekunde", "Meter pro Sekunde"),
    "°c": UnitWords("Grad Celsius", "Grad Celsius"), "℃": UnitWords("Grad Celsius", "Grad Celsius"),
    "°f": UnitWords("Grad Fahrenheit", "Grad Fahrenheit"), "°": UnitWords("Grad", "Grad"),
    "%": UnitWords("Prozent", "Prozent"), "‰": UnitWords("Promille", "Promille"),
    "m²": UnitWords("Quadratmeter", "Quadratmeter"), "m³": UnitWords("Kubikmeter", "Kubikmeter"),
    "km²": UnitWords("Quadratkilometer", "Quadratkilometer"),
    "qm": UnitWords("Quadratmeter", "Quadratmeter"), "ha": UnitWords("Hektar", "Hektar"),
    "kw": UnitWords("Kilowatt", "Kilowatt"),
    "kwh": UnitWords("Kilowattstunde", "Kilowattstunden", isFeminine: true),
    "w": UnitWords("Watt", "Watt"), "v": UnitWords("Volt", "Volt"),
    "hz": UnitWords("Hertz", "Hertz"),
    "mhz": UnitWords("Megahertz", "Megahertz"), "ghz": UnitWords("Gigahertz", "Gigahertz"),
    "kb": UnitWords("Kilobyte", "Kilobyte"), "mb": UnitWords("Megabyte", "Megabyte"),
    "gb": UnitWords("Gigabyte", "Gigabyte"), "tb": UnitWords("Terabyte", "Terabyte"),
    "min": UnitWords("Minute", "Minuten", isFeminine: true),
    "std": UnitWords("Stunde", "Stunden", isFeminine: true),
    "h": UnitWords("Stunde", "Stunden", isFeminine: true),
    "s": UnitWords("Sekunde", "Sekunden", isFeminine: true),
    "sek": UnitWords("Sekunde", "Sekunden", isFeminine: true),
    "ms": UnitWords("Millisekunde", "Millisekunden", isFeminine: true),
    "kcal": UnitWords("Kilokalorie", "Kilokalorien", isFeminine: true),
    "el": UnitWords("Esslöffel", "Esslöffel"), "tl": UnitWords("Teelöffel", "Teelöffel"),
    "db": UnitWords("Dezibel", "Dezibel"), "ct": UnitWords("Cent", "Cent"),
    "ps": UnitWords("PS", "PS"),
  ]
}
