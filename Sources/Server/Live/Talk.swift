import Companion
import Dialogue

/// The open conversation as the pages see it.
struct Talk {
  /// What goes on in it.
  enum Activity: Equatable {
    /// Nobody speaks.
    case quiet
    /// The person speaks.
    case hearing
    /// The words, the reply or its first sound are being made.
    case thinking
    /// The reply is being heard.
    case speaking
  }

  let conversation: Conversation
  /// What the owner had chosen when it began.
  let revision: Int
  /// What is added to the numbers of its replies, so that pages never meet a number twice.
  var base: Int
  /// Passes on what it tells; ends with it.
  let events: Task<Void, Never>
  /// Ends the events.
  let end: @Sendable () -> Void

  var activity = Activity.quiet
  /// The reply in progress, as the pages number it.
  var reply: Int?
  /// The turn it answers.
  var answers: Int64 = 0
  /// The last number used.
  var lastReply: Int
  /// The sound of the last reply.
  var sound: ReplySound?
  var isPumping = false
  var pumpAgain = false
  /// Typed words whose turn has not been kept yet.
  var typed: [String] = []
  /// Who waits to hear how much of a stopped reply was played.
  var waiting: [Int: CheckedContinuation<Int64, Never>] = [:]
  /// Problems that the next whole reply takes back.
  var standing: [Problem] = []
}

/// Lets a conversation stop what a page plays.
struct PageListener: RemoteListener {
  let stage: LiveStage

  func stop(_ reply: Int) async -> Int64 {
    await stage.stopSound(of: reply)
  }
}
