/// How French says figures: "le 3 mai à 14h30" is "le trois mai à quatorze heures trente".
struct French: Tongue {
  let decimalWord = "virgule"
  let minus = "moins"
  let to = "à"
  let per = "par"
  let dateWords: Set<String> = ["le", "au", "du", "avant", "dès", "jusqu'au"]

  func cardinal(_ value: Int, before noun: String?) -> String {
    cardinal(value, isFeminine: noun.map(Self.isFeminine) ?? false)
  }

  /// Only a last "un" has a gender.
  func cardinal(_ value: Int, isFeminine: Bool) -> String {
    let words = FrenchNumbers.cardinal(value)
    let hasOne = words == "un" || words.hasSuffix(" un") || words.hasSuffix("-un")
    return hasOne && isFeminine ? words + "e" : words
  }

  /// Two figures are read as one number, more of them one by one.
  func decimals(_ digits: String) -> String {
    guard digits.count <= 2, digits.first != "0", let value = Int(digits) else {
      return FrenchNumbers.digits(digits)
    }
    return FrenchNumbers.cardinal(value)
  }

  func year(_ value: Int) -> String { FrenchNumbers.cardinal(value) }

  private static func isFeminine(_ noun: String) -> Bool {
    let word = noun.lowercased()
    return feminine.contains(word) || feminine.contains(String(word.dropLast()))
      || ["tion", "sion", "ette", "ance", "ence", "ure", "ée", "euse", "trice"].contains {
        word.hasSuffix($0) || word.hasSuffix($0 + "s")
      }
  }

  private static let feminine: Set<String> = [
    "heure", "minute", "seconde", "semaine", "année", "fois", "personne", "chose", "page", "pomme",
    "femme", "fille", "maison", "voiture", "ville", "rue", "table", "porte", "chaise", "tasse",
    "livre sterling", "bouteille", "place", "question", "lettre", "main", "nuit", "journée",
    "tonne", "cuillère", "amie", "sœur", "mère", "tranche", "pièce", "chambre", "carte", "image",
  ]

  // MARK: - Days

  func date(day: Int, month: Int, year: String?, before: [String]) -> String {
    (day == 1 ? "premier" : FrenchNumbers.cardinal(day)) + " " + months[month - 1]
      + (year.map { " " + $0 } ?? "")
  }

  /// "3 mai 2024", "1er janvier", "mai 2024".
  func dayOfMonth(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.closing.isEmpty, let next = context.token(1), next.opening.isEmpty,
      let month = month(next)
    else { return nil }
    let digits = token.core.prefix(while: NumberWords.isDigit)
    guard ["", "er"].contains(token.core.dropFirst(digits.count)), digits.count <= 2,
      let day = Int(digits), (1...31).contains(day)
    else { return nil }
    let start = token.opening + date(day: day, month: month, year: nil, before: [])
    let isShort = next.core.lowercased() != months[month - 1]
    if next.closing.isEmpty || isShort && next.closing == ".", let after = context.token(2),
      let year = after.core.yearValue, after.opening.isEmpty
    {
      return (start + " " + after.saying(self.year(year)), 3)
    }
    return (next.saying(start, dropsStop: isShort && context.token(2) != nil), 2)
  }

  private func month(_ token: Token) -> Int? {
    let key = token.core.lowercased()
    return months.firstIndex(of: key).map { $0 + 1 } ?? (token.hasStop ? shortMonths[key] : nil)
  }

  // MARK: - Ordinals

  /// "1er", "2e", "3ème", "XXe siècle", "les années 80".
  func ordinal(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let digits = token.core.prefix(while: NumberWords.isDigit)
    let isRoman = digits.isEmpty
    let number = isRoman ? token.core.prefix { "IVXLC".contains($0) } : digits
    let ending = token.core.dropFirst(number.count).lowercased()
    guard let value = isRoman ? NumberWords.roman(number) : Int(number), value > 0, value < 10_000
    else { return nil }
    // "Le", "Ces" and "Vers" begin with letters that are figures too.
    guard !isRoman || number.count > 1 || ["I", "V", "X"].contains(number) && ending.count < 3,
      !isRoman || number != "V" || ending == "e"
    else { return nil }
    let isPlural = ending.hasSuffix("s") && ending.count > 1
    switch ending {
    case "er", "ers": return (token.saying("premier" + (isPlural ? "s" : "")), 1)
    case "re", "ère", "ere", "res", "ères":
      return (token.saying("première" + (isPlural ? "s" : "")), 1)
    case "nd": return (token.saying("second"), 1)
    case "nde": return (token.saying("seconde"), 1)
    case "e", "ème", "eme", "ième", "è", "es", "èmes", "emes":
      return (token.saying(FrenchNumbers.ordinal(value) + (isPlural ? "s" : "")), 1)
    default: return nil
    }
  }

  // MARK: - Times

  func clock(hour: Int, minute: Int, second: Int?) -> String {
    let start = cardinal(hour, isFeminine: true) + (hour < 2 ? " heure" : " heures")
    guard minute > 0 || second != nil else { return start }
    let words = start + " " + FrenchNumbers.cardinal(minute)
    return second.map { words + " et \(cardinal($0, isFeminine: true)) secondes" } ?? words
  }

  /// "14h30", "14 h 30", "8h", "14h-16h", "24h/24", "7j/7".
  func time(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    switch token.core.lowercased() {
    case "24h/24": return (token.saying("vingt-quatre heures sur vingt-quatre"), 1)
    case "7j/7": return (token.saying("sept jours sur sept"), 1)
    default: break
    }
    let ends = token.core.split { "-–—".contains($0) }
    let times = ends.compactMap { time(String($0)) }
    if !times.isEmpty, times.count == ends.count {
      return (token.saying(times.joined(separator: " à ")), 1)
    }
    guard token.closing.isEmpty, token.core.isFigures(1...2), let hour = Int(token.core),
      hour <= 24,
      let sign = context.token(1), sign.core.lowercased() == "h", sign.opening.isEmpty
    else { return nil }
    if sign.closing.isEmpty, let next = context.token(2), next.core.isFigures(2...2),
      let minute = Int(next.core), minute < 60
    {
      return (
        token.opening + next.saying(clock(hour: hour, minute: minute, second: nil)), 3
      )
    }
    return (token.opening + sign.saying(clock(hour: hour, minute: 0, second: nil)), 2)
  }

  /// "14h30", "8h", "14:30".
  private func time(_ word: String) -> String? {
    let lower = word.lowercased()
    if lower.last == "h", let hour = Int(lower.dropLast()), hour <= 24 {
      return clock(hour: hour, minute: 0, second: nil)
    }
    let figures = ClockFigures(lower, separator: "h") ?? ClockFigures(lower, separator: ":")
    return figures.map { clock(hour: $0.hour, minute: $0.minute, second: $0.second) }
  }

  // MARK: - Amounts

  func money(whole: Int, parts: Int, currency: Currency) -> String {
    let cents = FrenchNumbers.cardinal(parts)
    guard whole > 0 else { return cents + " " + (parts == 1 ? currency.part : currency.parts) }
    return cardinal(whole, isFeminine: currency.isFeminine) + " "
      + (whole == 1 ? currency.one : currency.many) + " " + cents
  }

  func link(after number: String, _ noun: String) -> String {
    guard ["million", "millions", "milliard", "milliards"].contains(where: number.hasSuffix) else {
      return " "
    }
    return noun.first.map { "aeiouyAEIOUYé".contains($0) } == true ? " d'" : " de "
  }

  func fraction(_ top: Int, _ bottom: Int) -> String? {
    let plural = top > 1 ? "s" : ""
    let name =
      switch bottom {
      case 2: "demi"
      case 3: "tiers"
      case 4: "quart" + plural
      default: FrenchNumbers.ordinal(bottom) + plural
      }
    return FrenchNumbers.cardinal(top) + " " + name
  }

  func reign(_ value: Int, after name: String) -> String {
    value == 1 ? "premier" : FrenchNumbers.cardinal(value)
  }

  /// Below two everything is one: "1,5 kilomètre".
  func isOne(_ figure: Figure) -> Bool { (figure.value ?? 2) < 2 }

  /// Ten figures are read in pairs.
  func dialled(_ group: Substring) -> String {
    guard group.count == 2 || group.count == 10 else { return digits(group) }
    var rest = group
    var pairs: [String] = []
    while !rest.isEmpty {
      let pair = rest.prefix(2)
      let value = Int(pair) ?? 0
      pairs.append(pair.first == "0" ? FrenchNumbers.digits(pair) : FrenchNumbers.cardinal(value))
      rest = rest.dropFirst(2)
    }
    return pairs.joined(separator: ", ")
  }

  // MARK: - Words

  let signs: [Character: String] = [
    "&": "et", "@": "arobase", "+": "plus", "=": "égale", "<": "est inférieur à",
    ">": "est supérieur à", "*": "fois", "×": "fois", "÷": "divisé par", "/": "barre oblique",
    "%": "pour cent", "#": "numéro", "§": "paragraphe", "°": "degrés", "≈": "environ",
    "≤": "au plus", "≥": "au moins", "→": "vers", "~": "environ", "^": "puissance", ".": "point",
    ":": "à", "_": "tiret bas", "-": "tiret", "½": " et", "±": "plus ou moins",
  ]

  let phrases: [String: String] = [
    "p.ex": "par exemple", "par.ex": "par exemple", "c.-à-d": "c'est-à-dire",
    "c-à-d": "c'est-à-dire",
    "etc": "et cetera", "env": "environ", "tél": "téléphone", "av.j.-c": "avant Jésus-Christ",
    "apr.j.-c": "après Jésus-Christ", "j.-c": "Jésus-Christ", "s.v.p": "s'il vous plaît",
    "svp": "s'il vous plaît", "n.b": "notez bien", "max": "maximum", "min": "minimum",
    "cf": "confer", "bd": "boulevard", "av": "avenue", "m.à.j": "mise à jour",
    "i.e": "c'est-à-dire",
    "e.g": "par exemple", "vs": "contre", "resp": "respectivement",
  ]

  let titles = [
    "m": "monsieur", "mm": "messieurs", "mme": "madame", "mmes": "mesdames", "mlle": "mademoiselle",
    "mlles": "mesdemoiselles", "dr": "docteur", "pr": "professeur", "st": "saint", "ste": "sainte",
    "me": "maître",
  ]

  let beforeNumber = [
    "n°": "numéro", "nº": "numéro", "no": "numéro", "p": "page", "pp": "pages", "art": "article",
    "chap": "chapitre", "vol": "volume", "fig": "figure", "§": "paragraphe", "t": "tome",
  ]

  let months = [
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
    "novembre", "décembre",
  ]

  let shortMonths = [
    "janv": 1, "févr": 2, "fév": 2, "avr": 4, "juil": 7, "sept": 9, "oct": 10, "nov": 11, "déc": 12,
  ]

  let scales = [
    "million": "million", "millions": "millions", "milliard": "milliard", "milliards": "milliards",
    "m€": "millions d'euros",
  ]

  let counted: Set<String> = [
    "chapitre", "tome", "partie", "acte", "scène", "section", "livre", "volume", "article", "phase",
    "annexe", "niveau", "guerre",
  ]

  let telephoneWords: Set<String> = [
    "téléphone", "tél", "numéro", "appelez", "appeler", "appelle", "code", "composez", "portable",
    "mobile", "fax", "postal",
  ]

  let currencies: [String: Currency] = {
    let euro = Currency(one: "euro", many: "euros", part: "centime", parts: "centimes")
    let dollar = Currency(one: "dollar", many: "dollars", part: "cent", parts: "cents")
    let pound = Currency(
      one: "livre", many: "livres", part: "penny", parts: "pence", isFeminine: true)
    let yen = Currency(one: "yen", many: "yens", part: "sen", parts: "sen")
    let franc = Currency(
      one: "franc suisse", many: "francs suisses", part: "centime", parts: "centimes")
    return [
      "€": euro, "EUR": euro, "euro": euro, "euros": euro, "$": dollar, "USD": dollar,
      "dollars": dollar, "£": pound, "¥": yen, "CHF": franc,
    ]
  }()

  let units: [String: UnitWords] = [
    "km": UnitWords("kilomètre", "kilomètres"), "m": UnitWords("mètre", "mètres"),
    "cm": UnitWords("centimètre", "centimètres"), "mm": UnitWords("millimètre", "millimètres"),
    "kg": UnitWords("kilogramme", "kilogrammes"), "g": UnitWords("gramme", "grammes"),
    "mg": UnitWords("milligramme", "milligrammes"),
    "t": UnitWords("tonne", "tonnes", isFeminine: true),
    "l": UnitWords("litre", "litres"), "ml": UnitWords("millilitre", "millilitres"),
    "cl": UnitWords("centilitre", "centilitres"), "dl": UnitWords("décilitre", "décilitres"),
    "km/h": UnitWords("kilomètre à l'heure", "kilomètres à l'heure"),
    "m/s": UnitWords("mètre par seconde", "mètres par seconde"),
    "°c": UnitWords("degré Celsius", "degrés Celsius"),
    "℃": UnitWords("degré Celsius", "degrés Celsius"),
    "°f": UnitWords("degré Fahrenheit", "degrés Fahrenheit"), "°": UnitWords("degré", "degrés"),
    "%": UnitWords("pour cent", "pour cent"), "‰": UnitWords("pour mille", "pour mille"),
    "m²": UnitWords("mètre carré", "mètres carrés"), "m³": UnitWords("mètre cube", "mètres cubes"),
    "km²": UnitWords("kilomètre carré", "kilomètres carrés"),
    "ha": UnitWords("hectare", "hectares"),
    "kw": UnitWords("kilowatt", "kilowatts"), "kwh": UnitWords("kilowattheure", "kilowattheures"),
    "w": UnitWords("watt", "watts"), "v": UnitWords("volt", "volts"),
    "hz": UnitWords("hertz", "hertz"),
    "mhz": UnitWords("mégahertz", "mégahertz"), "ghz": UnitWords("gigahertz", "gigahertz"),
    "ko": UnitWords("kilooctet", "kilooctets"), "mo": UnitWords("mégaoctet", "mégaoctets"),
    "go": UnitWords("gigaoctet", "gigaoctets"), "to": UnitWords("téraoctet", "téraoctets"),
    "kb": UnitWords("kilooctet", "kilooctets"), "mb": UnitWords("mégaoctet", "mégaoctets"),
    "gb": UnitWords("gigaoctet", "gigaoctets"), "tb": UnitWords("téraoctet", "téraoctets"),
    "min": UnitWords("minute", "minutes", isFeminine: true),
    "mn": UnitWords("minute", "minutes", isFeminine: true),
    "s": UnitWords("seconde", "secondes", isFeminine: true),
    "ms": UnitWords("milliseconde", "millisecondes", isFeminine: true),
    "kcal": UnitWords("kilocalorie", "kilocalories", isFeminine: true),
    "db": UnitWords("décibel", "décibels"),
    "c.à.s": UnitWords("cuillère à soupe", "cuillères à soupe", isFeminine: true),
    "c.à.c": UnitWords("cuillère à café", "cuillères à café", isFeminine: true),
  ]
}
