/// Numbers in Japanese characters.
enum JapaneseNumbers {
  private static let small: [Character] = Array("〇一二三四五六七八九")
  private static let places: [(size: Int, name: String)] = [(1000, "千"), (100, "百"), (10, "十")]
  private static let scales = [
    (1_000_000_000_000, "兆"), (100_000_000, "億"), (10_000, "万"),
  ]

  /// 2026 is 二千二十六; zero is ゼロ.
  ///
  /// - Precondition: `value` is from 0 to 999_999_999_999_999.
  static func cardinal(_ value: Int) -> String {
    if value == 0 { return "ゼロ" }
    var words = ""
    var rest = value
    for (size, name) in scales where rest >= size {
      words += group(rest / size, isCounted: true) + name
      rest %= size
    }
    return words + group(rest, isCounted: false)
  }

  /// A number below ten thousand; before 万 a thousand is 一千.
  private static func group(_ value: Int, isCounted: Bool) -> String {
    var words = ""
    var rest = value
    for (size, name) in places where rest >= size {
      let count = rest / size
      let showsOne = isCounted && size == 1000
      words += (count > 1 || showsOne ? String(small[count]) : "") + name
      rest %= size
    }
    return rest > 0 ? words + String(small[rest]) : words
  }

  /// "090" is 〇九〇.
  static func digits(_ text: some StringProtocol) -> String {
    String(text.compactMap(\.wholeNumberValue).map { small[$0] })
  }

  /// A number as written, with thousands commas and a decimal point; nil for anything else.
  static func spoken(_ written: some StringProtocol) -> String? {
    let parts = written.split(separator: ".", omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, groups.allSatisfy({ $0.isFigures(1...40) }),
      groups.count == 1 || groups[0].count <= 3 && groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    let whole = groups.joined()
    var words = digits(whole)
    if whole.count <= 15, whole.first != "0" || whole.count == 1, let value = Int(whole) {
      words = cardinal(value)
    }
    guard parts.count == 2 else { return words }
    guard parts[1].isFigures(1...40) else { return nil }
    // Zero alone is ゼロ, before a point 零.
    return (words == "ゼロ" ? "零" : words) + "点" + digits(parts[1])
  }
}
