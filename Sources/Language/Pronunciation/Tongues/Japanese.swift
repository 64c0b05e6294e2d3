/// Spells out figures and signs in a Japanese sentence, which has no spaces between its words.
struct Japanese {
  private let text: [Character]
  private var index = 0
  private var result = ""

  /// The sentence in words.
  static func spoken(_ sentence: String) -> String {
    var reader = Japanese(sentence)
    while reader.index < reader.text.count { reader.readNext() }
    return reader.result
  }

  private init(_ sentence: String) {
    text = sentence.map(Self.narrow)
  }

  /// Figures and signs as wide as other characters, made narrow.
  private static func narrow(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      (0xFF10...0xFF19).contains(scalar.value) || "％＄￥＆＠＋＝，．：／－".contains(character)
    else { return character }
    if character == "￥" { return "¥" }
    return Unicode.Scalar(scalar.value - 0xFEE0).map(Character.init) ?? character
  }

  private mutating func readNext() {
    let character = text[index]
    if let currency = Self.currencies[character], let figure = figure(at: index + 1) {
      let scale = Self.scales.first { starts(with: $0, at: figure.end) } ?? ""
      result +=
        scale.isEmpty
        ? Self.amount(figure.text, of: currency)
        : (JapaneseNumbers.spoken(figure.text) ?? figure.text) + scale + currency
      index = figure.end + scale.count
      return
    }
    let isSign = character == "-" || character == "−"
    if isSign, index == 0 || !isWordLike(text[index - 1]), let figure = figure(at: index + 1) {
      result += "マイナス"
      index += 1
      read(figure)
      return
    }
    if let figure = figure(at: index) {
      read(figure)
      return
    }
    index += 1
    if "「」『』“”\"".contains(character) { return }
    result += Self.signs[character] ?? String(character)
  }

  /// Whether a dash after it is no minus: "A-5", "3-5".
  private func isWordLike(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  /// Digits with points, commas and the marks of dates and times between them.
  private func figure(at start: Int) -> (text: String, end: Int)? {
    var end = start
    while end < text.count {
      let isInner =
        ".,:/-–".contains(text[end]) && end > start && end + 1 < text.count
        && NumberWords.isDigit(text[end + 1])
      guard NumberWords.isDigit(text[end]) || isInner else { break }
      end += 1
    }
    return end > start ? (String(text[start..<end]), end) : nil
  }

  private mutating func read(_ figure: (text: String, end: Int)) {
    index = figure.end
    if let said = Self.whole(figure.text) {
      result += said
      readUnit()
      return
    }
    result += Self.number(figure.text)
    readUnit()
  }

  /// The unit after a number, and a range that goes on: "3〜5kg".
  private mutating func readUnit() {
    if index + 1 < text.count, "〜～~".contains(text[index]), NumberWords.isDigit(text[index + 1]) {
      result += "から"
      index += 1
      return
    }
    guard let unit = Self.units.first(where: { starts(with: $0.sign, at: index) }) else { return }
    let end = index + unit.sign.count
    // "m" begins other words: a unit of letters ends before another letter of them.
    if unit.sign.last?.isASCII == true, end < text.count, text[end].isASCII, text[end].isLetter {
      return
    }
    result += unit.name
    index = end
  }

  private func starts(with sign: String, at start: Int) -> Bool {
    text.count >= start + sign.count && zip(text[start...], sign).allSatisfy { $0 == $1 }
  }

  /// "5.50" of a currency that has hundredths.
  private static func amount(_ figure: String, of currency: String) -> String {
    let parts = figure.split(separator: ".")
    guard parts.count == 2, parts[1].count == 2, let cents = Int(parts[1]),
      let part = ["ドル": "セント", "ユーロ": "セント", "ポンド": "ペンス"][currency],
      let whole = JapaneseNumbers.spoken(parts[0])
    else { return (JapaneseNumbers.spoken(figure) ?? figure) + currency }
    return whole + currency + (cents > 0 ? JapaneseNumbers.cardinal(cents) + part : "")
  }

  /// Dates, times, telephone numbers, codes of places and fractions.
  private static func whole(_ figure: String) -> String? {
    let groups = figure.split(separator: "-")
    if groups.count == 3, groups[0].first == "0", groups.allSatisfy({ $0.isFigures(1...5) }) {
      return groups.map { JapaneseNumbers.digits($0) }.joined(separator: "、")
    }
    if groups.count == 2, groups[0].isFigures(3...3), groups[1].isFigures(4...4) {
      return groups.map { JapaneseNumbers.digits($0) }.joined(separator: "の")
    }
    for separator in ["/", "-"] {
      let parts = figure.split(separator: separator)
      let numbers = parts.compactMap { Int($0) }
      if numbers.count == 3, parts.count == 3, parts[0].count == 4, (1...12).contains(numbers[1]),
        (1...31).contains(numbers[2])
      {
        let words = numbers.map(JapaneseNumbers.cardinal)
        return "\(words[0])年\(words[1])月\(words[2])日"
      }
    }
    if let time = ClockFigures(figure, separator: ":") {
      let hour = JapaneseNumbers.cardinal(time.hour) + "時"
      let minute = time.minute > 0 ? JapaneseNumbers.cardinal(time.minute) + "分" : ""
      return hour + minute + (time.second.map { JapaneseNumbers.cardinal($0) + "秒" } ?? "")
    }
    let parts = figure.split(separator: "/")
    if parts.count == 2, let top = Int(parts[0]), let bottom = Int(parts[1]), top > 0, bottom > 1,
      bottom <= 100
    {
      return JapaneseNumbers.cardinal(bottom) + "分の" + JapaneseNumbers.cardinal(top)
    }
    return nil
  }

  private static func number(_ figure: String) -> String {
    if let said = JapaneseNumbers.spoken(figure) { return said }
    let ends = figure.split { "-–".contains($0) }
    if ends.count == 2, let start = JapaneseNumbers.spoken(ends[0]),
      let end = JapaneseNumbers.spoken(ends[1])
    {
      return start + "から" + end
    }
    let scores = figure.split(separator: ":")
    if scores.count == 2, let home = Int(scores[0]), let guest = Int(scores[1]) {
      return JapaneseNumbers.cardinal(home) + "対" + JapaneseNumbers.cardinal(guest)
    }
    return String(
      figure.runs(where: NumberWords.isDigit).map {
        $0.isMatch ? JapaneseNumbers.spoken($0.text) ?? $0.text : $0.text == "." ? "点" : $0.text
      }.joined())
  }

  private static let scales = ["万", "億", "兆"]

  private static let currencies: [Character: String] = [
    "¥": "円", "$": "ドル", "€": "ユーロ", "£": "ポンド",
  ]

  private static let signs: [Character: String] = [
    "&": "アンド", "@": "アット", "%": "パーセント", "+": "プラス", "=": "イコール", "×": "かける",
    "÷": "割る", "…": "、", "€": "ユーロ", "℃": "度",
  ]

  /// The longer signs first.
  private static let units: [(sign: String, name: String)] = [
    ("km/h", "キロメートル毎時"), ("m/s", "メートル毎秒"), ("km²", "平方キロメートル"),
    ("m²", "平方メートル"), ("m³", "立方メートル"), ("km", "キロメートル"), ("cm", "センチメートル"),
    ("mm", "ミリメートル"), ("kg", "キログラム"), ("mg", "ミリグラム"), ("ml", "ミリリットル"),
    ("mL", "ミリリットル"), ("dl", "デシリットル"), ("kWh", "キロワット時"), ("kW", "キロワット"),
    ("GB", "ギガバイト"), ("MB", "メガバイト"), ("KB", "キロバイト"), ("TB", "テラバイト"),
    ("GHz", "ギガヘルツ"), ("MHz", "メガヘルツ"), ("Hz", "ヘルツ"), ("kcal", "キロカロリー"),
    ("°C", "度"), ("℃", "度"), ("°F", "度"), ("°", "度"), ("%", "パーセント"), ("m", "メートル"),
    ("g", "グラム"), ("t", "トン"), ("L", "リットル"), ("l", "リットル"), ("W", "ワット"),
    ("V", "ボルト"), ("€", "ユーロ"), ("$", "ドル"),
  ]
}
