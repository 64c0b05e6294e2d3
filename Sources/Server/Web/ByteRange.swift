/// The one part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// Everything: no part was asked for, more than one, or not in a way that is known here.
  case whole
  /// These bytes.
  case part(Range<Int>)
  /// Nothing of the file lies there.
  case outside

  /// Reads the value of a `Range` field for a file of `size` bytes.
  init(_ field: String?, size: Int) {
    self = .whole
    guard let field, field.lowercased().hasPrefix("bytes=") else { return }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (let first?, let last?) where first <= last:
      self = first < size ? .part(first..<min(last + 1, size)) : .outside
    case (let first?, nil) where ends[1].isEmpty:
      self = first < size ? .part(first..<size) : .outside
    case (nil, let count?) where ends[0].isEmpty:
      self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .outside
    default: break
    }
  }

  /// A number of at most 15 digits; larger ones are no places in a file.
  private static func number(_ digits: Substring) -> Int? {
    guard (1...15).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(digits)
  }
}
