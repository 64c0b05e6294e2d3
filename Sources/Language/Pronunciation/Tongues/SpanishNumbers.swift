/// Numbers as Spanish words.
enum SpanishNumbers {
  /// The form the last "one" takes.
  enum Form {
    /// Counting: "uno".
    case alone
    /// Before a masculine noun: "un".
    case masculine
    /// Before a feminine noun: "una", "doscientas".
    case feminine
  }

  private static let small = [
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
    "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho",
    "diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco",
    "veintiséis", "veintisiete", "veintiocho", "veintinueve",
  ]
  private static let tens = [
    "", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa",
  ]
  private static let hundreds = [
    "", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos",
    "setecientos", "ochocientos", "novecientos",
  ]

  /// 121 is "ciento veintiuno".
  ///
  /// - Precondition: `value` is from 0 to 999_999_999_999_999.
  static func cardinal(_ value: Int, _ form: Form = .alone) -> String {
    var parts: [String] = []
    var rest = value
    for (size, one, many) in [
      (1_000_000_000_000, "billón", "billones"), (1_000_000, "millón", "millones"),
    ] where rest >= size {
      let count = rest / size
      parts.append(count == 1 ? "un " + one : cardinal(count, .masculine) + " " + many)
      rest %= size
    }
    if rest >= 1000 {
      let count = rest / 1000
      let thousands = form == .feminine ? Form.feminine : .masculine
      parts.append(count == 1 ? "mil" : belowThousand(count, thousands) + " mil")
      rest %= 1000
    }
    if rest > 0 || parts.isEmpty { parts.append(belowThousand(rest, form)) }
    return parts.joined(separator: " ")
  }

  private static func belowThousand(_ value: Int, _ form: Form) -> String {
    if value == 100 { return "cien" }
    if value < 100 { return belowHundred(value, form) }
    let hundred = hundreds[value / 100]
    let start =
      form == .feminine && value >= 200 ? String(hundred.dropLast(2)) + "as" : hundred
    let rest = value % 100
    return rest == 0 ? start : start + " " + belowHundred(rest, form)
  }

  private static func belowHundred(_ value: Int, _ form: Form) -> String {
    var word: String
    if value < 30 {
      word = small[value]
    } else {
      word = tens[value / 10] + (value % 10 == 0 ? "" : " y " + small[value % 10])
    }
    guard word.hasSuffix("uno") else { return word }
    switch form {
    case .alone: break
    case .feminine: word = word.dropLast() + "a"
    case .masculine: word = value == 21 ? "veintiún" : String(word.dropLast())
    }
    return word
  }

  private static let ordinals = [
    "", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno",
    "décimo", "undécimo", "duodécimo",
  ]
  private static let ordinalTens = [
    "", "décimo", "vigésimo", "trigésimo", "cuadragésimo", "quincuagésimo", "sexagésimo",
    "septuagésimo", "octogésimo", "nonagésimo",
  ]

  /// 23 is "vigésimo tercero"; nil above the hundredth.
  static func ordinal(_ value: Int, isFeminine: Bool = false) -> String? {
    guard (1...100).contains(value) else { return nil }
    var words: [String]
    if value == 100 {
      words = ["centésimo"]
    } else if value <= 12 {
      words = [ordinals[value]]
    } else if value < 20 {
      words = ["decimo" + ordinals[value % 10]]
    } else {
      words = [ordinalTens[value / 10]]
      if value % 10 > 0 { words.append(ordinals[value % 10]) }
    }
    if isFeminine { words = words.map { $0.dropLast() + "a" } }
    return words.joined(separator: " ")
  }

  /// "040" is "cero cuatro cero".
  static func digits(_ text: some StringProtocol) -> String {
    text.compactMap(\.wholeNumberValue).map { small[$0] }.joined(separator: " ")
  }
}
