/// The number or letter of a list item written inside a line: "1)", "2.", "(b)", "c.)".
struct ListMarker: Sendable {
  /// What was found at a place.
  enum Finding {
    case found(ListMarker)
    case none
    case needsMore
  }

  /// The place after the marker.
  var end: Int

  private var opening: Unicode.Scalar?
  private var closing: String
  private var rank: Int
  private var isNumber: Bool

  /// Whether it comes right after `earlier` in the same list.
  func follows(_ earlier: ListMarker) -> Bool {
    opening == earlier.opening && closing == earlier.closing && isNumber == earlier.isNumber
      && rank == earlier.rank + 1
  }

  /// Reads a marker at `start`, which is the start of a word.
  static func read(_ reader: TextReader, at start: Int) -> Finding {
    var index = start
    var opening: Unicode.Scalar?
    if let scalar = reader.at(index), "(⁃•".unicodeScalars.contains(scalar) {
      opening = scalar
      index += 1
      if scalar != "(", reader.at(index) == " " { index += 1 }
    }
    guard let end = reader.first(from: index, limit: 4, where: { !$0.isLetter && !$0.isDigit })
    else { return .needsMore }
    let body = reader.text[index..<min(end, reader.text.count)]
    guard let first = body.first else { return .none }
    let isNumber = body.allSatisfy(\.isDigit)
    guard isNumber || body.count == 1 && first.isASCII else { return .none }
    guard
      let close = reader.first(from: end, limit: 3, where: { !".)".unicodeScalars.contains($0) })
    else { return .needsMore }
    let closing = String(reader.text[end..<min(close, reader.text.count)])
    guard [".", ")", ".)"].contains(closing) else { return .none }
    guard let after = reader.at(close) else { return reader.isEnd ? .none : .needsMore }
    guard after.isSpace else { return .none }
    let rank =
      isNumber
      ? Int(String(body)) ?? 0
      : Int(first.properties.lowercaseMapping.unicodeScalars.first?.value ?? 0)
    return .found(
      ListMarker(end: close, opening: opening, closing: closing, rank: rank, isNumber: isNumber))
  }
}
