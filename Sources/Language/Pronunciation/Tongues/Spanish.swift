/// How Spanish says figures: "el 3 de mayo a las 14:30" is "el tres de mayo a las catorce treinta".
struct Spanish: Tongue {
  let decimalWord = "coma"
  let minus = "menos"
  let to = "a"
  let per = "por"
  let dateWords: Set<String> = ["el", "del", "al"]

  func cardinal(_ value: Int, before noun: String?) -> String {
    SpanishNumbers.cardinal(value, Self.form(before: noun, value: value))
  }

  func cardinal(_ value: Int, isFeminine: Bool) -> String {
    SpanishNumbers.cardinal(value, isFeminine ? .feminine : .masculine)
  }

  /// Two figures are read as one number, more of them one by one.
  func decimals(_ digits: String) -> String {
    guard digits.count <= 2, digits.first != "0", let value = Int(digits) else {
      return SpanishNumbers.digits(digits)
    }
    return SpanishNumbers.cardinal(value)
  }

  func year(_ value: Int) -> String { SpanishNumbers.cardinal(value) }

  /// Nouns after a number end in "s" unless it is one.
  private static func form(before noun: String?, value: Int) -> SpanishNumbers.Form {
    guard let noun = noun?.lowercased(), noun.count > 2, noun.allSatisfy(\.isLetter),
      !particles.contains(noun), value == 1 || noun.hasSuffix("s")
    else { return .alone }
    let singular = noun.hasSuffix("s") ? String(noun.dropLast()) : noun
    if masculineOnA.contains(singular) { return .masculine }
    let isFeminine =
      feminine.contains(singular)
      || ["a", "ción", "cione", "sión", "sione", "dad", "dade", "tud"].contains {
        singular.hasSuffix($0)
      }
    return isFeminine ? .feminine : .masculine
  }

  private static let particles: Set<String> = [
    "más", "menos", "por", "para", "que", "con", "sin", "del", "los", "las", "les", "pero", "como",
    "son", "fue", "era", "está", "hay", "desde", "hasta", "entre", "sobre", "cuando", "donde",
    "una",
    "uno", "mucho", "también", "después", "antes", "veces",
  ]
  private static let masculineOnA: Set<String> = [
    "día", "problema", "tema", "sistema", "programa", "mapa", "idioma", "clima", "planeta", "poema",
    "drama", "turista", "artista", "kilograma", "gramo",
  ]
  private static let feminine: Set<String> = [
    "vez", "mujere", "mujer", "noche", "clase", "tarde",
    "calle", "mano", "foto", "moto", "parte", "leche", "llave", "nube", "flor", "flore", "voce",
    "luce",
  ]

  // MARK: - Days

  func date(day: Int, month: Int, year: String?, before: [String]) -> String {
    Self.day(day) + " de " + months[month - 1] + (year.map { " de " + $0 } ?? "")
  }

  private static func day(_ day: Int) -> String {
    day == 1 ? "primero" : SpanishNumbers.cardinal(day)
  }

  /// "3 de mayo de 2024", "3 mayo 2024", "1.º de enero".
  func dayOfMonth(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.closing.isEmpty, let day = Int(token.core.filter { !".ºo°".contains($0) }),
      (1...31).contains(day), token.core.count <= 4, let next = context.token(1),
      next.opening.isEmpty
    else { return nil }
    let hasOf = next.core.lowercased() == "de" && next.closing.isEmpty
    guard let name = hasOf ? context.token(2) : next, let month = month(name) else { return nil }
    let start = token.opening + date(day: day, month: month, year: nil, before: [])
    var count = hasOf ? 3 : 2
    let isShort = name.core.lowercased() != months[month - 1]
    guard name.closing.isEmpty || isShort && name.closing == "." else {
      return (name.saying(start), count)
    }
    var link = context.token(count)
    var isLinked = false
    if let word = link, ["de", "del"].contains(word.core.lowercased()), word.closing.isEmpty {
      link = context.token(count + 1)
      isLinked = true
    }
    if let after = link, let year = after.core.yearValue, after.opening.isEmpty {
      count += isLinked ? 2 : 1
      return (start + " de " + after.saying(self.year(year)), count)
    }
    return (name.saying(start, dropsStop: isShort && context.token(count) != nil), count)
  }

  private func month(_ token: Token) -> Int? {
    let key = token.core.lowercased()
    return months.firstIndex(of: key).map { $0 + 1 } ?? shortMonths[key]
  }

  // MARK: - Ordinals

  /// "1.º", "2ª", "3er", "10.ª".
  func ordinal(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let digits = token.core.prefix(while: NumberWords.isDigit)
    let ending = token.core.dropFirst(digits.count).filter { $0 != "." }.lowercased()
    guard let value = Int(digits) else { return nil }
    switch ending {
    case "º", "o", "°":
      return SpanishNumbers.ordinal(value).map { (token.saying($0), 1) }
    case "ª", "a":
      return SpanishNumbers.ordinal(value, isFeminine: true).map { (token.saying($0), 1) }
    case "er":
      return SpanishNumbers.ordinal(value).map { (token.saying(String($0.dropLast())), 1) }
    default: return nil
    }
  }

  // MARK: - Times

  func clock(hour: Int, minute: Int, second: Int?) -> String {
    var words = SpanishNumbers.cardinal(hour, .feminine)
    if minute > 0 || second != nil {
      words += (minute < 10 ? " cero " : " ") + SpanishNumbers.cardinal(minute)
    }
    return second.map { words + " y \(SpanishNumbers.cardinal($0, .masculine)) segundos" } ?? words
  }

  /// A time with its unit or half of the day after it.
  func time(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.closing.isEmpty, let next = context.token(1) else { return nil }
    let hasUnit = ["h", "hs", "hrs"].contains(next.core.lowercased())
    let half = half(context)
    guard hasUnit || half != nil else { return nil }
    let figures =
      ClockFigures(token.core, separator: ":")
      ?? (hasUnit ? ClockFigures(token.core, separator: ".") : nil)
    let hour = figures?.hour ?? (half == nil ? nil : Int(token.core))
    guard let hour, hour <= 24 else { return nil }
    let said = clock(hour: hour, minute: figures?.minute ?? 0, second: figures?.second)
    guard let half, let last = context.token(half.count) else {
      let isLast = context.token(2) == nil
      let words = (figures?.minute ?? 0) == 0 ? said + (hour == 1 ? " hora" : " horas") : said
      return (token.opening + next.saying(words, dropsStop: next.hasStop && !isLast), 2)
    }
    let isLast = context.token(half.count + 1) == nil
    return (
      token.opening + last.withoutOpening.saying(said + " " + half.words, dropsStop: !isLast),
      half.count + 1
    )
  }

  /// The half of the day after a time, in one token or two.
  private func half(_ context: TokenContext) -> (words: String, count: Int)? {
    let one = context.token(1)?.core.lowercased().filter { $0 != "." } ?? ""
    if one == "am" || one == "pm" { return (one == "am" ? "a m" : "p m", 1) }
    guard let second = context.token(2), second.core.lowercased() == "m", ["a", "p"].contains(one),
      context.token(1)?.closing == "."
    else { return nil }
    return (one + " m", 2)
  }

  // MARK: - Amounts

  func money(whole: Int, parts: Int, currency: Currency) -> String {
    let cents =
      SpanishNumbers.cardinal(parts, .masculine) + " "
      + (parts == 1 ? currency.part : currency.parts)
    guard whole > 0 else { return cents }
    let words = cardinal(whole, isFeminine: currency.isFeminine)
    let noun = whole == 1 ? currency.one : currency.many
    return words + link(after: words, noun) + noun + " con " + cents
  }

  func link(after number: String, _ noun: String) -> String {
    ["millón", "millones", "billón", "billones"].contains(where: number.hasSuffix) ? " de " : " "
  }

  func cardinal(_ figure: Figure, beforeScale scale: String) -> String? {
    guard figure.isPlain, let value = figure.value else { return nil }
    return SpanishNumbers.cardinal(value, .masculine) + " " + scale
  }

  func fraction(_ top: Int, _ bottom: Int) -> String? {
    let plural = top > 1 ? "s" : ""
    let name: String
    switch bottom {
    case 2: name = "medio"
    case 3: name = "tercio"
    case 4...10:
      guard let ordinal = SpanishNumbers.ordinal(bottom) else { return nil }
      name = ordinal
    case 100: name = "centésimo"
    default: name = SpanishNumbers.cardinal(bottom).filter { $0 != " " } + "avo"
    }
    return SpanishNumbers.cardinal(top, .masculine) + " " + name + plural
  }

  /// Up to the tenth with an ordinal, then with a number.
  func reign(_ value: Int, after name: String) -> String {
    let isQueen = name.hasSuffix("a") || ["Isabel", "Beatriz"].contains(name)
    let ordinal = value <= 10 ? SpanishNumbers.ordinal(value, isFeminine: isQueen) : nil
    return ordinal ?? SpanishNumbers.cardinal(value)
  }

  func isOne(_ figure: Figure) -> Bool { figure.isPlain && figure.value == 1 }

  // MARK: - Words

  let signs: [Character: String] = [
    "&": "y", "@": "arroba", "+": "más", "=": "igual a", "<": "menor que", ">": "mayor que",
    "*": "por", "×": "por", "÷": "dividido entre", "/": "barra", "%": "por ciento", "#": "número",
    "§": "párrafo", "°": "grados", "≈": "aproximadamente", "≤": "como máximo", "≥": "como mínimo",
    "→": "a", "~": "aproximadamente", "^": "elevado a", ".": "punto", ":": "a", "_": "guion bajo",
    "-": "guion", "½": " y", "±": "más menos",
  ]

  let phrases: [String: String] = [
    "p.ej": "por ejemplo", "ee.uu": "Estados Unidos", "ee.uu.aa": "Estados Unidos",
    "etc": "etcétera", "aprox": "aproximadamente", "tel": "teléfono", "tfno": "teléfono",
    "a.c": "antes de Cristo", "d.c": "después de Cristo", "ud": "usted", "uds": "ustedes",
    "vd": "usted", "vds": "ustedes", "avda": "avenida", "av": "avenida", "c/": "calle",
    "p.d": "posdata", "s.a": "S A", "máx": "máximo", "mín": "mínimo", "i.e": "es decir",
    "e.g": "por ejemplo", "jj.oo": "Juegos Olímpicos", "dcha": "derecha", "izq": "izquierda",
    "izda": "izquierda", "dpto": "departamento", "prov": "provincia", "vs": "contra",
  ]

  let titles = [
    "sr": "señor", "sra": "señora", "srta": "señorita", "sres": "señores", "dr": "doctor",
    "dra": "doctora", "d": "don", "dña": "doña", "prof": "profesor", "profa": "profesora",
    "lic": "licenciado", "ing": "ingeniero", "sto": "Santo", "sta": "Santa", "gral": "general",
  ]

  let beforeNumber = [
    "n.º": "número", "nº": "número", "n°": "número", "no": "número", "núm": "número",
    "pág": "página", "págs": "páginas", "p": "página", "art": "artículo", "cap": "capítulo",
    "vol": "volumen", "fig": "figura", "s": "siglo", "párr": "párrafo", "párrf": "párrafos",
  ]

  let months = [
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
  ]

  let shortMonths = [
    "ene": 1, "feb": 2, "mar": 3, "abr": 4, "jun": 6, "jul": 7, "ago": 8, "sep": 9, "sept": 9,
    "set": 9, "setiembre": 9, "oct": 10, "nov": 11, "dic": 12,
  ]

  let scales = [
    "millón": "millón", "millones": "millones", "billón": "billón", "billones": "billones",
    "mil": "mil",
  ]

  let counted: Set<String> = [
    "siglo", "capítulo", "tomo", "parte", "acto", "escena", "sección", "libro", "volumen",
    "artículo", "fase", "anexo", "nivel", "título", "guerra",
  ]

  let telephoneWords: Set<String> = [
    "teléfono", "tel", "llama", "llame", "llámame", "número", "móvil", "celular", "código",
    "marque",
    "marca", "fax", "postal", "pin",
  ]

  let currencies: [String: Currency] = {
    let euro = Currency(one: "euro", many: "euros", part: "céntimo", parts: "céntimos")
    let dollar = Currency(one: "dólar", many: "dólares", part: "centavo", parts: "centavos")
    let pound = Currency(
      one: "libra", many: "libras", part: "penique", parts: "peniques", isFeminine: true)
    let yen = Currency(one: "yen", many: "yenes", part: "sen", parts: "sen")
    return [
      "€": euro, "EUR": euro, "euro": euro, "euros": euro, "$": dollar, "USD": dollar,
      "US$": dollar,
      "dólares": dollar, "£": pound, "¥": yen,
    ]
  }()

  let units: [String: UnitWords] = [
    "km": UnitWords("kilómetro", "kilómetros"), "m": UnitWords("metro", "metros"),
    "cm": UnitWords("centímetro", "centímetros"), "mm": UnitWords("milímetro", "milímetros"),
    "kg": UnitWords("kilogramo", "kilogramos"), "g": UnitWords("gramo", "gramos"),
    "mg": UnitWords("miligramo", "miligramos"),
    "t": UnitWords("tonelada", "toneladas", isFeminine: true),
    "l": UnitWords("litro", "litros"), "ml": UnitWords("mililitro", "mililitros"),
    "cl": UnitWords("centilitro", "centilitros"), "dl": UnitWords("decilitro", "decilitros"),
    "km/h": UnitWords("kilómetro por hora", "kilómetros por hora"),
    "m/s": UnitWords("metro por segundo", "metros por segundo"),
    "°c": UnitWords("grado Celsius", "grados Celsius"),
    "℃": UnitWords("grado Celsius", "grados Celsius"),
    "ºc": UnitWords("grado Celsius", "grados Celsius"),
    "°f": UnitWords("grado Fahrenheit", "grados Fahrenheit"),
    "%": UnitWords("por ciento", "por ciento"), "‰": UnitWords("por mil", "por mil"),
    "m²": UnitWords("metro cuadrado", "metros cuadrados"),
    "m³": UnitWords("metro cúbico", "metros cúbicos"),
    "m2": UnitWords("metro cuadrado", "metros cuadrados"),
    "m3": UnitWords("metro cúbico", "metros cúbicos"),
    "km²": UnitWords("kilómetro cuadrado", "kilómetros cuadrados"),
    "ha": UnitWords("hectárea", "hectáreas", isFeminine: true),
    "kw": UnitWords("kilovatio", "kilovatios"),
    "kwh": UnitWords("kilovatio hora", "kilovatios hora"),
    "w": UnitWords("vatio", "vatios"), "v": UnitWords("voltio", "voltios"),
    "hz": UnitWords("hercio", "hercios"), "mhz": UnitWords("megahercio", "megahercios"),
    "ghz": UnitWords("gigahercio", "gigahercios"), "kb": UnitWords("kilobyte", "kilobytes"),
    "mb": UnitWords("megabyte", "megabytes"), "gb": UnitWords("gigabyte", "gigabytes"),
    "tb": UnitWords("terabyte", "terabytes"), "min": UnitWords("minuto", "minutos"),
    "h": UnitWords("hora", "horas", isFeminine: true), "s": UnitWords("segundo", "segundos"),
    "seg": UnitWords("segundo", "segundos"), "ms": UnitWords("milisegundo", "milisegundos"),
    "kcal": UnitWords("kilocaloría", "kilocalorías", isFeminine: true),
    "k": UnitWords("kelvin", "kelvin"), "db": UnitWords("decibelio", "decibelios"),
    "cts": UnitWords("céntimo", "céntimos"),
  ]
}
