import Dialogue
import Language

/// Watches a model that thinks before it speaks, and says when it has thought for too long.
///
/// Time is an argument. Thoughts come as such from some servers, and from others inside the text.
struct ThoughtWatch: Sendable {
  private let patience: Duration
  private var prose = ReplyProse()
  private var began: Duration?
  private var hasSpoken = false

  /// A watch over a reply that has not begun.
  init(patience: Duration) {
    self.patience = patience
  }

  /// Takes what the model sent.
  ///
  /// - Parameters:
  ///   - event: The next event.
  ///   - now: The time on any clock that only goes forward.
  /// - Returns: Whether the model has been thinking for longer than the patience, without a word.
  mutating func isOver(after event: ReplyEvent, at now: Duration) -> Bool {
    guard !hasSpoken else { return false }
    switch event {
    case .text(let delta): hasSpoken = prose.feed(delta).contains { !$0.isWhitespace }
    case .reasoning: break
    case .waking, .toolCall, .finished: return false
    }
    guard !hasSpoken else { return false }
    let start = began ?? now
    began = start
    return now - start > patience
  }
}
