/// What stands in the line of the terminal that the cursor is in.
///
/// A reply, a prompt, passing progress and the log share one terminal; with this a line of the log
/// stands on a line of its own, and nothing is lost under it.
struct OpenLine: Sendable {
  private var progress = ""
  private var isInText = false

  /// Shows passing progress, or takes it away when `text` is empty.
  ///
  /// - Returns: What is to be written.
  mutating func show(progress text: String) -> String {
    guard !isInText, text != progress else { return "" }
    progress = text
    return Self.clear + text
  }

  /// Notes that a piece of the result goes to the terminal.
  ///
  /// - Returns: What is to be written before it.
  mutating func willWrite(_ piece: String) -> String {
    guard let last = piece.unicodeScalars.last else { return "" }
    defer { progress = "" }
    isInText = last != "\n"
    return progress.isEmpty ? "" : Self.clear
  }

  /// A sentence for the person, which ends what stood in the line.
  ///
  /// - Returns: What is to be written.
  mutating func tell(_ line: String) -> String {
    defer {
      progress = ""
      isInText = false
    }
    return (isInText ? "\n" : progress.isEmpty ? "" : Self.clear) + line + "\n"
  }

  /// A line of the log.
  ///
  /// - Returns: What is to be written; nil when the line has to wait for the end of this one.
  func log(_ line: String) -> String? {
    if isInText { return nil }
    return progress.isEmpty ? line + "\n" : Self.clear + line + "\n" + progress
  }

  private static let clear = "\r\u{1B}[2K"
}
