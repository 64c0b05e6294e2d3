/// "$20.50", "£1", "$1.5M", "$3 billion", "$250-$300".
enum MoneyRule {
  private struct Currency {
    var one: String
    var many: String
    var part: String
    var parts: String
  }

  static func say(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    guard token.core.contains(where: { table[$0] != nil }) else { return coded(context) }
    let ends = token.core.split { "–—-".contains($0) }
    if ends.count == 2, token.core.first != "-",
      let end = amount(ends[1]) ?? amount(sign(ends[0]) + ends[1]),
      let start = amount(ends[0])
    {
      return (token.saying(start + " to " + end), 1)
    }
    if token.closing.isEmpty, let next = context.token(1),
      ["thousand", "million", "billion", "trillion"].contains(next.core.lowercased()),
      let said = amount(token.core[...], scale: next.core)
    {
      return (token.opening + next.saying(said), 2)
    }
    let rate = token.core.split(separator: "/", omittingEmptySubsequences: false)
    if rate.count == 2, rate[1].count > 1, rate[1].allSatisfy(\.isLetter),
      let said = amount(rate[0])
    {
      return (token.saying(said + " per " + rate[1]), 1)
    }
    return amount(token.core[...]).map { (token.saying($0), 1) }
  }

  /// "5 USD", "EUR 20", "5¢", "50p".
  private static func coded(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let last = token.core.last, "¢p".contains(last), let cents = Int(token.core.dropLast()) {
      let currency = last == "p" ? table["£"] : table["$"]
      let name = cents == 1 ? currency?.part : currency?.parts
      return name.map { (token.saying(NumberWords.cardinal(cents) + " " + $0), 1) }
    }
    guard token.closing.isEmpty, let next = context.token(1) else { return nil }
    if let sign = codes[next.core], let said = amount(sign + token.core) {
      return (token.opening + next.saying(said), 2)
    }
    if let sign = codes[token.core], let said = amount(sign + next.core) {
      return (token.opening + next.saying(said), 2)
    }
    return nil
  }

  private static func amount(_ text: String) -> String? { amount(text[...]) }

  private static let codes = ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"]

  private static func sign(_ text: Substring) -> Substring { text.prefix { table[$0] != nil } }

  private static func amount(_ text: Substring, scale: String? = nil) -> String? {
    var body = text
    var minus = ""
    if body.first == "-" {
      minus = "minus "
      body = body.dropFirst()
    }
    // "US$5"
    if body.hasPrefix("US$") { body = body.dropFirst(2) }
    guard let sign = body.first, let currency = table[sign] else { return nil }
    body = body.dropFirst()
    var scale = scale
    if let long = body.lastIndex(where: NumberWords.isDigit),
      let name = longScales[body[body.index(after: long)...].lowercased()]
    {
      scale = name
      body = body[...long]
    }
    if let last = body.last, let name = scales[last] {
      scale = name
      body = body.dropLast()
    }
    guard let number = NumberWords.spoken(body) else { return nil }
    if let scale { return minus + number + " " + scale + " " + currency.many }
    let pieces = body.split(separator: ".")
    guard pieces.count == 2, pieces[1].count == 2, let parts = Int(pieces[1]) else {
      return minus + number + " " + (number == "one" ? currency.one : currency.many)
    }
    var words: [String] = []
    if let whole = NumberWords.spoken(pieces[0]), whole != "zero" || parts == 0 {
      words.append(whole + " " + (whole == "one" ? currency.one : currency.many))
    }
    if parts > 0 {
      words.append(
        NumberWords.cardinal(parts) + " " + (parts == 1 ? currency.part : currency.parts))
    }
    return minus + words.joined(separator: " ")
  }

  private static let longScales = [
    "bn": "billion", "mn": "million", "mm": "million", "tn": "trillion",
  ]

  private static let scales: [Character: String] = [
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "B": "billion",
    "T": "trillion",
  ]

  private static let table: [Character: Currency] = [
    "$": Currency(one: "dollar", many: "dollars", part: "cent", parts: "cents"),
    "£": Currency(one: "pound", many: "pounds", part: "penny", parts: "pence"),
    "€": Currency(one: "euro", many: "euros", part: "cent", parts: "cents"),
    "¥": Currency(one: "yen", many: "yen", part: "sen", parts: "sen"),
    "₹": Currency(one: "rupee", many: "rupees", part: "paisa", parts: "paise"),
  ]
}
