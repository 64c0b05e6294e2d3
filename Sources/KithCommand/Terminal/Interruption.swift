/// Decides what a signal means: to stop the reply, to end the program well, or to leave at once.
///
/// The first Ctrl-C while a reply comes stops only the reply. At the prompt, and a second time within
/// a second, it ends the chat.
struct Interruption: Sendable {
  /// What somebody wants.
  enum Wish: Sendable {
    /// Ctrl-C was pressed.
    case interrupt
    /// The program was asked to end.
    case terminate
  }

  /// What is to be done.
  enum Meaning: Sendable, Equatable {
    case stopReply
    /// Ends after what is under way was kept.
    case end
    /// Waits for nothing.
    case leave
  }

  /// Within this time a second Ctrl-C is meant for the program.
  static let haste = Duration.seconds(1)

  private var isReplying = false
  private var isEnding = false
  private var stopped: Duration?
  /// Whether the reply that comes, or came last, was stopped.
  private(set) var hasStoppedReply = false

  /// A reply begins that may be stopped by itself.
  mutating func replyBegan() {
    isReplying = true
    hasStoppedReply = false
  }

  /// The reply is over.
  mutating func replyEnded() {
    isReplying = false
  }

  /// A signal has come.
  ///
  /// - Parameters:
  ///   - wish: What is wanted.
  ///   - now: The time on any clock that only goes forward.
  /// - Returns: What is to be done.
  mutating func received(_ wish: Wish, at now: Duration) -> Meaning {
    if isEnding { return .leave }
    let isHasty = stopped.map { now - $0 < Self.haste } ?? false
    if wish == .interrupt, isReplying, !hasStoppedReply, !isHasty {
      hasStoppedReply = true
      stopped = now
      return .stopReply
    }
    isEnding = true
    return .end
  }
}
