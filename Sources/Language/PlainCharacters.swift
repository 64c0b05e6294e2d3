extension String {
  /// Without characters that steer a terminal or turn the direction of other text: control characters
  /// other than line breaks and tabs, and the overrides of the bidirectional algorithm (Unicode UAX 9).
  public var withoutControls: String {
    guard unicodeScalars.contains(where: Self.steers) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !Self.steers($0) }))
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
