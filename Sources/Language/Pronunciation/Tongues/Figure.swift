/// A number written the European way: "1.000.000", "3,5", "-2", "1'000"; also "12.5".
struct Figure: Equatable {
  /// Whether it is below zero.
  var isNegative = false
  /// The digits before the decimal sign.
  var whole: String
  /// The digits after it; nil without one.
  var fraction: String?

  /// The whole part; nil when it is too long for one.
  var value: Int? {
    guard whole.count <= 15 else { return nil }
    return Int(whole)
  }

  /// Whether it is a plain whole number that does not begin with zero.
  var isPlain: Bool { fraction == nil && (whole.count == 1 || whole.first != "0") }

  /// Reads a number; nil for anything else.
  ///
  /// A point before exactly three digits divides thousands, any other is a decimal sign; a comma is
  /// a decimal sign unless there are several.
  init?(_ written: some StringProtocol) {
    var text = String(written.filter { $0 != "'" && $0 != "’" })
    if let first = text.first, "-−".contains(first) {
      isNegative = true
      text.removeFirst()
    }
    guard let first = text.first, let last = text.last, NumberWords.isDigit(first),
      NumberWords.isDigit(last),
      text.allSatisfy({ NumberWords.isDigit($0) || $0 == "." || $0 == "," })
    else { return nil }
    let marks = text.filter { !NumberWords.isDigit($0) }
    guard let mark = marks.last else {
      whole = text
      return
    }
    let isMixed = marks.contains { $0 != mark }
    let pieces = text.split(separator: mark, omittingEmptySubsequences: false)
    if !isMixed, Self.areThousands(pieces), mark == "." || pieces.count > 2 {
      whole = pieces.joined()
      return
    }
    guard pieces.count == 2 else { return nil }
    let groups = pieces[0].split(omittingEmptySubsequences: false) { !NumberWords.isDigit($0) }
    guard groups.count == 1 || Self.areThousands(groups) else { return nil }
    whole = groups.joined()
    fraction = String(pieces[1])
  }

  private static func areThousands(_ groups: [Substring]) -> Bool {
    groups.count > 1 && (1...3).contains(groups[0].count) && groups[0].first != "0"
      && groups.dropFirst().allSatisfy { $0.count == 3 }
  }
}
