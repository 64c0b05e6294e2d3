/// Descriptions of sounds that recognisers write in place of words: "[BLANK_AUDIO]", "(wind
/// blowing)", "*sighs*", "♪".
public enum SoundMarks {
  private static let pairs: [Unicode.Scalar: Unicode.Scalar] = [
    "[": "]", "(": ")", "*": "*", "♪": "♪", "【": "】", "（": "）", "<": ">",
  ]

  /// The text without what stands in brackets, between asterisks or between notes, and with single
  /// spaces.
  public static func removed(from text: String) -> String {
    var kept: [Unicode.Scalar] = []
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if let closer = pairs[scalar], let end = rest.firstIndex(of: closer) {
        rest = rest[(end + 1)...]
      } else if pairs[scalar] == nil, !"♪♫♩♬".unicodeScalars.contains(scalar) {
        kept.append(scalar)
      }
    }
    return String(kept).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
