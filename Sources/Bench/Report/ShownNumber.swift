extension Double {
  /// The number as a page shows it: thousands apart, decimals only where they say something.
  var shown: String {
    guard isFinite, magnitude < 1e12 else { return "–" }
    guard magnitude < 100 else {
      let digits = String(Int(magnitude.rounded()))
      let grouped = digits.indices.reduce(into: "") { text, index in
        let left = digits.distance(from: index, to: digits.endIndex)
        if !text.isEmpty, left.isMultiple(of: 3) { text += "," }
        text.append(digits[index])
      }
      return (self < 0 ? "−" : "") + grouped
    }
    let scale: Double = magnitude < 10 ? 100 : 10
    let rounded = (self * scale).rounded() / scale
    let text = rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    return text.replacing("-", with: "−")
  }
}

extension Metric {
  /// The unit.
  var unit: String {
    switch self {
    case .spread(_, _, _, let unit), .value(_, let unit): unit
    }
  }
}
