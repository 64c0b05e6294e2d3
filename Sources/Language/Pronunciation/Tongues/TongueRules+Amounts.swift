/// Dates, times, telephone numbers, money and measures.
extension TongueRules {
  /// "15.01.2020", "15/01/2020", "2020-01-15", "24.12.".
  func date(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    for separator in [".", "/", "-"] {
      let parts = token.core.split(separator: separator, omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0) }
      guard parts.count == numbers.count else { continue }
      if parts.count == 2, separator == ".", token.hasStop, parts.allSatisfy({ $0.count <= 2 }),
        let said = date(day: numbers[0], month: numbers[1], year: nil, context)
      {
        // The stop of "24.12." belongs to the figures.
        return (token.saying(said, dropsStop: context.token(1) != nil), 1)
      }
      if parts.count == 2, separator == "/", parts.allSatisfy({ $0.count <= 2 }),
        context.before(1).contains(where: tongue.dateWords.contains),
        let said = date(day: numbers[0], month: numbers[1], year: nil, context)
      {
        return (token.saying(said), 1)
      }
      guard parts.count == 3 else { continue }
      let isISO = parts[0].count == 4
      guard isISO || separator != "-" || parts[2].count == 4 else { continue }
      let year = isISO ? parts[0] : parts[2]
      guard year.count == 4 || year.count == 2 && separator != "-",
        let said = date(
          day: isISO ? numbers[2] : numbers[0], month: numbers[1], year: String(year), context)
      else { continue }
      return (token.saying(said), 1)
    }
    return nil
  }

  private func date(day: Int, month: Int, year: String?, _ context: TokenContext) -> String? {
    guard (1...31).contains(day), (1...12).contains(month) else { return nil }
    let said = year.map { $0.yearValue.map(tongue.year) ?? plainYear($0) }
    return tongue.date(day: day, month: month, year: said, before: context.before(5))
  }

  private func plainYear(_ digits: String) -> String {
    Int(digits).map { tongue.cardinal($0, before: nil) } ?? digits
  }

  /// "14:30", "14:30:15", "10:00-12:30".
  func clock(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let ends = ends(token.core), let start = clock(ends.0), let end = clock(ends.1) {
      return (token.saying(start + " \(tongue.to) " + end), 1)
    }
    return clock(token.core).map { (token.saying($0), 1) }
  }

  private func clock(_ word: String) -> String? {
    guard let time = ClockFigures(word, separator: ":") else { return nil }
    return tongue.clock(hour: time.hour, minute: time.minute, second: time.second)
  }

  /// "+49 30 123456", "01 23 45 67 89", "030/1234567", "192.168.0.1".
  func telephone(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let dots = token.core.split(separator: ".", omittingEmptySubsequences: false)
    if dots.count == 4, dots.allSatisfy({ $0.isFigures(1...3) && Int($0) ?? 256 < 256 }) {
      let dot = tongue.signs["."] ?? "."
      return (token.saying(dots.map { tongue.digits($0) }.joined(separator: " \(dot) ")), 1)
    }
    let isInternational = token.core.first == "+" && token.core.dropFirst().isFigures(1...14)
    let opensWithZero = token.core.first == "0" && token.core.isFigures(2...11)
    let isNamed = context.isTelephone(tongue.telephoneWords) && token.core.isFigures(2...12)
    let groups = token.core.split { "-/".contains($0) }
    if groups.count > 1, groups.allSatisfy({ $0.isFigures(2...8) }),
      groups[0].first == "0" || groups.count == 3 && groups[2].count == 4
    {
      return (token.saying(groups.map { tongue.dialled($0) }.joined(separator: ", ")), 1)
    }
    guard isInternational || opensWithZero || isNamed else { return nil }
    var count = 1
    while let next = context.token(count), context.word(count) != nil, next.core.isFigures(1...8),
      next.opening.isEmpty, count < 7
    {
      count += 1
    }
    let length = (0..<count).reduce(0) { $0 + (context.token($1)?.core.count ?? 0) }
    guard isNamed || isInternational || count > 1 || length > 5 else { return nil }
    let plus = isInternational ? (tongue.signs["+"] ?? "+") + " " : ""
    let words = (0..<count).compactMap { context.token($0)?.core }.map {
      tongue.dialled($0.filter(NumberWords.isDigit)[...])
    }
    let last = context.token(count - 1) ?? token
    return (
      token.opening + last.withoutOpening.saying(plus + words.joined(separator: ", ")), count
    )
  }

  /// "3,50 €", "$5", "3 Millionen €", "10-20 €", "20 EUR", "5 €/Monat".
  func money(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    if let (sign, rest) = cut(token.core, signsOf: tongue.currencies, atStart: true) {
      if let scaled = scale(context, after: 1), let figure = Figure(rest) {
        let words = scaledWords(figure, scaled.words, sign)
        return (token.opening + scaled.last.saying(words, dropsStop: scaled.dropsStop), 2)
      }
      return amount(rest, sign).map { (token.saying($0), 1) }
    }
    if let (sign, rest) = cut(token.core, signsOf: tongue.currencies, atStart: false) {
      return amount(rest, sign).map { (token.saying($0), 1) }
    }
    guard token.closing.isEmpty, let next = context.token(1), next.opening.isEmpty else {
      return nil
    }
    if let sign = tongue.currencies[next.core] {
      return amount(token.core, sign).map { (token.opening + next.saying($0), 2) }
    }
    if let sign = tongue.currencies[token.core], let said = amount(next.core, sign) {
      return (token.opening + next.saying(said), 2)
    }
    let rate = next.core.split(separator: "/", omittingEmptySubsequences: false)
    if rate.count == 2, let sign = tongue.currencies[String(rate[0])],
      rate[1].count > 1, rate[1].allSatisfy(\.isLetter), let said = amount(token.core, sign)
    {
      return (token.opening + next.saying("\(said) \(tongue.per) \(rate[1])"), 2)
    }
    guard let figure = Figure(token.core), let scaled = scale(context, after: 1) else { return nil }
    let isOpen = scaled.last.closing.isEmpty || scaled.last.closing == "."
    let sign = isOpen ? context.token(2).flatMap { tongue.currencies[$0.core] } : nil
    let words = scaledWords(figure, scaled.words, sign)
    if sign != nil, let end = context.token(2) { return (token.opening + end.saying(words), 3) }
    return (token.opening + scaled.last.saying(words, dropsStop: scaled.dropsStop), 2)
  }

  /// "1,5 Millionen Euro".
  private func scaledWords(_ figure: Figure, _ scale: String, _ currency: Currency?) -> String {
    let words = tongue.cardinal(figure, beforeScale: scale) ?? plain(figure) + " " + scale
    guard let currency else { return words }
    return words + tongue.link(after: words, currency.many) + currency.many
  }

  private func scale(
    _ context: TokenContext, after offset: Int
  ) -> (words: String, last: Token, dropsStop: Bool)? {
    guard context.token.closing.isEmpty, let next = context.token(offset),
      let words = tongue.scales[next.core.lowercased()]
    else { return nil }
    return (words, next, context.token(offset + 1) != nil && next.core.lowercased() != words)
  }

  /// What stands beside a sign at the start or the end of a word.
  private func cut(
    _ word: String, signsOf table: [String: Currency], atStart: Bool
  ) -> (Currency, String)? {
    guard let sign = atStart ? word.first : word.last, let currency = table[String(sign)] else {
      return nil
    }
    let rest = atStart ? word.dropFirst() : word.dropLast()
    return rest.contains(where: NumberWords.isDigit) ? (currency, String(rest)) : nil
  }

  private func amount(_ written: String, _ currency: Currency) -> String? {
    // "12,-" is a round sum.
    if [",-", ",–", ".-"].contains(where: written.hasSuffix) {
      return amount(String(written.dropLast(2)), currency)
    }
    if let ends = ends(written), let start = Figure(ends.0) {
      guard let end = amount(ends.1, currency) else { return nil }
      return plain(start) + " \(tongue.to) " + end
    }
    guard let figure = Figure(written), let whole = figure.value else { return nil }
    let minus = figure.isNegative ? tongue.minus + " " : ""
    if let fraction = figure.fraction {
      guard fraction.count == 2, let parts = Int(fraction) else {
        return plain(figure) + " " + currency.many
      }
      if parts > 0 { return minus + tongue.money(whole: whole, parts: parts, currency: currency) }
    }
    let noun = whole == 1 ? currency.one : currency.many
    let words = tongue.cardinal(whole, isFeminine: currency.isFeminine)
    return minus + words + tongue.link(after: words, noun) + noun
  }

  /// "5 km", "20°C", "50 %", "3-5 kg", "80 km/h", "m²".
  func measure(_ context: TokenContext) -> (String, Int)? {
    let token = context.token
    let figures = token.core.prefix { NumberWords.isDigit($0) || "-–.,−'".contains($0) }
    let rest = String(token.core.dropFirst(figures.count))
    guard figures.contains(where: NumberWords.isDigit) else {
      guard token.core.contains(where: { "²³°%".contains($0) }) else { return nil }
      return unit(token.core).map { (token.saying($0.many), 1) }
    }
    if !rest.isEmpty {
      return unit(rest).flatMap { said(String(figures), $0) }.map { (token.saying($0), 1) }
    }
    guard token.closing.isEmpty, let next = context.token(1), next.opening.isEmpty,
      let unit = unit(next.core), let words = said(String(figures), unit)
    else { return nil }
    return (
      token.opening + next.saying(words, dropsStop: next.hasStop && context.token(2) != nil), 2
    )
  }

  func unit(_ sign: String) -> UnitWords? {
    // "5G" are no grams.
    if sign.count == 1, sign.first?.isUppercase == true, sign != "L" { return tongue.units[sign] }
    return tongue.units[sign] ?? tongue.units[sign.lowercased()]
  }

  private func said(_ figures: String, _ unit: UnitWords) -> String? {
    if let ends = ends(figures), let start = Figure(ends.0), let end = Figure(ends.1) {
      return plain(start) + " \(tongue.to) " + plain(end) + " " + unit.many
    }
    guard let figure = Figure(figures) else { return nil }
    let name = tongue.isOne(figure) ? unit.one : unit.many
    guard figure.isPlain, let value = figure.value else { return plain(figure) + " " + name }
    let minus = figure.isNegative ? tongue.minus + " " : ""
    return minus + tongue.cardinal(value, isFeminine: unit.isFeminine) + " " + name
  }
}

extension Tongue {
  var endings: [String: String] { [:] }

  func mixed(_ whole: Int, _ fraction: String) -> String {
    cardinal(whole, before: nil) + (signs["½"] ?? "") + " " + fraction
  }

  func dialled(_ group: Substring) -> String { digits(group) }

  func link(after number: String, _ noun: String) -> String { " " }

  func cardinal(_ figure: Figure, beforeScale scale: String) -> String? { nil }
}

extension StringProtocol {
  /// Whether it is so many digits and nothing else.
  func isFigures(_ length: ClosedRange<Int>) -> Bool {
    length.contains(count) && allSatisfy(NumberWords.isDigit)
  }
}

/// "14:30" or "14h30" as numbers.
struct ClockFigures {
  var hour: Int
  var minute: Int
  var second: Int?

  /// Reads a time; nil for anything else.
  init?(_ word: some StringProtocol, separator: Character) {
    let parts = word.split(separator: separator, omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].isFigures(1...2),
      parts.dropFirst().allSatisfy({ $0.isFigures(2...2) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers[0] <= 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    (hour, minute) = (numbers[0], numbers[1])
    second = numbers.count > 2 ? numbers[2] : nil
  }
}
