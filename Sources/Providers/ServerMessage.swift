import Transport

/// The words a server chose for an error, made fit to be shown.
enum ServerMessage {
  /// The most characters that are shown.
  static let limit = 200

  /// One line of at most ``limit`` characters without anything invisible.
  ///
  /// - Parameters:
  ///   - text: What the server wrote.
  ///   - key: The key of the request, which some servers repeat; it is blotted out.
  /// - Returns: The line, or nil when nothing is left.
  static func shown(_ text: String, without key: Secret? = nil) -> String? {
    var line = ""
    for scalar in text.unicodeScalars.prefix(4096) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if !line.isEmpty, line.last != " " { line.unicodeScalars.append(" ") }
      case .format, .privateUse, .surrogate, .unassigned:
        break
      default:
        line.unicodeScalars.append(scalar)
      }
    }
    if let key = key?.revealed, key.utf8.count >= 4 {
      line = line.split(separator: key, omittingEmptySubsequences: false).joined(separator: "…")
    }
    if line.last == " " { line.removeLast() }
    if line.count > limit { line = line.prefix(limit - 1) + "…" }
    return line.isEmpty ? nil : line
  }
}
