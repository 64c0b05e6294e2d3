/// The text of a reply as it is shown: all the model wrote, its marks too, without its reasoning.
///
/// The same text gives the same result however it is cut.
public struct ReplyProse: Sendable {
  private var filter = ReasoningFilter()

  /// All that is shown so far.
  public private(set) var text = ""

  /// A reply that has not begun.
  public init() {}

  /// Takes more text.
  ///
  /// - Returns: What is to be shown after the text so far. When ``text`` turns out to have been
  ///   reasoning it is dropped; what was already shown cannot be taken back here.
  public mutating func feed(_ delta: String) -> String {
    read(filter.feed(delta.unicodeScalars))
  }

  /// Ends the reply.
  ///
  /// - Returns: What was held back because it could have become a tag.
  public mutating func finish() -> String {
    read(filter.finish())
  }

  private mutating func read(_ outputs: [ReasoningFilter.Output]) -> String {
    var more = ""
    for output in outputs {
      switch output {
      case .visible(let scalars):
        more.unicodeScalars.append(contentsOf: scalars)
      case .toolCall: break
      case .retraction:
        text = ""
        more = ""
      }
    }
    // The blank line after a reasoning block belongs to it.
    if text.isEmpty { more = String(more.drop(while: \.isWhitespace)) }
    text += more
    return more
  }
}
