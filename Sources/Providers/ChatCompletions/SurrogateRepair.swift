/// Joins the halves of a character that a server cut over two pieces of JSON.
///
/// Servers that stream token by token may end a string with `\ud83d` and begin the next with `\ude0a`.
/// Each half alone is no text (RFC 8259, section 8.2), and a decoder refuses the whole piece. A half
/// whose other half never comes becomes U+FFFD.
struct SurrogateRepair: Sendable {
  /// The four digits of a first half that waits for its other half.
  private var held: [UInt8]?

  private static let backslash = UInt8(ascii: "\\")
  private static let quote = UInt8(ascii: "\"")
  private static let replacement = Array("\\ufffd".utf8)

  /// Makes the JSON of one piece whole.
  ///
  /// - Returns: The same bytes, but for halves of characters.
  mutating func repair(_ json: [UInt8]) -> [UInt8] {
    guard Self.mayHoldHalf(json) else { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count + 16)
    var index = 0
    while index < json.count {
      guard json[index] == Self.backslash, index + 1 < json.count else {
        result.append(json[index])
        index += 1
        continue
      }
      guard let half = Self.half(json, at: index) else {
        result += json[index..<index + 2]
        index += 2
        continue
      }
      let digits = Array(json[index + 2..<index + 6])
      let next = Self.half(json, at: index + 6)
      switch half {
      case .first where next == .second:
        result += json[index..<index + 12]
        index += 6
      case .first where index + 6 < json.count && json[index + 6] == Self.quote:
        held = digits
      case .second where result.last == Self.quote:
        if let first = held {
          result += Array("\\u".utf8) + first + Array("\\u".utf8) + digits
          held = nil
        } else {
          result += Self.replacement
        }
      default:
        result += Self.replacement
      }
      index += 6
    }
    return result
  }

  private enum Half {
    case first, second
  }

  private static func mayHoldHalf(_ json: [UInt8]) -> Bool {
    json.indices.contains { half(json, at: $0) != nil }
  }

  /// Which half the escape at `index` is; nil when there is another thing.
  private static func half(_ json: [UInt8], at index: Int) -> Half? {
    guard index + 5 < json.count, json[index] == backslash, json[index + 1] == UInt8(ascii: "u"),
      json[index + 2] | 0x20 == UInt8(ascii: "d")
    else { return nil }
    return switch json[index + 3] | 0x20 {
    case UInt8(ascii: "8") | 0x20, UInt8(ascii: "9") | 0x20, UInt8(ascii: "a"), UInt8(ascii: "b"):
      .first
    case UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "f"): .second
    default: nil
    }
  }
}
